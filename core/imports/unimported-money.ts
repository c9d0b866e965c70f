import type { ImportColumn } from '../contracts/import.contract.ts';

/** Words that stand in the headings of amounts which change what somebody pays. */
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
/** Signs, currencies and percent around the digits. */
const around = /[-+()%\s\p{Sc}]+/gu;

/** An amount as files write it: digits with their separators, a sign, a currency, percent. */
const isAmount = (text: string): boolean =>
  text.length <= longestAmount && /^(?:\p{Lu}{3})?[\d.,'’]+(?:\p{Lu}{3})?$/u.test(text.replace(around, ''));

/**
 * Whether a column that nobody left out holds amounts and is called like money. Where all of it is nought nothing is
 * lost.
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
