import { authProblems, newPassword } from '../contracts/sign-in/auth.contract.ts';
import { commonParts } from './common-passwords.ts';

/** Easily guessed data of the person. */
export interface PasswordOwner {
  name: string;
  email: string;
  username?: string | null;
}

/** Smallest number of different characters in a password. */
const fewestDifferent = 5;
/** Smallest number of letters that must remain without common and personal words. */
const fewestOwnLetters = 4;

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const readable = (text: string): string => [...text].map((character) => lookalikes[character] ?? character).join('');
const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Longest first, so that `password` is removed before `pass`. */
const byLength = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);
const common = byLength(commonParts);

const wordsOf = (text: string): string[] =>
  plainOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= 3);

/** Whether the text contains at least one of these words and few other letters. */
function consistsOf(text: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < fewestOwnLetters;
}

/** Whether all characters follow each other in the same step: 123456789012 (0 follows 9), abcdefghijkl. */
function isRun(text: string): boolean {
  const steps = new Set<number>();
  let previous: number | undefined;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (previous !== undefined) steps.add(code - previous);
    previous = code;
  }
  return steps.size <= 1 || (steps.size === 2 && /^\d+$/.test(text) && (steps.has(1) || steps.has(-1)));
}

/**
 * The reason for refusing a password, or undefined. 12 to 128 characters after NFKC, of any kind. Refused are runs,
 * repetitions, and passwords made of common words or the person's name and email (NIST 800-63B).
 */
export function passwordFault(password: string, owner: PasswordOwner): string | undefined {
  const parsed = newPassword.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  const plain = plainOf(password);
  if (new Set(plain).size < fewestDifferent || isRun(plain)) return 'This password is too easy to guess';
  const joined = plain.replace(/[\s._-]+/gu, '');
  // Digits and signs at the ends are decoration and not substitutes for letters.
  const core = /\p{L}(?:.*\p{L})?/su.exec(joined)?.[0] ?? '';
  const forms = [plain, joined, readable(plain), readable(joined), readable(core)];
  const personal = byLength([owner.name, owner.email, owner.username ?? ''].flatMap(wordsOf));
  if (forms.some((form) => consistsOf(form, personal))) return 'This password is made of your name or email';
  if (forms.some((form) => consistsOf(form, byLength([...common, ...personal])))) return 'This password is too common';
  return undefined;
}

/** Checks a password. @throws Problem 400 `weak_password` naming the field. */
export function requireGoodPassword(password: string, owner: PasswordOwner, path: string): void {
  const fault = passwordFault(password, owner);
  if (fault) throw authProblems.weak_password({ message: fault, errors: [{ path, message: fault }] });
}
