/** Largest number of places that one call creates. */
export const largestLocationBulk = 5000;

/** Separator of the names in a path: 'Tool Crib / A / 1'. */
export const pathSeparator = ' / ';

/** Whether a name can be part of a path: a slash with a space beside it, or at an end, would be read as a separator. */
export const isLocationName = (name: string): boolean => !/(^|\s)\/(\s|$)/.test(name);

/** The names of a path text, from the root on. Only a slash with spaces around it separates: 'N/A' is one name. */
export const pathNamesOf = (text: string): string[] =>
  ` ${text} `
    .split(/\s\/(?=\s)/)
    .map((name) => name.trim().replaceAll(/\s+/g, ' '))
    .filter((name) => name !== '');

/** A pattern that `expandNames` cannot read; the message gives the reason. */
export class NamePatternError extends Error {
  override readonly name = 'NamePatternError';
}

const groupForm = /\{([^{}]*)\}/g;
const mostNames = 1000;

function rangeOf(text: string): string[] {
  const [from = '', to, ...more] = text.split('..').map((end) => end.trim());
  if (to === undefined || more.length > 0)
    throw new NamePatternError(`Write {${text}} as a range such as {01..12} or {A..F}`);
  if (/^\d{1,6}$/.test(from) && /^\d{1,6}$/.test(to)) {
    const [first, last] = [Number(from), Number(to)];
    if (last < first) throw new NamePatternError(`The range {${text}} runs backwards`);
    if (last - first >= mostNames) throw new NamePatternError(`The range {${text}} has more than ${mostNames} names`);
    const width = from.startsWith('0') ? from.length : 0;
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(width, '0'));
  }
  const sameCase = /^[a-z]$/.test(from) ? /^[a-z]$/.test(to) : /^[A-Z]$/.test(from) && /^[A-Z]$/.test(to);
  if (!sameCase) throw new NamePatternError(`Write {${text}} as a range of numbers or of letters`);
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)];
  if (last < first) throw new NamePatternError(`The range {${text}} runs backwards`);
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
}

/**
 * The names of a pattern: 'A-{01..12}' gives, '{A..C}{1..2}' gives A1, A2, B1 ... A text without braces
 * gives itself.
 * @throws NamePatternError for an invalid range, a range that runs backwards, or more than 1,000 names
 */
export function expandNames(pattern: string): string[] {
  const text = pattern.trim();
  let names = [''];
  let end = 0;
  for (const group of text.matchAll(groupForm)) {
    const before = text.slice(end, group.index);
    const range = rangeOf(group[1] as string);
    if (names.length * range.length > mostNames)
      throw new NamePatternError(`The pattern makes more than ${mostNames} names`);
    names = names.flatMap((name) => range.map((part) => `${name}${before}${part}`));
    end = group.index + group[0].length;
  }
  const rest = text.slice(end);
  if (/[{}]/.test(text.replaceAll(groupForm, ''))) throw new NamePatternError('A brace is not closed');
  return names.map((name) => `${name}${rest}`);
}

/** Compares digits by their number: A-2 comes before A-10. */
const byCount = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Sort order of place names: A-2 before A-10; names that are equal for the collator are ordered by their characters.
 */
export const compareNames = (left: string, right: string): number =>
  byCount.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0);

/** The path of a place as text. */
export const fullNameOf = (names: readonly string[]): string => names.join(pathSeparator);
