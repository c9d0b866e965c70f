import { onlyASCII } from '../contracts/texts/text.ts';

const longestText = 4000;
const longestQuery = 200;
const mostWords = 8;

const foreignSigns = /[^\0-\x7F]+/g;

/** ASCII has no accents and no other form, so that only the signs between it are taken apart. */
const withoutAccents = (text: string): string =>
  onlyASCII.test(text)
    ? text
    : text.replace(foreignSigns, (signs) => signs.normalize('NFKD').replaceAll(/\p{M}/gu, ''));

const plain = (text: string, longest: number): string =>
  withoutAccents(text.slice(0, longest))
    .toLowerCase()
    .replaceAll(/[\s\0]+/g, ' ')
    .trim();

/**
 * The form in which texts are stored and compared: lower case, without accents, one space between words. It begins with
 * a space, so that the first word begins like all others.
 */
export const searchText = (...parts: readonly (string | null | undefined)[]): string =>
  ` ${plain(parts.filter(Boolean).join(' '), longestText)}`;

/** The words of a query in that form; all of them have to match. */
export const searchWords = (query: string): string[] =>
  [...new Set(plain(query, longestQuery).split(' '))].filter(Boolean).slice(0, mostWords);
