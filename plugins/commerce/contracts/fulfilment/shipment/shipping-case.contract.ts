import {
  binaryReply,
  endpoint,
  filterValue,
  idOf,
  noContent,
  nonNegativeMoney,
  positiveMeasure,
  quantity,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { carrierReference } from '../../terms/carrier/carrier.contract.ts';
import { shippingLabel } from '../carrier-service/label-state.ts';

/** Most cases of a shipment. */
export const mostShippingCases = 500;

/** Id of a case in requests. */
export const shippingCaseReference = idOf('shc', 'Shipping case is required');

/** What lies in a case: so much of an order line, of one lot. */
export const shippingCaseContent = z.object({
  /** `shl_...`: the line of the shipment, which is an order line and a lot. */
  shipmentLineID: z.string(),
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
export type ShippingCaseContent = z.output<typeof shippingCaseContent>;

/** A case of a shipment (spec commerce section 3). Weights are pounds, measures inches. */
export const shippingCase = z.object({
  /** `shc_...` */
  id: z.string(),
  shipmentID: z.string(),
  /** Of the shipment, `1042-2` for its second case. */
  number: z.string(),
  /** Weighed, or the estimate taken over; null until then. */
  freightWeight: z.number().nullable(),
  /** By the pack sizes of what lies in it. */
  estimatedWeight: z.number(),
  /** What the carrier takes for it, in the account's currency. */
  freightAmount: z.number().nullable(),
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** In place of the shipment's carrier. */
  carrier: z.object({ id: z.string(), name: z.string() }).nullable(),
  trackingNumber: z.string().nullable(),
  /** The carrier's page; null without one. */
  trackingURL: z.string().nullable(),
  /** 18 digits; null while the account has no company prefix. */
  sscc: z.string().nullable(),
  /** The carrier's label, where one was bought. */
  shippingLabelUrl: z.string().nullable(),
  /** How far that label is; null where nobody has asked for one. */
  label: shippingLabel.nullable(),
  shippedAt: z.iso.datetime().nullable(),
  contents: z.array(shippingCaseContent),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ShippingCase = z.output<typeof shippingCase>;

const trackingNumber = singleLine(60);

/** Body of `updateShippingCase`; null takes a value away. */
export const updateShippingCaseBody = z.strictObject({
  freightWeight: positiveMeasure.nullish(),
  freightAmount: nonNegativeMoney.nullish(),
  length: positiveMeasure.nullish(),
  width: positiveMeasure.nullish(),
  height: positiveMeasure.nullish(),
  carrierID: carrierReference.nullish(),
  trackingNumber: trackingNumber.nullish(),
  version: z.int().optional(),
});
export type UpdateShippingCaseInput = z.output<typeof updateShippingCaseBody>;

/** Body of `updateShippingCaseContents`: everything that shall lie in the case. */
export const updateShippingCaseContentsBody = z.strictObject({
  contents: z
    .array(
      z.strictObject({
        shipmentLineID: idOf('shl', 'Line is required'),
        /** In the unit that was ordered. */
        quantity: positiveMeasure,
      }),
    )
    .max(1000, { error: 'At most 1000 lines' }),
  /** Where more comes from and less goes to first; without it the other cases in their order. */
  otherCaseID: shippingCaseReference.nullish(),
  version: z.int().optional(),
});
export type UpdateShippingCaseContentsInput = z.output<typeof updateShippingCaseContentsBody>;

/** One case with what lies in it. */
export const getShippingCase = endpoint({
  name: 'getShippingCase',
  method: 'GET',
  path: '/v1/shipment-cases/{shippingCaseID}',
  permission: 'shipments:read',
  summary: 'Reads a shipping case with its contents.',
  reply: shippingCase,
});

/** Weighs, measures, rates or tracks a case; once shipped only tracking and freight amount can change. */
export const updateShippingCase = endpoint({
  name: 'updateShippingCase',
  method: 'PATCH',
  path: '/v1/shipment-cases/{shippingCaseID}',
  permission: 'shipments:update',
  summary: 'Changes a shipping case.',
  body: updateShippingCaseBody,
  reply: shippingCase,
});

/** Takes an empty case away; 409 `case_not_empty` while something lies in it. */
export const deleteShippingCase = endpoint({
  name: 'deleteShippingCase',
  method: 'DELETE',
  path: '/v1/shipment-cases/{shippingCaseID}',
  permission: 'shipments:update',
  summary: 'Removes an empty shipping case.',
  reply: noContent,
});

/**
 * Makes the contents of a case what is given: what it gets comes from the other cases of the shipment, what it gives
 * up goes to them. 409 `contents_do_not_sum` where the other cases have less.
 */
export const updateShippingCaseContents = endpoint({
  name: 'updateShippingCaseContents',
  method: 'PUT',
  path: '/v1/shipment-cases/{shippingCaseID}/contents',
  permission: 'shipments:update',
  summary: 'Moves contents between the cases of a shipment.',
  body: updateShippingCaseContentsBody,
  reply: shippingCase,
});

/** How labels come: `pdf` of 4x6 inches for any printer, `zpl` for label printers of 203 dots an inch. */
export const cartonLabelFormats = ['pdf', 'zpl'] as const;
export type CartonLabelFormat = (typeof cartonLabelFormats)[number];

/** Query of carton labels. */
export const cartonLabelQuery = z.strictObject({ labelFormat: filterValue(z.enum(cartonLabelFormats)) });

/** The GS1 carton label of a case, with its SSCC as a barcode; without one the case's own number. */
export const getShippingCaseLabels = endpoint({
  name: 'getShippingCaseLabels',
  method: 'GET',
  path: '/v1/shipment-cases/{shippingCaseID}/labels',
  outside: true,
  permission: 'shipments:read',
  summary: 'Prints the carton label of a case.',
  query: cartonLabelQuery,
  reply: binaryReply('application/*'),
});
