import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { filterShape, periodShape, queryShape, targetDays } from './figures/filter.ts';

/** Figures with documents behind them. */
export const documentedFigures = [
  'sales',
  'orders',
  'openOrders',
  'deliveries',
  'newCustomers',
  'receipts',
  'openBatches',
  'productionCosts',
] as const;
export type DocumentedFigure = (typeof documentedFigures)[number];

/** Groups of orders in the delivery figures. */
export const deliveryStates = [
  'all',
  'promised',
  'onTime',
  'late',
  'notYetDue',
  'firstOnTime',
  'firstNotYetDue',
  'shipped',
  'completed',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A document behind a figure, with its share of the figure. */
export const figureDocument = z.object({
  /** Record type: `invoice`, `transaction`, `sales_order`, `batch`; for receipts the item's type. */
  type: z.string(),
  id: z.string(),
  number: z.string(),
  /** Day in the account's time zone. */
  date: z.string(),
  /** The customer; for a receipt its place and lot, for a batch its item and step. */
  name: z.string(),
  customerID: z.string().nullable(),
  amount: z.number(),
  /** Days from issue to the first shipment and to completion; null if there was none. */
  daysToFirstShipment: z.number().nullable(),
  daysToCompletion: z.number().nullable(),
  promisedOn: z.string().nullable(),
});
export type FigureDocument = z.output<typeof figureDocument>;

export const documentsBody = z.strictObject({
  figure: z.enum(documentedFigures, { error: `Must be one of ${documentedFigures.join(', ')}` }),
  ...periodShape,
  ...filterShape,
  ...queryShape,
  targetDeliveryTimeDays: targetDays.nullish(),
  overridePromisedDates: z.boolean({ error: 'Must be true or false' }).nullish(),
  deliveryState: z.enum(deliveryStates, { error: `Must be one of ${deliveryStates.join(', ')}` }).default('all'),
  take: z
    .number({ error: 'Must be a whole number from 1 to 500' })
    .int({ error: 'Must be a whole number from 1 to 500' })
    .min(1, { error: 'Must be a whole number from 1 to 500' })
    .max(500, { error: 'Must be a whole number from 1 to 500' })
    .default(100),
  /** `next` of the previous page. */
  after: z.string().max(200).nullish(),
});

/**
 * The documents behind a figure, newest first. `total` is the sum over all pages, which equals the figure with the same
 * filters.
 */
export const listFigureDocuments = endpoint({
  name: 'listFigureDocuments',
  method: 'PUT',
  path: '/v1/analytics/documents',
  signedIn: 'Each figure needs its own right, which the handler asks for',
  isReport: true,
  summary: 'Lists the documents behind a figure.',
  reads: true,
  body: documentsBody,
  reply: z.object({
    items: z.array(figureDocument),
    count: z.int(),
    total: z.number(),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});
