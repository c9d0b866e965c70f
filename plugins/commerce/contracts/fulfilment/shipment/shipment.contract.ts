import {
  addressInput,
  addressSnapshot,
  binaryReply,
  emailAddress,
  endpoint,
  filterValue,
  holdStates,
  idOf,
  isoDateOrDateTime,
  listOf,
  listQuery,
  noContent,
  noteText,
  quantity,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { shipmentStates } from '../../document/shipment-states.ts';
import { carrierOptionReference, carrierReference } from '../../terms/carrier/carrier.contract.ts';
import { labelTask } from '../carrier-service/label-state.ts';
import { freightReason } from './freight.ts';
import { shipRefusal } from './ship-gate.ts';
import { cartonLabelQuery, shippingCase } from './shipping-case.contract.ts';

/** Id of a shipment in requests. */
export const shipmentReference = idOf('shp', 'Shipment is required');

const named = z.object({ id: z.string(), name: z.string() });

/** So much of an order line, of one lot, that leaves with the shipment. */
export const shipmentLine = z.object({
  /** `shl_...` */
  id: z.string(),
  orderLineID: z.string(),
  lineItemNumber: z.int(),
  itemID: z.string(),
  sku: z.string(),
  description: z.string(),
  lotID: z.string().nullable(),
  lotNumber: z.string().nullable(),
  /** In the unit that was ordered. */
  quantity,
});
export type ShipmentLine = z.output<typeof shipmentLine>;

const head = {
  /** `shp_...` */
  id: z.string(),
  number: z.string(),
  status: shipmentStates.view,
  order: z.object({ id: z.string(), number: z.string(), customerPO: z.string().nullable() }),
  orderID: z.string(),
  pickID: z.string().nullable(),
  customer: named.extend({ number: z.string(), status: holdStates.code }),
  carrier: named.extend({ code: z.string().nullable(), trackingUrlTemplate: z.string().nullable() }).nullable(),
  carrierOption: named.extend({ code: z.string() }).nullable(),
  /** Who brings it where that is no carrier of the list. */
  carrierName: z.string().nullable(),
  shipTo: addressSnapshot.nullable(),
  masterTrackingNumber: z.string().nullable(),
  trackingURL: z.string().nullable(),
  billOfLading: z.string().nullable(),
  caseCount: z.int(),
  /** Pounds: of the cases that were weighed, and by the pack sizes of what lies in them. */
  freightWeight: z.number(),
  estimatedWeight: z.number(),
  /** What the customer is charged; null until it ships. */
  freightAmount: z.number().nullable(),
  shippedAt: z.iso.datetime().nullable(),
  shippedBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** A shipment in lists. */
export const shipmentRow = z.object({ ...head, salesRep: named.nullable() });
export type ShipmentRow = z.output<typeof shipmentRow>;

/** A shipment with its cases (spec commerce section 3). */
export const shipment = z.object({
  ...head,
  invoiceID: z.string().nullable(),
  note: z.string().nullable(),
  voidedAt: z.iso.datetime().nullable(),
  shippingTerm: named.nullable(),
  lines: z.array(shipmentLine),
  shippingCases: z.array(shippingCase),
  isReadyToShip: z.boolean(),
  /** Why not. */
  refusals: z.array(shipRefusal),
  /** What the customer is charged, and why: as shipped, else as it would be now. */
  freight: z.object({ amount: z.number().nullable(), reason: freightReason }),
  /** Who is told that it has left. */
  recipients: z.array(z.string()),
  /** Labels that the carrier did not take back. */
  labelTasks: z.array(labelTask),
  /** Goods that came back for nobody, its order being closed short, and lie where they were packed until put away. */
  putAwayTasks: z.array(
    z.object({
      itemID: z.string(),
      sku: z.string(),
      lotNumber: z.string().nullable(),
      /** Base units. */
      quantity,
      storageLocation: named,
    }),
  ),
  /** Whether cases, contents and fields may change now. */
  isEditable: z.boolean(),
});
export type Shipment = z.output<typeof shipment>;

const ids = repeated(z.string().max(100));

const shipmentFilters = {
  /** `all`: void ones too. */
  status: filterValue(
    z.enum(['all', ...shipmentStates.codes], { error: `Must be one of all, ${shipmentStates.codes.join(', ')}` }),
  ),
  itemIDs: ids,
  customerIDs: ids,
  productLineIDs: ids,
  /** Types of their customers. */
  customerGroupIDs: ids,
  salesRepIDs: ids,
  carrierIDs: ids,
  orderIDs: ids,
  pickIDs: ids,
  /** Packed from this day or instant on, and until; a day is one of the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
  shippedStartDate: filterValue(isoDateOrDateTime),
  shippedEndDate: filterValue(isoDateOrDateTime),
};

/** Shipments, the newest first. `query` finds number, order, customer PO, customer, SSCC and tracking number. */
export const listShipments = endpoint({
  name: 'listShipments',
  method: 'GET',
  path: '/v1/shipments',
  permission: 'shipments:read',
  summary: 'Lists shipments.',
  query: listQuery({ sortBy: ['number', 'createdAt', 'shippedAt', 'customer'], filters: shipmentFilters }),
  reply: listOf(shipmentRow),
});

/** One shipment with its cases. */
export const getShipment = endpoint({
  name: 'getShipment',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}',
  permission: 'shipments:read',
  summary: 'Reads a shipment with its cases.',
  reply: shipment,
});

/** Body of `updateShipment`; null takes a value away. */
export const updateShipmentBody = z.strictObject({
  note: noteText.nullish(),
  carrierID: carrierReference.nullish(),
  /** Of the carrier; alone it brings its carrier along. */
  carrierOptionID: carrierOptionReference.nullish(),
  carrierName: singleLine(100).nullish(),
  shipTo: addressInput.optional(),
  billOfLading: singleLine(60).nullish(),
  masterTrackingNumber: singleLine(60).nullish(),
  version: z.int().optional(),
});
export type UpdateShipmentInput = z.output<typeof updateShipmentBody>;

/** Changes a shipment; once shipped only note, tracking number and bill of lading (409 `shipment_not_editable`). */
export const updateShipment = endpoint({
  name: 'updateShipment',
  method: 'PATCH',
  path: '/v1/shipments/{shipmentID}',
  permission: 'shipments:update',
  summary: 'Changes a shipment.',
  body: updateShipmentBody,
  reply: shipment,
});

/** Unpacks a shipment and takes it away; its number stays taken. 409 `shipment_shipped` for one that has left. */
export const deleteShipment = endpoint({
  name: 'deleteShipment',
  method: 'DELETE',
  path: '/v1/shipments/{shipmentID}',
  permission: 'shipments:delete',
  summary: 'Unpacks and deletes a shipment.',
  reply: noContent,
});

/** Adds an empty case. */
export const createShippingCase = endpoint({
  name: 'createShippingCase',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/cases',
  permission: 'shipments:update',
  summary: 'Adds a case to a shipment.',
  body: z.strictObject({}),
  reply: shipment,
});

/** Takes the estimated weight as the weight of every case that nobody has weighed. */
export const useEstimatedWeights = endpoint({
  name: 'useEstimatedWeights',
  method: 'PUT',
  path: '/v1/shipments/{shipmentID}/actions/use-estimates',
  permission: 'shipments:update',
  summary: 'Takes estimated weights for cases that nobody has weighed.',
  body: z.strictObject({}),
  reply: shipment,
});

/** Body of `shipShipment`. */
export const shipShipmentBody = z.strictObject({
  /** Mails the customer that it has left, with tracking. */
  emailCustomer: z.boolean().default(false),
  /** In place of the order's contacts. */
  recipients: z.array(emailAddress).max(20, { error: 'At most 20 addresses' }).optional(),
  /** Ships though the carrier's rate is not known; nothing is charged then. */
  withoutFreight: z.boolean().default(false),
  /** Refusals that the caller may override, each with why. */
  overrides: z
    .array(z.strictObject({ code: singleLine(60), reason: singleLine(500).min(3, { error: 'Say why' }) }))
    .max(20)
    .default([]),
  version: z.int().optional(),
});
export type ShipShipmentInput = z.output<typeof shipShipmentBody>;

/**
 * Lets a shipment leave: its stock goes out and what it holds is invoiced, in one step. 409 `shipment_not_ready`
 * lists all that keeps it in `errors`, 409 `shipment_shipped` for one that has left.
 */
export const shipShipment = endpoint({
  name: 'shipShipment',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/actions/ship',
  permission: 'shipments:update',
  summary: 'Ships a shipment.',
  body: shipShipmentBody,
  reply: shipment,
});

/**
 * Takes the last step back: a shipped one is packed again, its stock in the packing place, its invoice void; a packed
 * one is unpacked and void.
 */
export const voidShipment = endpoint({
  name: 'voidShipment',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/void',
  permission: 'shipments:update',
  status: 200,
  summary: 'Voids a shipment.',
  body: z.strictObject({ reason: singleLine(500).nullish(), version: z.int().optional() }),
  reply: shipment,
});

/** The packing slip that goes with the goods. No prices. */
export const getPackingSlip = endpoint({
  name: 'getPackingSlip',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}/papers/packing-slip',
  outside: true,
  permission: 'shipments:read',
  summary: 'Prints the packing slip of a shipment.',
  reply: binaryReply('application/pdf'),
});

/** The straight bill of lading, with its VICS number where the account has a company prefix. */
export const getBillOfLading = endpoint({
  name: 'getBillOfLading',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}/papers/bill-of-lading',
  outside: true,
  permission: 'shipments:read',
  summary: 'Prints the bill of lading of a shipment.',
  reply: binaryReply('application/pdf'),
});

/** The carton labels of all cases, one page each. */
export const getCartonLabels = endpoint({
  name: 'getCartonLabels',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}/papers/carton-labels',
  outside: true,
  isLong: true,
  permission: 'shipments:read',
  summary: 'Prints the carton labels of a shipment.',
  query: cartonLabelQuery,
  reply: binaryReply('application/*'),
});
