import { type Big, decimal, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSettings,
  type Route,
  route,
  updateAccountSettings,
} from '@millwright/core/server';
import { getStockSettings, stockSettings, updateStockSettings } from '../../../contracts/index.ts';

/** Quantities below this are accepted without reading the setting. */
const neverLarge = decimal('100000');

/** Value of the header `x-confirm` with which a caller confirms. */
const largeQuantity = 'large_quantity';

/** A line's quantity, in base units, and its path in the request. */
export interface LineQuantity {
  path: string;
  baseMeasure: string;
}

const largestOf = async (ctx: AccountContext): Promise<number> =>
  (await accountSettings(ctx, 'inventory', stockSettings)).largestLineQuantity;

const moreThan = (limit: number): string => `More than ${limit.toLocaleString('en-US')} of the smallest unit`;

/** The message for a base quantity that is too large for a row of a file; undefined if it is not. */
export type LargeQuantityFault = (baseMeasure: Big | string) => string | undefined;

/**
 * The check for import files, which cannot ask for confirmation per row: either the limit is raised first, or the row
 * is corrected.
 */
export async function largeQuantityFault(ctx: AccountContext): Promise<LargeQuantityFault> {
  const limit = await largestOf(ctx);
  const advice = 'if that is right, raise the largest quantity in the stock settings first';
  const message = `${moreThan(limit)} in one row; ${advice}`;
  return (baseMeasure) => (decimal(baseMeasure).abs().gt(decimal(limit)) ? message : undefined);
}

/**
 * Refuses unconfirmed quantities above the account's limit, because a quantity with three extra zeros affects every
 * process behind a document. Portal customers cannot confirm; jobs are not checked; import rows are checked by
 * `largeQuantityFault`.
 * @throws Problem 409 `confirmation_required` with one entry per line, 400 for portal customers
 */
export async function refuseLarge(ctx: AccountContext, quantities: readonly LineQuantity[]): Promise<void> {
  if (!ctx.confirmed || (ctx.confirmed.has(largeQuantity) && ctx.customerID === undefined)) return;
  if (!quantities.some(({ baseMeasure }) => decimal(baseMeasure).abs().gt(neverLarge))) return;
  const limit = await largestOf(ctx);
  const message = moreThan(limit);
  const errors = quantities
    .filter(({ baseMeasure }) =>
      decimal(baseMeasure)
        .abs()
        .gt(decimal(String(limit))),
    )
    .map(({ path }) => ({ path, message }));
  if (!errors.length) return;
  if (ctx.customerID !== undefined) throw problems.invalid_input({ errors });
  throw problems.confirmation_required({
    message: `${message} in one line: is that right?`,
    errors,
    details: { confirm: largeQuantity, limit },
  });
}

export const stockSettingRoutes = (): Route[] => [
  route(getStockSettings, (ctx) => accountSettings(ctx, 'inventory', stockSettings)),
  route(updateStockSettings, (ctx, { body }) => updateAccountSettings(ctx, 'inventory', stockSettings, body)),
];
