import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

const largestLineQuantity = z
  .int({ error: 'Must be a whole number' })
  .gte(100_000, { error: 'Must be at least 100,000' })
  .lte(100_000_000_000, { error: 'Must be at most 100,000,000,000' });

/** Stock settings of an account. */
export const stockSettings = z.object({
  /** Base units that a document line may have without confirmation; a larger quantity is usually a typing error. */
  largestLineQuantity: largestLineQuantity.default(10_000_000),
});

/** The settings of this account. */
export const getStockSettings = endpoint({
  name: 'getStockSettings',
  method: 'GET',
  path: '/v1/stock-settings',
  permission: 'sys_properties:read',
  summary: 'Reads the settings of stock.',
  reply: stockSettings,
});

/** Changes the given settings. */
export const updateStockSettings = endpoint({
  name: 'updateStockSettings',
  method: 'PATCH',
  path: '/v1/stock-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of stock.',
  body: z.strictObject({ largestLineQuantity: largestLineQuantity.optional() }),
  reply: stockSettings,
});
