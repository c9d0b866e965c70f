import {
  addressSnapshot,
  endpoint,
  holdStates,
  idOf,
  listOf,
  nonNegativeQuantityInput,
  noteText,
  quantity,
  quantityInput,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

import { salesOrderShipment, salesOrderStatusView } from '../../sales/sales-order/sales-order.contract.ts';
import { salesOrderProduct } from '../../sales/sales-order/sales-order-line.contract.ts';
import { priorityCodes } from '../../terms/priority/priority.contract.ts';
import { pickLineStates, pickStates } from './pick-stage.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** Id of a pick in requests. */
export const pickReference = idOf('pik', 'Pick is required');

/** Most cases that goods are packed into by one call. */
export const mostPackedCases = 500;

/** A place of stock as picks name it. */
export const pickPlace = z.object({
  /** `loc_...` */
  id: z.string(),
  /** 'Tool Crib / A / 1' */
  fullName: z.string(),
  /** Its own, or of the nearest place around it. */
  department: named.nullable(),
});
export type PickPlace = z.output<typeof pickPlace>;

const lot = z.object({ id: z.string(), lotNumber: z.string() });

/** Stock of one place and lot for a line of the order: planned, picked or packed (spec commerce section 3). */
export const pickLine = z.object({
  /** `pkl_...`; the same from the plan to the case. */
  id: z.string(),
  pickID: z.string(),
  state: pickLineStates.code,
  orderLine: z.object({ id: z.string(), lineItemNumber: z.int(), product: salesOrderProduct }),
  /** In the unit that was ordered, and in the product's base unit. */
  quantity,
  baseQuantity: quantity,
  /** Where it is to be taken from, or was. */
  storageLocation: pickPlace.nullable(),
  lot: lot.nullable(),
  pickedAt: z.iso.datetime().nullable(),
  pickedBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  packedAt: z.iso.datetime().nullable(),
  /** The shipment that it was packed into. */
  shipmentID: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PickLine = z.output<typeof pickLine>;

/** A line of the order as picking sees it; quantities in the unit that was ordered. */
export const pickOrderLine = z.object({
  id: z.string(),
  lineItemNumber: z.int(),
  product: salesOrderProduct,
  quantityOrdered: quantity,
  quantityPicked: quantity,
  quantityPacked: quantity,
  quantityShipped: quantity,
  /** Set aside in a place, and waiting to be fetched. */
  quantityPlanned: quantity,
  /** Reserved for the line and not planned yet. */
  quantityToPlan: quantity,
  /** What stock has to come for. */
  short: quantity,
  /** A person took it off the plan: nothing is planned for it before the pick is released again. */
  isHeld: z.boolean(),
});
export type PickOrderLine = z.output<typeof pickOrderLine>;

/** What list rows and single picks have in common. */
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
    promisedAt: z.string().nullable(),
    issuedAt: z.iso.datetime().nullable(),
  }),
  customer: named.extend({ number: z.string(), status: holdStates.code }),
  priority: named.extend({ code: z.enum(priorityCodes) }).nullable(),
  shipTo: addressSnapshot.nullable(),
  carrier: named.nullable(),
  /** Of its planned places and, for what is short, of those who make it; by name. */
  departments: z.array(named),
  /** Whose work it is; null for anybody's. */
  assignee: named.nullable(),
  /** Picked over ordered, and packed over ordered, of sale products; two decimals. */
  pickProgress: z.number(),
  packProgress: z.number(),
  /** Something is picked that is not packed. */
  isPendingPack: z.boolean(),
  /** Stock has to come for something. */
  isShort: z.boolean(),
  /** Lines of sale products, and places that have to be walked to. */
  lineCount: z.int(),
  plannedCount: z.int(),
  releasedAt: z.iso.datetime().nullable(),
  /** When all that was still wanted was packed. */
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
  /** Of the order: the house's own note, and the customer's. */
  orderNote: z.string().nullable(),
  customerNote: z.string().nullable(),
  carrierOption: named.nullable(),
  /** Sale products by line item number. */
  orderLines: z.array(pickOrderLine),
  /** As they are walked: planned ones by place, then picked and packed ones. */
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

/** Changes the note of a pick, or whose work it is; null takes the value away. */
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

/** What was packed from a pick. */
export const listPickShipments = endpoint({
  name: 'listPickShipments',
  method: 'GET',
  path: '/v1/picks/{pickID}/shipments',
  permission: 'picks:read',
  summary: 'Lists the shipments of a pick.',
  reply: listOf(salesOrderShipment),
});

/**
 * Picks everything that is planned, after planning what can be. 409 `nothing_to_pick` where there is nothing,
 * `pick_closed` where its order is no longer issued, `customer_on_hold`.
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

/** What goes into a case: so much of a line of the order, of a lot where the line has several. */
export const packedContent = z.strictObject({
  orderLineID: idOf('sol', 'Order line is required'),
  lotID: idOf('lot').nullish(),
  /** A bare number in the unit that was ordered. */
  quantity: quantityInput,
});

/** Body of `packPick`. Without `cases` everything is spread over so many cases by its estimated weight. */
export const packPickBody = z.strictObject({
  shipmentCaseCount: z
    .int({ error: 'Must be a whole number' })
    .min(1, { error: 'A shipment has a case at least' })
    .max(mostPackedCases, { error: `At most ${mostPackedCases} cases` }),
  /** What goes where, one entry a case; together everything that is picked. */
  cases: z
    .array(z.strictObject({ contents: z.array(packedContent).min(1, { error: 'Something goes into a case' }) }))
    .max(mostPackedCases)
    .optional(),
  /** Weighs every case by its estimate, as `useEstimates` of the shipment does: for who has no scale. */
  useEstimates: z.boolean().optional(),
  version: z.int().optional(),
});
export type PackPickInput = z.output<typeof packPickBody>;

/**
 * Packs everything that is picked and not packed into one shipment. 409 `nothing_to_pack` where there is nothing;
 * 400 `more_cases_than_pieces`, 409 `contents_do_not_sum`.
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
 * Takes a pick back to where it was not released: what is planned is freed, what is picked goes back to where it came
 * from. What is packed stays: its shipment is voided. 409 `nothing_to_void`.
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
/** Empty or null: stock without a lot. */
const lotNumber = singleLine(100).nullish();

/** Body of `updatePickLine`; what is absent stays. */
export const updatePickLineBody = z.strictObject({
  /** A bare number in the unit that was ordered. */
  quantity: quantityInput.optional(),
  storageLocationID: storageLocationID.optional(),
  lotNumber,
});
export type UpdatePickLineInput = z.output<typeof updatePickLineBody>;

/**
 * Plans another quantity, place or lot. 409 `pick_line_not_planned` once it is picked; `insufficient_stock` where the
 * place has less, `not_reserved` where the order has less reserved, `location_closed`, `lot_expired`; 400 for a lot of
 * another item.
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

/** Body of `pickPickLine`: what was found, where that is not what was planned. */
export const pickPickLineBody = z.strictObject({
  /** A bare number in the unit that was ordered; 0 where nothing was there. */
  quantity: nonNegativeQuantityInput.optional(),
  storageLocationID: storageLocationID.optional(),
  lotNumber,
});
export type PickPickLineInput = z.output<typeof pickPickLineBody>;

/**
 * Takes a planned line to the packing place. Found fewer, the rest is freed and planned in another place where there is
 * one. 409 `more_than_planned`, `pick_line_not_planned`, and as `updatePickLine`.
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
 * Takes a line back: a planned one is freed, a picked one goes back to where it came from, or to the place given.
 * 409 `pick_line_packed` where it is in a shipment, `location_closed`.
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
