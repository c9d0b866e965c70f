import { z } from 'zod';
import type { PortContext } from './port.ts';
import { defineProblems } from './problem.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Decimals of a currency: 2 of dollars, 0 of yen, 3 of Kuwaiti dinars. */
export const currencyDecimals = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;

/** ISO 4217 code of a currency that there is, and that amounts are kept in: those of two decimals. */
export const currencyCode = z
  .string({ error: 'Must be a currency such as USD' })
  .refine((code) => currencies.has(code), { error: 'Must be a currency such as USD', abort: true })
  .refine((code) => currencyDecimals(code) === 2, { error: 'Amounts are kept in two decimals' });

/** A record with an amount of money. */
export interface CurrencyUse {
  /** As people know it: `Order 1001`, `Price of GLOVE`. */
  name: string;
  type: string;
  id: string;
  /** A document is named before a price of a catalogue. */
  isDocument: boolean;
}

/** A domain that keeps amounts in the account's currency. Any number of domains contribute. */
export abstract class CurrencyUsePort {
  /** The first record with an amount; null where there is none. */
  abstract firstUse(ctx: PortContext): Promise<CurrencyUse | null>;
}

/** What a change of the currency is refused for. */
export const currencyProblems = defineProblems({
  /** `details` is the record: its type, id and name. */
  currency_in_use: { status: 409, message: 'The currency stays: there are amounts in it' },
});
