import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { filterShape, periodShape } from './filter.ts';
import { periodAnswer } from './sales.contract.ts';
import { trend } from './trend.ts';

/** Stock and demand of a material; amounts in its default unit, named `unit`. */
export const materialFigure = z.object({
  itemID: z.string(),
  sku: z.string(),
  description: z.string(),
  unit: z.string(),
  onHand: z.number(),
  onHandValue: z.number(),
  /** Open demand of documents; only of the given sales orders, if any. */
  demand: z.number(),
  expected: z.number(),
  orderPoint: z.number().nullable(),
  /** As in material requirements; rounded up to whole units of the order point. */
  need: z.number(),
  /** Consumption in the last 30 days. */
  used: z.number(),
  /** Days until the stock is used up at that rate; null without consumption. */
  daysLeft: z.number().nullable(),
  suppliers: z.array(z.string()),
});

export const materialsAnswer = z.object({
  asOf: z.iso.datetime(),
  onHandValue: z.number(),
  /** Value of the consumption in the last 30 days. */
  usedValue: z.number(),
  /** Number of materials with a need. */
  needCount: z.int(),
  materialCount: z.int(),
  /** The first 500, by need, then by SKU. */
  materials: z.array(materialFigure),
});
export type MaterialsAnswer = z.output<typeof materialsAnswer>;

export const analyzeMaterials = endpoint({
  name: 'analyzeMaterials',
  method: 'PUT',
  path: '/v1/analytics/materials',
  permission: 'material_analytics:read',
  isReport: true,
  summary: 'Says what is needed of materials, and how long they last.',
  reads: true,
  body: z.strictObject({ salesOrderIDs: filterShape.salesOrderIDs, supplierIDs: filterShape.supplierIDs }),
  reply: materialsAnswer,
});

export const inventoryReceiptsAnswer = z.object({
  ...periodAnswer,
  /** Cost of the received stock. */
  value: z.number(),
  receiptCount: z.int(),
  /** Value by the day of receipt. */
  trend,
  /** The largest by value; the last one is the sum of the others, so that all add up to the value. */
  items: z.array(
    z.object({
      itemID: z.string().nullable(),
      sku: z.string(),
      description: z.string(),
      /** In the item's default unit. */
      quantity: z.number().nullable(),
      unit: z.string(),
      receiptCount: z.int(),
      value: z.number(),
    }),
  ),
});
export type InventoryReceiptsAnswer = z.output<typeof inventoryReceiptsAnswer>;

export const analyzeInventoryReceipts = endpoint({
  name: 'analyzeInventoryReceipts',
  method: 'PUT',
  path: '/v1/analytics/inventory-receipts',
  permission: 'material_analytics:read',
  isReport: true,
  summary: 'Sums up stock that came in, by default in the last 30 days.',
  reads: true,
  body: z.strictObject({
    ...periodShape,
    itemIDs: filterShape.itemIDs,
    storageLocationIDs: filterShape.storageLocationIDs,
    lotIDs: filterShape.lotIDs,
  }),
  reply: inventoryReceiptsAnswer,
});
