import {
  addressSnapshot,
  endpoint,
  holdStates,
  idOf,
  listOf,
  nameLine,
  nonNegativeQuantityInput,
  noteText,
  quantity,
  quantityInput,
  shownShare,
} from '@millwright/core/contracts';
import { z } from 'zod';

import { salesOrderShipment, salesOrderStatusView } from '../../sales/sales-order/sales-order.contract.ts';
import { salesOrderProduct } from '../../sales/sales-order/sales-order-line.contract.ts';
import { priorityCode } from '../../terms/priority/priority.contract.ts';
import { pickLineStates, pickStates } from './pick-stage.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** Id of a pick in requests. */
export const pickReference = idOf('pik', 'Pick is required');

/** Largest number of cases in one packing call. */
export const mostPackedCases = 500;

/** A stock place of a pick. */
export const pickPlace = z.object({
  /** `loc_...` */
  id: z.string(),
  /** 'Tool Crib / A / 1' */
  fullName: z.string(),
  /** The place's department, or that of the nearest place around it. */
  department: named.nullable(),
});
export type PickPlace = z.output<typeof pickPlace>;

const lot = z.object({ id: z.string(), lotNumber: z.string() });

/** Stock of one place and lot for an order line: planned, picked or packed (spec commerce section 3). */
export const pickLine = z.object({
  /** `pkl_...`; unchanged from planning to packing. */
  id: z.string(),
  pickID: z.string(),
  state: pickLineStates.code,
  orderLine: z.object({ id: z.string(), lineItemNumber: z.int(), product: salesOrderProduct }),
  /** In the ordered unit, and in the product's base unit. */
  quantity,
  baseQuantity: quantity,
  /** The place to take it from, before or after picking. */
  storageLocation: pickPlace.nullable(),
  lot: lot.nullable(),
  pickedAt: z.iso.datetime().nullable(),
  pickedBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  packedAt: z.iso.datetime().nullable(),
  /** The shipment it was packed into. */
  shipmentID: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PickLine = z.output<typeof pickLine>;

/** An order line for picking; quantities in the ordered unit. */
export const pickOrderLine = z.object({
  id: z.string(),
  lineItemNumber: z.int(),
  product: salesOrderProduct,
  quantityOrdered: quantity,
  quantityPicked: quantity,
  quantityPacked: quantity,
  quantityShipped: quantity,
  /** Allocated in a place and waiting to be picked. */
  quantityPlanned: quantity,
  /** Reserved for the line and not planned yet. */
  quantityToPlan: quantity,
  /** Quantity without stock. */
  short: quantity,
  /** A person removed it from the plan: it is not planned again before the pick is released. */
  isHeld: z.boolean(),
});
export type PickOrderLine = z.output<typeof pickOrderLine>;

/** Fields of list rows and of single picks. */
export const pickHead = {
  /** `pik_...` */
  id: z.string(),
  /** Unique in the account. */
  number: z.string(),
  stage: pickStates.view,
  order: z.object({
    id: z.string(),
    number: z.string(),
    customerPO: z.string().nullable(),
    status: salesOrderStatusView,
    /** Calendar date. */
    promisedAt: z.iso.date().nullable(),
    issuedAt: z.iso.datetime().nullable(),
  }),
  customer: named.extend({ number: z.string(), status: holdStates.code }),
  priority: named.extend({ code: priorityCode }).nullable(),
  shipTo: addressSnapshot.nullable(),
  carrier: named.nullable(),
  /** Departments of its planned places and, for short goods, those that make them; by name. */
  departments: z.array(named),
  /** The assigned member; null if not assigned. */
  assignee: named.nullable(),
  /** Picked and packed share of the ordered quantity of sale products; two decimals. */
  pickProgress: shownShare,
  packProgress: shownShare,
  /** Whether something is picked but not packed. */
  isPendingPack: z.boolean(),
  /** Whether something is short. */
  isShort: z.boolean(),
  /** Number of sale product lines, and of places to visit. */
  lineCount: z.int(),
  plannedCount: z.int(),
  releasedAt: z.iso.datetime().nullable(),
  /** Time when all open demand was packed. */
  finishedAt: z.iso.datetime().nullable(),
  lastShippedAt: z.iso.datetime().nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** The pick of an order with its lines (spec commerce section 3). */
export const pick = z.object({
  ...pickHead,
  note: z.string().nullable(),
  /** Notes of the order: internal, and for the customer. */
  orderNote: z.string().nullable(),
  customerNote: z.string().nullable(),
  carrierOption: named.nullable(),
  /** Sale products, by line item number. */
  orderLines: z.array(pickOrderLine),
  /** In walking order: planned lines by place, then picked and packed lines. */
  lines: z.array(pickLine),
});
export type Pick = z.output<typeof pick>;

/** One pick with its lines. */
export const getPick = endpoint({
  name: 'getPick',
  method: 'GET',
  path: '/v1/picks/{pickID}',
  permission: 'picks:read',
  summary: 'Reads a pick with its lines.',
  reply: pick,
});

/** Changes the note or assignee of a pick; null clears the value. */
export const updatePick = endpoint({
  name: 'updatePick',
  method: 'PATCH',
  path: '/v1/picks/{pickID}',
  permission: 'picks:update',
  summary: 'Changes a pick.',
  body: z.strictObject({
    note: noteText.nullish(),
    /** A member of the team. */
    assigneeID: idOf('mem', 'Member is required').nullish(),
    version: z.int().optional(),
  }),
  reply: pick,
});

/** Shipments packed from a pick. */
export const listPickShipments = endpoint({
  name: 'listPickShipments',
  method: 'GET',
  path: '/v1/picks/{pickID}/shipments',
  permission: 'picks:read',
  summary: 'Lists the shipments of a pick.',
  reply: listOf(salesOrderShipment),
});

/**
 * Picks everything that is planned, after planning what is possible. 409 `nothing_to_pick` without anything,
 * `pick_closed` if the order is no longer issued, `customer_on_hold`.
 */
export const pickAll = endpoint({
  name: 'pickAll',
  method: 'PUT',
  path: '/v1/picks/{pickID}/actions/pick',
  permission: 'picks:update',
  summary: 'Picks everything that is planned of a pick.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: pick,
});

/** Content of a case: a quantity of an order line, and the lot if the line has several. */
export const packedContent = z.strictObject({
  orderLineID: idOf('sol', 'Order line is required'),
  lotID: idOf('lot').nullish(),
  /** A bare number is in the ordered unit. */
  quantity: quantityInput,
});

/**
 * Body of `packPick`. Without `cases` all picked goods are distributed over the given number of cases, by estimated
 * weight.
 */
export const packPickBody = z.strictObject({
  shipmentCaseCount: z
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'A shipment has a case at least' })
    .max(mostPackedCases, { error: `At most ${mostPackedCases} cases` }),
  /** Contents per case; together they must equal all picked goods. */
  cases: z
    .array(z.strictObject({ contents: z.array(packedContent).min(1, { error: 'Something goes into a case' }) }))
    .max(mostPackedCases)
    .optional(),
  /** Uses the estimated weight of every case, as `useEstimates` of the shipment does; for packing without a scale. */
  useEstimates: z.boolean().optional(),
  version: z.int().optional(),
});
export type PackPickInput = z.output<typeof packPickBody>;

/**
 * Packs all picked goods into one shipment. 409 `nothing_to_pack` without any; 400 `more_cases_than_pieces`, 409
 * `contents_do_not_sum`.
 */
export const packPick = endpoint({
  name: 'packPick',
  method: 'POST',
  path: '/v1/picks/{pickID}/actions/pack',
  permission: 'picks:update',
  status: 200,
  summary: 'Packs what is picked into cases of a shipment.',
  body: packPickBody,
  reply: z.object({ pick, shipmentID: z.string(), shipmentNumber: z.string() }),
});

/**
 * Returns a pick to its state before the release: planned stock is freed, picked goods go back to their places. Packed
 * goods stay; void their shipment instead. 409 `nothing_to_void`.
 */
export const voidPick = endpoint({
  name: 'voidPick',
  method: 'PUT',
  path: '/v1/picks/{pickID}/actions/void',
  permission: 'picks:update',
  summary: 'Frees what is planned of a pick and puts back what is picked.',
  body: z.strictObject({ version: z.int().optional() }),
  reply: pick,
});

const line = '/v1/picks/{pickID}/lines/{pickLineID}';
const storageLocationID = idOf('loc', 'Storage location is required');
/** Empty or null means stock without lot. */
const lotNumber = nameLine(100).nullish();

/** Body of `updatePickLine`; absent fields stay. */
export const updatePickLineBody = z.strictObject({
  /** A bare number is in the ordered unit. */
  quantity: quantityInput.optional(),
  storageLocationID: storageLocationID.optional(),
  lotNumber,
});
export type UpdatePickLineInput = z.output<typeof updatePickLineBody>;

/**
 * Plans another quantity, place or lot. 409 `pick_line_not_planned` after picking; `insufficient_stock` if the place
 * has less, `not_reserved` if the order has less reserved, `location_closed`, `lot_expired`; 400 for a lot of another
 * item.
 */
export const updatePickLine = endpoint({
  name: 'updatePickLine',
  method: 'PATCH',
  path: line,
  permission: 'picks:update',
  summary: 'Changes quantity, place or lot of a planned line.',
  body: updatePickLineBody,
  reply: pick,
});

/** Body of `pickPickLine`: the quantity found, if it differs from the plan. */
export const pickPickLineBody = z.strictObject({
  /** A bare number is in the ordered unit; 0 if nothing was there. */
  quantity: nonNegativeQuantityInput.optional(),
  storageLocationID: storageLocationID.optional(),
  lotNumber,
});
export type PickPickLineInput = z.output<typeof pickPickLineBody>;

/**
 * Moves a planned line to the packing place. If less was found, the rest is freed and planned in another place if
 * possible. 409 `more_than_planned`, `pick_line_not_planned`, and as `updatePickLine`.
 */
export const pickPickLine = endpoint({
  name: 'pickPickLine',
  method: 'PUT',
  path: `${line}/actions/pick`,
  permission: 'picks:update',
  summary: 'Picks a planned line.',
  body: pickPickLineBody,
  reply: pick,
});

/**
 * Takes a line back: a planned one is freed, a picked one is moved back to its place or to the given place. 409
 * `pick_line_packed` if it is in a shipment, `location_closed`.
 */
export const voidPickLine = endpoint({
  name: 'voidPickLine',
  method: 'PUT',
  path: `${line}/actions/void`,
  permission: 'picks:update',
  summary: 'Frees a planned line, or puts a picked one back.',
  body: z.strictObject({ storageLocationID: storageLocationID.optional() }),
  reply: pick,
});

/** Words and endpoint of picks. */
export const picks = {
  type: 'pick',
  prefix: 'pik',
  words: ['pick', 'picking'],
  home: '/dashboard/picking',
  get: getPick,
} as const;
