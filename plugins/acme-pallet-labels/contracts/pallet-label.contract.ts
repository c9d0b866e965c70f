import { binaryReply, booleanText, endpoint, filterValue, listOf, listQuery } from '@millwright/core/contracts';
import { z } from 'zod';

/** A label for one pallet of an order. */
export const palletLabel = z.object({
  /** `plb_...` */
  id: z.string(),
  orderID: z.string(),
  orderNumber: z.string(),
  customerName: z.string(),
  /** Pallet `position` of `count`. */
  position: z.int(),
  count: z.int(),
  printedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type PalletLabel = z.output<typeof palletLabel>;

/** A product of an order, with its pallets. */
export const palletPlanLine = z.object({
  itemID: z.string(),
  sku: z.string(),
  /** As ordered; one entry per unit. */
  ordered: z.array(z.object({ measure: z.number(), unit: z.string() })),
  /** From the product, or the account's default. */
  perPallet: z.int(),
  isDefault: z.boolean(),
  unit: z.string(),
  /** Number of pallets, rounded up to hundredths. */
  pallets: z.number(),
});

/**
 * Largest number of labels for an order. An order with more pallets has none, because its quantities are probably
 * wrong.
 */
export const mostLabels = 2_000;

/** The pallets of an order, and its present labels. */
export const palletPlan = z.object({
  orderID: z.string(),
  number: z.string(),
  /** Whole pallets. */
  pallets: z.int(),
  mixesProducts: z.boolean(),
  lines: z.array(palletPlanLine),
  labels: z.array(palletLabel),
});
export type PalletPlan = z.output<typeof palletPlan>;

/** Labels, newest order first. */
export const listPalletLabels = endpoint({
  name: 'listPalletLabels',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/labels',
  permission: 'pallet_labels:read',
  summary: 'Lists pallet labels.',
  query: listQuery({
    sortBy: ['orderNumber', 'customerName', 'printedAt', 'createdAt'],
    filters: { orderID: filterValue(z.string()), isPrinted: booleanText },
  }),
  reply: listOf(palletLabel),
});

/** Number of pallets of an order, by product. */
export const getPalletPlan = endpoint({
  name: 'getPalletPlan',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/orders/{orderID}',
  permission: 'pallet_labels:read',
  summary: 'Computes how many pallets a sales order needs.',
  reply: palletPlan,
});

/** Creates the labels that the order needs now; correct ones stay. 409 for more than `mostLabels`. */
export const preparePalletLabels = endpoint({
  name: 'preparePalletLabels',
  method: 'POST',
  path: '/v1/x/acme-pallet-labels/orders/{orderID}/actions/prepare',
  permission: 'pallet_labels:update',
  summary: 'Prepares the pallet labels of a sales order.',
  reply: palletPlan,
});

/** The labels of an order as a printable page, one label per sheet. */
export const getPalletLabelSheet = endpoint({
  name: 'getPalletLabelSheet',
  method: 'GET',
  path: '/v1/x/acme-pallet-labels/orders/{orderID}/sheet',
  permission: 'pallet_labels:read',
  summary: 'Answers the pallet labels of a sales order as a page to print.',
  reply: binaryReply('text/html'),
});

/** Body of `markPalletLabels`. */
export const markPalletLabelsBody = z.strictObject({
  ids: z.array(z.string()).min(1, { error: 'Choose at least one label' }).max(500, { error: 'At most 500 labels' }),
  isPrinted: z.boolean().default(true),
});

/** Marks labels as printed, or as not printed. */
export const markPalletLabels = endpoint({
  name: 'markPalletLabels',
  method: 'POST',
  path: '/v1/x/acme-pallet-labels/labels/actions/mark-printed',
  permission: 'pallet_labels:update',
  summary: 'Notes that pallet labels were printed.',
  body: markPalletLabelsBody,
  reply: z.object({ done: z.int() }),
});
