import {
  addressInput,
  addressSnapshot,
  binaryReply,
  endpoint,
  filterValue,
  holdStates,
  idOf,
  isoDateOrDateTime,
  listOf,
  listQuery,
  mailAddresses,
  mailedFileIDs,
  nameLine,
  noContent,
  noteText,
  quantity,
  repeated,
  shownMoney,
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

/** A quantity of an order line and lot in the shipment. */
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
  /** In the ordered unit. */
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
  /** Carrier that is not in the list of carriers. */
  carrierName: z.string().nullable(),
  shipTo: addressSnapshot.nullable(),
  masterTrackingNumber: z.string().nullable(),
  trackingURL: z.string().nullable(),
  billOfLading: z.string().nullable(),
  caseCount: z.int(),
  /** In pounds: weight of the weighed cases, and estimate by pack sizes. */
  freightWeight: z.number(),
  estimatedWeight: z.number(),
  /** The customer's charge; null until shipped. */
  freightAmount: shownMoney.nullable(),
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
  /** Reasons why not. */
  refusals: z.array(shipRefusal),
  /** The customer's charge with its reason: as shipped, or as it would be now. */
  freight: z.object({ amount: z.number().nullable(), reason: freightReason }),
  /** Recipients of the shipping mail. */
  recipients: z.array(z.string()),
  /** Labels that the carrier did not take back. */
  labelTasks: z.array(labelTask),
  /**
   * Unreserved goods of a voided shipment whose order was closed short; they lie in the packing place until they are
   * put away.
   */
  putAwayTasks: z.array(
    z.object({
      itemID: z.string(),
      sku: z.string(),
      lotNumber: z.string().nullable(),
      /** In base units. */
      quantity,
      storageLocation: named,
    }),
  ),
  /** Whether cases, contents and fields can be changed now. */
  isEditable: z.boolean(),
});
export type Shipment = z.output<typeof shipment>;

const ids = repeated(z.string().max(100));

const shipmentFilters = {
  /** `all` includes void shipments. */
  status: filterValue(
    z.enum(['all', ...shipmentStates.codes], { error: `Must be one of all, ${shipmentStates.codes.join(', ')}` }),
  ),
  itemIDs: ids,
  customerIDs: ids,
  productLineIDs: ids,
  /** Customer types. */
  customerGroupIDs: ids,
  salesRepIDs: ids,
  carrierIDs: ids,
  orderIDs: ids,
  pickIDs: ids,
  /** Packed on or after this day or instant, and on or before `endDate`; days are in the account's time zone. */
  startDate: filterValue(isoDateOrDateTime),
  endDate: filterValue(isoDateOrDateTime),
  shippedStartDate: filterValue(isoDateOrDateTime),
  shippedEndDate: filterValue(isoDateOrDateTime),
};

/** Shipments, the newest first. `query` matches number, order, customer PO, customer, SSCC and tracking number. */
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

/** Body of `updateShipment`; null clears a value. */
export const updateShipmentBody = z.strictObject({
  note: noteText.nullish(),
  carrierID: carrierReference.nullish(),
  /** A service of the carrier; without a carrier it sets the service's carrier too. */
  carrierOptionID: carrierOptionReference.nullish(),
  carrierName: nameLine(100).nullish(),
  shipTo: addressInput.optional(),
  billOfLading: nameLine(60).nullish(),
  masterTrackingNumber: nameLine(60).nullish(),
  version: z.int().optional(),
});
export type UpdateShipmentInput = z.output<typeof updateShipmentBody>;

/** Changes a shipment; after shipping only note, tracking number and bill of lading (409 `shipment_not_editable`). */
export const updateShipment = endpoint({
  name: 'updateShipment',
  method: 'PATCH',
  path: '/v1/shipments/{shipmentID}',
  permission: 'shipments:update',
  summary: 'Changes a shipment.',
  body: updateShipmentBody,
  reply: shipment,
});

/** Unpacks and deletes a shipment; its number is not reused. 409 `shipment_shipped` for a shipped one. */
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

/** Sets the weight of every unweighed case to its estimate. */
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
  /** Mails the customer that the shipment has left, with tracking numbers. */
  emailCustomer: z.boolean().default(false),
  /** Replaces the order's contacts. */
  recipients: mailAddresses.optional(),
  /** Files of the shipment that go along with the mail. */
  fileIDs: mailedFileIDs,
  /** Ships even if the carrier's rate is unknown, without a charge. */
  withoutFreight: z.boolean().default(false),
  /** Refusals that the caller overrides, each with a reason. */
  overrides: z
    .array(z.strictObject({ code: singleLine(60), reason: nameLine(500).min(3, { error: 'Say why' }) }))
    .max(20)
    .default([]),
  version: z.int().optional(),
});
export type ShipShipmentInput = z.output<typeof shipShipmentBody>;

/**
 * Ships a shipment: its stock is issued and it is invoiced, in one transaction. 409 `shipment_not_ready` with all
 * refusals in `errors`, 409 `shipment_shipped` for a shipped one.
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
 * Undoes the last step: a shipped shipment becomes packed again, with its stock in the packing place and its invoice
 * void; a packed one is unpacked and void.
 */
export const voidShipment = endpoint({
  name: 'voidShipment',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/void',
  permission: 'shipments:update',
  status: 200,
  summary: 'Voids a shipment.',
  body: z.strictObject({ reason: nameLine(500).nullish(), version: z.int().optional() }),
  reply: shipment,
});

/** The packing slip for the goods, without prices. */
export const getPackingSlip = endpoint({
  name: 'getPackingSlip',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}/papers/packing-slip',
  outside: true,
  permission: 'shipments:read',
  summary: 'Prints the packing slip of a shipment.',
  reply: binaryReply('application/pdf'),
});

/** The straight bill of lading, with a VICS number if the account has a company prefix. */
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

/** Words and endpoint of shipments. */
export const shipments = {
  type: 'shipment',
  prefix: 'shp',
  words: ['shipment', 'shipments'],
  home: '/dashboard/shipping',
  get: getShipment,
} as const;
