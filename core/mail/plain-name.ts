const longest = 80;

/** Whether mail programs might make a link of a word: an address of the web or of mail. */
const looksLikeLink = (word: string): boolean => /\/\/|@|\.\p{L}{2}/u.test(word);

/**
 * A name that somebody typed, fit for a mail to a stranger: one line of at most 80 characters without anything that
 * mail programs make a link of. 'Acme.com' becomes 'Acme com'.
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
