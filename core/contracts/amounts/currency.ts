import { z } from 'zod';
import { defineProblems } from '../endpoints/problem.ts';
import type { PortContext } from '../plugins/port.ts';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Number of decimals of a currency: 2 for dollars, 0 for yen, 3 for Kuwaiti dinars. */
export const currencyDecimals = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;

/** ISO 4217 code of an existing currency with two decimals; amounts are stored in such currencies only. */
export const currencyCode = z
  .string({ error: 'Must be a currency such as USD' })
  .refine((code) => currencies.has(code), { error: 'Must be a currency such as USD', abort: true })
  .refine((code) => currencyDecimals(code) === 2, { error: 'Amounts are kept in two decimals' });

/** A record with an amount of money. */
export interface CurrencyUse {
  /** Name for people: `Order 1001`, `Price of GLOVE`. */
  name: string;
  type: string;
  id: string;
  /** True for documents, which a refusal names in preference to catalog prices. */
  isDocument: boolean;
}

/** Implemented by each domain that stores amounts in the account's currency. */
export abstract class CurrencyUsePort {
  /** The first record with an amount; null where there is none. */
  abstract firstUse(ctx: PortContext): Promise<CurrencyUse | null>;
}

/** Refusals of changing the currency. */
export const currencyProblems = defineProblems({
  /** `details` is the record with an amount: its type, id and name. */
  currency_in_use: { status: 409, message: 'The currency stays: there are amounts in it' },
});
