import { decimal, problems } from '@millwright/core/contracts';
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

/**
 * Refuses quantities above the account's limit that nobody has confirmed: one that is a thousand times too large makes work for
 * everything that follows documents. Portal customers cannot confirm; where nobody typed (jobs, files) nothing is asked.
 * @throws Problem 409 `confirmation_required` with one entry per line, 400 for portal customers
 */
export async function refuseLarge(ctx: AccountContext, quantities: readonly LineQuantity[]): Promise<void> {
  if (!ctx.confirmed || (ctx.confirmed.has(largeQuantity) && ctx.customerID === undefined)) return;
  if (!quantities.some(({ baseMeasure }) => decimal(baseMeasure).abs().gt(neverLarge))) return;
  const { largestLineQuantity: limit } = await accountSettings(ctx, 'inventory', stockSettings);
  const message = `More than ${limit.toLocaleString('en-US')} of the smallest unit`;
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
