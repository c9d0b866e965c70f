import { endpoint, wireDecimal } from '@millwright/core/contracts';
import { z } from 'zod';

/** Percent of what was ordered that may come beyond it. */
const overReceiptPercent = wireDecimal({ scale: 2, min: 0, max: 100 });

/** What an account can set about purchasing. */
export const purchasingSettings = z.object({
  /** So many percent more than ordered are taken in without a word; 0 where nobody said. */
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

/** Changes them; those that are not sent stay. */
export const updatePurchasingSettings = endpoint({
  name: 'updatePurchasingSettings',
  method: 'PATCH',
  path: '/v1/purchasing-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of purchasing.',
  // Without the default, which would reset what is not sent.
  body: z.strictObject({ overReceiptPercent: overReceiptPercent.optional() }),
  reply: purchasingSettings,
});
