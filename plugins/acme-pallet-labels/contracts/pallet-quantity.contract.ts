import {
  endpoint,
  idOf,
  listOf,
  listQuery,
  noContent,
  recordDeclarations,
  recordShape,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Default units of a product per pallet. */
export const perPallet = z
  .int({ error: 'Must be a whole number' })
  .gte(1, { error: 'Must be at least 1' })
  .lte(100_000, { error: 'Must be at most 100,000' });

/** Quantity of a product per pallet. */
export const palletQuantity = z.object({
  ...recordShape,
  product: z.object({ id: z.string(), sku: z.string(), description: z.string() }),
  /** In `unit`, the product's default unit. */
  perPallet: z.int(),
  unit: z.string(),
});
export type PalletQuantity = z.output<typeof palletQuantity>;

/** Body of `setPalletQuantity`. */
export const setPalletQuantityBody = z.strictObject({
  productID: idOf('itm', 'Product is required'),
  perPallet,
});

/** Products with a quantity of their own, by SKU. */
export const listPalletQuantities = endpoint({
  name: 'listPalletQuantities',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/quantities',
  permission: 'pallet_labels:read',
  summary: 'Lists how much of each product fits on a pallet.',
  query: listQuery({ sortBy: ['sku', 'perPallet', 'updatedAt'] }),
  reply: listOf(palletQuantity),
});

/** The quantity of one product. */
export const getPalletQuantity = endpoint({
  name: 'getPalletQuantity',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/quantities/{palletQuantityID}',
  permission: 'pallet_labels:read',
  summary: 'Reads how much of a product fits on a pallet.',
  reply: palletQuantity,
});

/** Sets the quantity of a product per pallet. */
export const setPalletQuantity = endpoint({
  name: 'setPalletQuantity',
  method: 'PUT',
  path: '/v1/x/acme-pallet-labels/quantities',
  permission: 'pallet_labels:update',
  summary: 'Sets how much of a product fits on a pallet.',
  body: setPalletQuantityBody,
  reply: palletQuantity,
});

/** Deletes the product's quantity; the account's default applies again. */
export const deletePalletQuantity = endpoint({
  name: 'deletePalletQuantity',
  method: 'DELETE',
  path: '/v1/x/acme-pallet-labels/quantities/{palletQuantityID}',
  permission: 'pallet_labels:delete',
  summary: 'Forgets how much of a product fits on a pallet.',
  reply: noContent,
});

/** The record, with its words and endpoints. */
export const palletQuantityRecord = {
  type: 'pallet_quantity',
  prefix: 'plq',
  words: ['pallet quantity', 'pallet quantities'],
  listName: 'pallet-quantities',
  get: getPalletQuantity,
  remove: deletePalletQuantity,
} as const;

/** Record type and screens of pallet quantities. A quantity is set in a dialog. */
export const palletQuantityDeclarations = recordDeclarations(palletQuantityRecord, {
  nav: { section: 'Ship', order: 81, icon: 'layers' },
  hasForm: false,
});
