import { enteredDigits } from '../../../../contracts/numbers/entered-number.ts';

/** The decimal mark of a language: '.' or ','. */
export const decimalSeparator = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * The number in a text as people and spreadsheets write it: `1,234.50`, `$12`, `1.234,50` for a language with a decimal
 * comma, `(5)` for -5. Null for empty text, undefined for a text that is no number.
 */
export function parseDecimalText(entered: string, locale: string): number | null | undefined {
  const separator = decimalSeparator(locale);
  const trimmed = entered.trim();
  if (trimmed === '') return null;
  const isNegative = /^\(.*\)$/.test(trimmed) || /^[-−]/.test(trimmed);
  const bare = trimmed
    .replace(/[()\-−]/g, '')
    .replace(/\p{Sc}/gu, '')
    .replace(/[\s'’]/g, '');
  // Groups must have three digits: 1,5 is not read as 15.
  const plain = enteredDigits(bare, separator === ',' ? 'comma' : 'point');
  if (plain === undefined) return undefined;
  const value = Number(plain);
  return isNegative ? -value : value;
}

/** A price as shown outside of editing: at least two decimals, and never fewer than entered. */
export function withCents(shown: string | number): string | number {
  const [whole, decimals = ''] = String(shown).split('.');
  return /^-?\d+$/.test(whole ?? '') && decimals.length < 2 ? `${whole}.${decimals.padEnd(2, '0')}` : shown;
}
