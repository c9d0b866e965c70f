import {
  declareStates,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  isoDateOrDateTime,
  listOf,
  listQuery,
  money,
  nameLine,
  nonNegativeMeasure,
  noteText,
  quantity,
  quantityInput,
  repeated,
  type StateOf,
  singleLine,
  unitPrice,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { supplierReference } from '../../parties/supplier/supplier.contract.ts';
import { supplierDeliveryStates } from '../delivery/delivery-status.ts';
import { mostPurchaseOrderLines, purchasedItem } from '../purchase-order/purchase-order-line.contract.ts';

/** States of receiving, in the order of its life; they follow from received and stocked quantities. */
export const receivingOrderStates = declareStates('receiving_order', {
  expected: { name: 'Expected', tone: 'info', is: ['live', 'open', 'expected'], next: ['receive'] },
  at_dock: { name: 'At the dock', tone: 'progress', is: ['live', 'open', 'atDock'], next: ['put_away'] },
  completed: { name: 'Completed', tone: 'success', is: ['live', 'completed'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type ReceivingOrderStatus = StateOf<typeof receivingOrderStates>;

/** Largest number of lines in one call. */
const mostLines = mostPurchaseOrderLines;
/** Smaller differences count as rounding (spec commerce section 5). */
export const stockingTolerance = '0.001';

const named = z.object({ id: z.string(), name: z.string() });

/** A proposed place for goods: it has the item now, had it last, or is the default place. */
export const proposedPlace = z.object({ id: z.string(), name: z.string(), why: z.enum(['here', 'last', 'default']) });
export type ProposedPlace = z.output<typeof proposedPlace>;

/** Goods of one delivery and lot at the dock. */
export const goodsAtDock = z.object({
  deliveryLineID: z.string(),
  delivery: z.object({ id: z.string(), number: z.string() }),
  lotID: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** In the unit of the line. */
  quantity,
});

/** A line of a receiving order (spec commerce section 3). Quantities are in the ordered unit. */
export const receivingOrderLine = z.object({
  /** `rcl_...` */
  id: z.string(),
  lineItemNumber: z.int(),
  /** Null for goods without a purchase order. */
  orderLine: z.object({ id: z.string(), purchaseOrderID: z.string(), lineItemNumber: z.int() }).nullable(),
  item: purchasedItem,
  supplierPartNumber: z.string().nullable(),
  /** Total expected quantity. */
  quantity,
  /** Total received quantity, including rejected goods, without voided receipts. */
  quantityReceived: quantity,
  quantityRejected: quantity,
  quantityStocked: quantity,
  /** Accepted and not put away yet. */
  quantityAtDock: quantity,
  /** Not accepted yet. */
  quantityExpected: quantity,
  /** Price per unit, in the account's currency. */
  unitCost: z.number(),
  /** Corrected cost per unit, without freight. */
  correctedCost: z.number().nullable(),
  note: z.string().nullable(),
  /** Time when the complete quantity was put away. */
  stockedAt: z.iso.datetime().nullable(),
  /** Times of its receiving order. */
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  atDock: z.array(goodsAtDock),
  /** The best first; empty if the account has no place. */
  proposedPlaces: z.array(proposedPlace),
  /** Codes that a scanner may read for this line: SKU, supplier's and manufacturer's part numbers, in capitals. */
  scanCodes: z.array(z.string()),
});
export type ReceivingOrderLine = z.output<typeof receivingOrderLine>;

const status = receivingOrderStates.view;

const head = {
  /** `rcv_...` */
  id: z.string(),
  number: z.string(),
  status,
  purchaseOrder: z.object({ id: z.string(), number: z.string() }).nullable(),
  supplier: named.extend({ number: z.string() }),
  lineCount: z.int(),
  /** Stocked share of the expected quantity, 0 to 100; 100 only if every line is complete. */
  completionPercentage: z.number(),
  /** The earliest expected date of missing goods. */
  expectedOn: z.string().nullable(),
  note: z.string().nullable(),
  completedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A receiving order in lists. */
export const receivingOrderRow = z.object(head);
export type ReceivingOrderRow = z.output<typeof receivingOrderRow>;

/** A receiving order with its lines. */
export const receivingOrder = z.object({
  ...head,
  /** By line item number. */
  lines: z.array(receivingOrderLine),
  /** The newest first. */
  deliveries: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: supplierDeliveryStates.view,
      reference: z.string().nullable(),
      receivedAt: z.iso.datetime(),
      receivedBy: z.string(),
    }),
  ),
  /** Place of received goods that are not put away; null if the account has no dock yet. */
  dock: named.nullable(),
  /** Freight cost of the received goods besides their price. */
  freight: z.number().nullable(),
  canReceive: z.boolean(),
  canStock: z.boolean(),
  canVoid: z.boolean(),
  canCorrectCost: z.boolean(),
});
export type ReceivingOrder = z.output<typeof receivingOrder>;

const ids = repeated(z.string().max(100));

/**
 * Receiving orders, the newest first. `query` matches parts of their number, the purchase order's number and the
 * supplier.
 */
export const listReceivingOrders = endpoint({
  name: 'listReceivingOrders',
  method: 'GET',
  path: '/v1/receiving-orders',
  permission: 'receiving_orders:read',
  summary: 'Lists receiving orders.',
  query: listQuery({
    sortBy: ['number', 'createdAt', 'expectedOn', 'supplier', 'completedAt'],
    filters: {
      /** `open`: neither completed nor void; `all` includes void ones. */
      status: filterValue(
        z.enum(['all', 'open', ...receivingOrderStates.codes], {
          error: `Must be one of all, open, ${receivingOrderStates.codes.join(', ')}`,
        }),
      ),
      supplierIDs: ids,
      itemIDs: ids,
      purchaseOrderIDs: ids,
      expectedStartDate: filterValue(isoDate),
      expectedEndDate: filterValue(isoDate),
      startDate: filterValue(isoDateOrDateTime),
      endDate: filterValue(isoDateOrDateTime),
    },
  }),
  reply: listOf(receivingOrderRow),
});

/** One receiving order with its lines, the goods at the dock and proposed places. */
export const getReceivingOrder = endpoint({
  name: 'getReceivingOrder',
  method: 'GET',
  path: '/v1/receiving-orders/{receivingOrderID}',
  permission: 'receiving_orders:read',
  summary: 'Reads a receiving order with its lines.',
  reply: receivingOrder,
});

const itemID = idOf('itm', 'Item is required');
const version = z.int().optional();
const cost = unitPrice.refine((price) => price >= 0, { error: 'The cost must be at least 0' });
const unitID = z.string().min(1).max(100).optional();

/** Body of `createReceivingOrder`. */
export const createReceivingOrderBody = z.strictObject({
  supplierID: supplierReference,
  lines: z
    .array(
      z
        .strictObject({
          itemID,
          /** A bare number is in the supplier's unit of sale, else in the item's default unit. */
          quantity: quantityInput,
          unitID,
          /** Per unit. Default: the supplier's price, converted to that unit. */
          unitCost: cost.nullish(),
        })
        .refine(
          (line) => typeof line.quantity !== 'object' || [undefined, line.quantity.unitID].includes(line.unitID),
          {
            path: ['unitID'],
            error: 'The quantity names another unit',
          },
        ),
    )
    .min(1, { error: 'Enter at least one line' })
    .max(mostLines, { error: `At most ${mostLines} lines` }),
  note: noteText.nullish(),
});
export type CreateReceivingOrderInput = z.output<typeof createReceivingOrderBody>;

/** Creates a receiving order for goods without a purchase order; they are expected today. */
export const createReceivingOrder = endpoint({
  name: 'createReceivingOrder',
  method: 'POST',
  path: '/v1/receiving-orders',
  permission: 'receiving_orders:create',
  summary: 'Creates a receiving order for goods without a purchase order.',
  body: createReceivingOrderBody,
  reply: receivingOrder,
});

/** Body of `updateReceivingOrder`. */
export const updateReceivingOrderBody = z.strictObject({ note: noteText.nullish(), version });

/** Changes the note of a receiving order. */
export const updateReceivingOrder = endpoint({
  name: 'updateReceivingOrder',
  method: 'PATCH',
  path: '/v1/receiving-orders/{receivingOrderID}',
  permission: 'receiving_orders:update',
  summary: 'Changes the note of a receiving order.',
  body: updateReceivingOrderBody,
  reply: receivingOrder,
});

const receipt = {
  /** By default in the unit of the line; includes rejected goods. */
  quantity: quantityInput,
  unitID,
  /** A new lot number creates the lot. */
  lotNumber: nameLine(60).nullish(),
  /** Expiry date of the lot. */
  expiry: isoDate.nullish(),
  /** Part of the quantity, in the same unit, that is rejected and goes back. */
  rejectedQuantity: nonNegativeMeasure.optional(),
  /** Reason of the rejection. */
  reason: nameLine(500).nullish(),
};
const delivered = {
  /** Number of the supplier's delivery note. */
  reference: nameLine(60).nullish(),
  /** Raises the ordered quantity to the received one; needs `purchase_orders:update`. */
  raiseOrder: z.boolean().default(false),
  version,
};

/** Body of `receiveReceivingOrder`; a line may arrive in several lots. */
export const receiveBody = z.strictObject({
  /** Absent: everything that is still expected. */
  lines: z
    .array(z.strictObject({ lineID: idOf('rcl', 'Line is required'), ...receipt }))
    .min(1, { error: 'Enter at least one line' })
    .max(mostLines, { error: `At most ${mostLines} lines` })
    .optional(),
  ...delivered,
});
export type ReceiveInput = z.output<typeof receiveBody>;

/** A receiving order after a receipt, with the new delivery. */
const received = receivingOrder.extend({ delivery: z.object({ id: z.string(), number: z.string() }) });
export type ReceivedOrder = z.output<typeof received>;

/**
 * Records a delivery. Accepted goods wait at the dock and stay expected, due today, until they are put away. 409
 * `over_receipt` above the account's tolerance, 409 `nothing_expected`.
 */
export const receiveReceivingOrder = endpoint({
  name: 'receiveReceivingOrder',
  method: 'PUT',
  path: '/v1/receiving-orders/{receivingOrderID}/actions/receive',
  permission: 'receiving_orders:update',
  summary: 'Receives goods of a receiving order.',
  body: receiveBody,
  reply: received,
});

/** Body of `receiveReceivingOrderLine`. */
export const receiveLineBody = z.strictObject({
  ...receipt,
  /** Absent: everything that is still expected. */
  quantity: quantityInput.optional(),
  ...delivered,
});
export type ReceiveLineInput = z.output<typeof receiveLineBody>;

/** The same for a single line. */
export const receiveReceivingOrderLine = endpoint({
  name: 'receiveReceivingOrderLine',
  method: 'PUT',
  path: '/v1/receiving-orders/{receivingOrderID}/lines/{lineID}/actions/receive',
  permission: 'receiving_orders:update',
  summary: 'Receives goods of one line of a receiving order.',
  body: receiveLineBody,
  reply: received,
});

/** Body of `stockReceivingOrder` (spec commerce section 5). */
export const stockBody = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        lineID: idOf('rcl', 'Line is required'),
        storageAllocations: z
          .array(
            z.strictObject({
              storageLocationID: idOf('loc', 'Storage location is required'),
              quantity: quantityInput,
              unitID,
              /** Only goods of this lot; absent: the lots that expire first. */
              lotNumber: nameLine(60).nullish(),
            }),
            { error: 'Line item must have at least one storage allocation' },
          )
          .min(1, { error: 'Line item must have at least one storage allocation' })
          .max(100),
      }),
      { error: 'Stocking data must contain at least one line item' },
    )
    .min(1, { error: 'Stocking data must contain at least one line item' })
    .max(mostLines, { error: `At most ${mostLines} lines` }),
  version,
});
export type StockInput = z.output<typeof stockBody>;

/** An order for which the stocked goods are reserved now. */
export const servedOrder = z.object({
  /** Record type and id of the document: `sales_order`. */
  type: z.string(),
  id: z.string(),
  number: z.string(),
  lines: z.array(z.object({ itemID: z.string(), sku: z.string(), quantity: z.number(), unit: z.string() })),
});
export type ServedOrder = z.output<typeof servedOrder>;

const stocked = receivingOrder.extend({ served: z.array(servedOrder) });
export type StockedOrder = z.output<typeof stocked>;

/**
 * Puts away all goods of these lines at the dock, and answers the orders that they served. The allocated quantities of
 * a line must equal its quantity at the dock within 0.001. 409 `nothing_at_dock`, `location_closed`.
 */
export const stockReceivingOrder = endpoint({
  name: 'stockReceivingOrder',
  method: 'POST',
  path: '/v1/receiving-orders/{receivingOrderID}/actions/stock',
  permission: 'receiving_orders:update',
  status: 200,
  summary: 'Puts received goods away.',
  body: stockBody,
  reply: stocked,
});

const voidBody = z.strictObject({ reason: nameLine(500).nullish(), version });

/**
 * Voids receipts, put away or not; the goods are expected again. 409 `receipt_in_use` with the documents that used,
 * moved or reserved some of them. A receiving order without a purchase order becomes void if nothing was received.
 */
export const voidReceivingOrder = endpoint({
  name: 'voidReceivingOrder',
  method: 'PUT',
  path: '/v1/receiving-orders/{receivingOrderID}/actions/void',
  permission: 'receiving_orders:update',
  summary: 'Takes back what was received.',
  body: voidBody.extend({
    /** Only goods of this delivery. */
    deliveryID: idOf('dlv', 'Delivery is required').optional(),
  }),
  reply: receivingOrder,
});

/** The same for a single line. */
export const voidReceivingOrderLine = endpoint({
  name: 'voidReceivingOrderLine',
  method: 'PUT',
  path: '/v1/receiving-orders/{receivingOrderID}/lines/{lineID}/actions/void',
  permission: 'receiving_orders:update',
  summary: 'Takes back what was received of one line.',
  body: voidBody,
  reply: receivingOrder,
});

/** Body of `updateReceivingOrderLine`. */
export const updateReceivingOrderLineBody = z.strictObject({
  note: singleLine(500).nullish(),
  /** Expected quantity; for an ordered line it changes the purchase order, and needs `purchase_orders:update`. */
  quantity: quantityInput.optional(),
  unitCost: cost.optional(),
  version,
});
export type UpdateReceivingOrderLineInput = z.output<typeof updateReceivingOrderLineBody>;

/**
 * Changes a line; 409 `purchase_line_in_progress` for less than the received quantity. `version` is that of the
 * receiving order.
 */
export const updateReceivingOrderLine = endpoint({
  name: 'updateReceivingOrderLine',
  method: 'PATCH',
  path: '/v1/receiving-orders/{receivingOrderID}/lines/{lineID}',
  permission: 'receiving_orders:update',
  summary: 'Changes a line of a receiving order.',
  body: updateReceivingOrderLineBody,
  reply: receivingOrder,
});

/** Body of `correctReceivingCost`. */
export const correctReceivingCostBody = z
  .strictObject({
    /** Actual cost per unit of the line; lines that are not named stay. */
    lines: z
      .array(z.strictObject({ lineID: idOf('rcl', 'Line is required'), unitCost: cost }))
      .max(mostLines, { error: `At most ${mostLines} lines` })
      .default([]),
    /** Freight of all received goods, distributed by value; replaces an earlier amount. */
    freight: money.refine((amount) => amount >= 0, { error: 'Must be at least 0' }).optional(),
    note: singleLine(500).nullish(),
    version,
  })
  .refine(({ lines, freight }) => lines.length > 0 || freight !== undefined, {
    path: ['lines'],
    error: 'Say what a line cost, or the freight',
  });
export type CorrectReceivingCostInput = z.output<typeof correctReceivingCostBody>;

/** Effect of a correction on the goods of a line, in the account's currency. */
export const costCorrection = z.object({
  lineID: z.string(),
  sku: z.string(),
  /** Change in value of the goods still in stock. */
  inStock: z.number(),
  /** Change in cost of goods that had left: a price variance. */
  variance: z.number(),
});
export type CostCorrection = z.output<typeof costCorrection>;

/**
 * Corrects the cost of received goods, for example by the supplier's bill. Goods in stock get their share of the new
 * value from now on, the rest is a variance; past entries stay. 404 `not_found` for a line of another order, 409
 * `nothing_received` without accepted goods.
 */
export const correctReceivingCost = endpoint({
  name: 'correctReceivingCost',
  method: 'POST',
  path: '/v1/receiving-orders/{receivingOrderID}/actions/correct-cost',
  status: 200,
  permission: 'receiving_orders:update',
  summary: 'Corrects what received goods cost.',
  body: correctReceivingCostBody,
  reply: receivingOrder.extend({ corrections: z.array(costCorrection) }),
});

/** Words and endpoint of receiving orders. */
export const receivingOrders = {
  type: 'receiving_order',
  prefix: 'rcv',
  words: ['receiving order', 'receiving'],
  get: getReceivingOrder,
} as const;
