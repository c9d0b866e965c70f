import type { ListColumn } from './list-types.ts';

// A screen shows `isFreightExempt` as "Exempt" under "Freight"; in a file it is true or false, and what is has to be
// said above.
const flagHeading = (path: string): string | undefined => {
  const name = /^(?:is|has)(\p{Lu}\w*)$/u.exec(path)?.[1];
  return name && name.charAt(0) + name.slice(1).replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
};

/**
 * Columns of an export as lists take them, `path=Heading`: every list exports under the headings that it shows, but
 * what is true or false under its own name, and what a column says under that. Commas separate columns there.
 */
export const csvColumns = (columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'csv'>[]): string[] =>
  columns.flatMap(({ id, header, csv = id }) => {
    if (csv === false) return [];
    return [csv].flat().map((path) => {
      const named = path.includes('=') ? path : `${path}=${flagHeading(path) ?? header}`;
      return named.replaceAll(/,\s*/g, ' ');
    });
  });
