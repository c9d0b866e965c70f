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

/** An amount as files write it: digits with their separators, a sign, a currency, percent. */
const amount = /^[-+(]?\s?(?:\p{Sc}|\p{Lu}{3})?\s?[-+]?[\d.,'’ ]*\d[\d.,'’ ]*\s?(?:%|\p{Sc}|\p{Lu}{3})?\)?-?$/u;

/**
 * Whether a column that nobody left out holds amounts and is called like money. Where all of it is nought nothing is lost.
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
  samples.every((sample) => amount.test(sample)) &&
  wordsOf(heading).some((word) => moneyWords.has(word));
