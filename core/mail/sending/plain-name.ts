const longest = 80;

/** Whether mail programs may turn a word into a link: a web or mail address. */
const looksLikeLink = (word: string): boolean => /\/\/|@|\.\p{L}{2}/u.test(word);

/**
 * An entered name, made safe for mails to strangers: one line of at most 80 characters without text that mail programs
 * turn into links. 'Acme.com' becomes 'Acme com'.
 */
export const plainName = (name: string): string =>
  [
    ...name
      .replace(/[\p{C}\s]+/gu, ' ')
      .split(' ')
      .map((word) => (looksLikeLink(word) ? word.replace(/[^\p{L}\p{M}\p{N}'’&-]+/gu, ' ') : word))
      .join(' ')
      .replace(/ +/g, ' ')
      .trim(),
  ]
    .slice(0, longest)
    .join('')
    .trim();
