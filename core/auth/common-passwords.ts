/**
 * Words and runs that make up the common passwords of 12 characters and more: published leak lists, long entries, reduced to their
 * parts. A password of such parts alone is as easy to guess as each of them.
 */
export const commonParts: readonly string[] = [
  'password', 'passwort', 'passphrase', 'letmein', 'welcome', 'iloveyou', 'ilove', 'sunshine', 'princess', 'football', 'baseball', 'basketball',
  'superman', 'batman', 'spiderman', 'dragon', 'monkey', 'master', 'shadow', 'michael', 'jennifer', 'jessica', 'charlie', 'ashley', 'daniel',
  'trustno', 'starwars', 'pokemon', 'whatever', 'computer', 'internet', 'secret', 'changeme', 'default', 'administrator', 'admin', 'root',
  'login', 'user', 'test', 'testing', 'guest', 'hello', 'helloworld', 'liverpool', 'chelsea', 'arsenal', 'manchester', 'summer',
  'winter', 'spring', 'autumn', 'january', 'february', 'monday', 'friday', 'company', 'business', 'warehouse', 'factory', 'shipping',
  'qwertyuiop', 'qwerty', 'qwertz', 'azerty', 'asdfghjkl', 'asdfgh', 'asdf', 'zxcvbnm', 'zxcvbn', 'qazwsxedcrfv', 'qazwsxedc', 'qazwsx', 'edcrfv',
  'zaqxsw', 'qweasdzxc', 'qweasd', 'zxc', 'qwe', 'asd', 'abcdefghijklmnopqrstuvwxyz', 'abcdefghijkl', 'abcdefgh', 'abcdef', 'abcd', 'abc',
  'correcthorsebatterystaple', 'mypassword', 'my', 'the', 'new', 'pass', 'word', 'love', 'you', 'forever', 'lovely', 'babygirl', 'baby', 'girl', 'angel',
  'freedom', 'mustang', 'harley', 'thomas', 'matrix', 'access', 'flower', 'buster', 'soccer', 'hockey', 'killer', 'george', 'andrew', 'michelle',
];
