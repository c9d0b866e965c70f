const longestText = 4000;
const longestQuery = 200;
const mostWords = 8;

const plain = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\0]+/g, ' ')
    .trim();

/**
 * The form in which texts are stored and compared: lower case, without accents, one space between words. A space leads,
 * so that the beginning of the first word looks like that of any other.
 */
export const searchText = (...parts: readonly (string | null | undefined)[]): string =>
  ` ${plain(parts.filter(Boolean).join(' '), longestText)}`;

/** The words of a query in that form; all of them have to be found. */
export const searchWords = (query: string): string[] =>
  [...new Set(plain(query, longestQuery).split(' '))].filter(Boolean).slice(0, mostWords);
