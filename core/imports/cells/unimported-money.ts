import type { ImportColumn } from '../../contracts/work/import.contract.ts';

/** Words in headings of amounts that change a price. */
const moneyWords: ReadonlySet<string> = new Set([
  ...['allowance', 'charge', 'charges', 'deposit', 'discount', 'discounts', 'duty', 'fee', 'fees', 'freight', 'gst'],
  ...['handling', 'price', 'rebate', 'surcharge', 'tax', 'taxes', 'vat'],
]);

const wordsOf = (heading: string): string[] =>
  heading
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const longestAmount = 40;
/** Signs, currency symbols and percent around the digits. */
const around = /[-+()%\s\p{Sc}]+/gu;

/** An amount in a file: digits with separators, sign, currency, percent. */
const isAmount = (text: string): boolean =>
  text.length <= longestAmount && /^(?:\p{Lu}{3})?[\d.,'’]+(?:\p{Lu}{3})?$/u.test(text.replace(around, ''));

/**
 * Whether an unmapped column that nobody has left out contains amounts and has a heading of money. If all amounts are
 * zero, leaving it out loses nothing.
 */
export const isUnconfirmed = ({
  field,
  matchedBy,
  heading,
  samples,
}: Pick<ImportColumn, 'field' | 'matchedBy' | 'heading' | 'samples'>): boolean =>
  field === null &&
  matchedBy === null &&
  samples.some((sample) => /[1-9]/.test(sample)) &&
  samples.every(isAmount) &&
  wordsOf(heading).some((word) => moneyWords.has(word));
