import type { ListColumn } from '../list-types.ts';

// A screen shows `isFreightExempt` as "Exempt" below "Freight". A file has true or false, so its heading has to be
// complete.
const flagHeading = (path: string): string | undefined => {
  const name = /^(?:is|has)(\p{Lu}\w*)$/u.exec(path)?.[1];
  return name && name.charAt(0) + name.slice(1).replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
};

/**
 * Columns of a CSV export as lists take them, `path=Heading`. Headings are those of the screen, except that true/false
 * columns use their own name and columns with `csv` use theirs. Commas separate the columns.
 */
export const csvColumns = (columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'csv'>[]): string[] =>
  columns.flatMap(({ id, header, csv = id }) => {
    if (csv === false) return [];
    return [csv].flat().map((path) => {
      const named = path.includes('=') ? path : `${path}=${flagHeading(path) ?? header}`;
      return named.replaceAll(/,\s*/g, ' ');
    });
  });
