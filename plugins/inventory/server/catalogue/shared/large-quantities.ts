import { type Big, decimal, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSettings,
  type Route,
  route,
  updateAccountSettings,
} from '@millwright/core/server';
import { getStockSettings, stockSettings, updateStockSettings } from '../../../contracts/index.ts';

/** Below this no setting is looked up. */
const neverLarge = decimal('100000');

/** What a caller confirms in the header `x-confirm`. */
const largeQuantity = 'large_quantity';

/** A quantity of a line, in base units, and where it stands in the request. */
export interface LineQuantity {
  path: string;
  baseMeasure: string;
}

const largestOf = async (ctx: AccountContext): Promise<number> =>
  (await accountSettings(ctx, 'inventory', stockSettings)).largestLineQuantity;

const moreThan = (limit: number): string => `More than ${limit.toLocaleString('en-US')} of the smallest unit`;

/** Why a quantity in base units is too large for a row of a file; undefined if it is not. */
export type LargeQuantityFault = (baseMeasure: Big | string) => string | undefined;

/**
 * For files, where a question for each row would be a question for none: the limit is raised first, or the row mended.
 */
export async function largeQuantityFault(ctx: AccountContext): Promise<LargeQuantityFault> {
  const limit = await largestOf(ctx);
  const advice = 'if that is right, raise the largest quantity in the stock settings first';
  const message = `${moreThan(limit)} in one row; ${advice}`;
  return (baseMeasure) => (decimal(baseMeasure).abs().gt(decimal(limit)) ? message : undefined);
}

/**
 * Refuses quantities above the account's limit that nobody has confirmed: one that is a thousand times too large makes
 * work for everything that follows documents. Portal customers cannot confirm; where nobody typed (jobs) nothing is
 * asked; rows of files have `largeQuantityFault`.
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
