import { endpoint, wireDecimal } from '@millwright/core/contracts';
import { z } from 'zod';

/** Percentage by which a delivery may exceed the order. */
const overReceiptPercent = wireDecimal({ scale: 2, min: 0, max: 100 });

/** Purchasing settings of an account. */
export const purchasingSettings = z.object({
  /** Percentage above the ordered quantity that is received without a refusal; default 0. */
  overReceiptPercent: overReceiptPercent.default(0),
});
export type PurchasingSettings = z.output<typeof purchasingSettings>;

/** Reads the settings of purchasing. */
export const getPurchasingSettings = endpoint({
  name: 'getPurchasingSettings',
  method: 'GET',
  path: '/v1/purchasing-settings',
  permission: 'receiving_orders:read',
  summary: 'Reads the settings of purchasing.',
  reply: purchasingSettings,
});

/** Changes the given settings. */
export const updatePurchasingSettings = endpoint({
  name: 'updatePurchasingSettings',
  method: 'PATCH',
  path: '/v1/purchasing-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of purchasing.',
  // Without the default, which would reset the absent setting.
  body: z.strictObject({ overReceiptPercent: overReceiptPercent.optional() }),
  reply: purchasingSettings,
});
