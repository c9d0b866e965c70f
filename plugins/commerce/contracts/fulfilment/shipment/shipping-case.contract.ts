import {
  binaryReply,
  endpoint,
  filterValue,
  idOf,
  nameLine,
  noContent,
  nonNegativeMoney,
  positiveMeasure,
  quantity,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { carrierReference } from '../../terms/carrier/carrier.contract.ts';
import { shippingLabel } from '../carrier-service/label-state.ts';

/** Largest number of cases in a shipment. */
export const mostShippingCases = 500;

/** Id of a case in requests. */
export const shippingCaseReference = idOf('shc', 'Shipping case is required');

/** Content of a case: a quantity of an order line and lot. */
export const shippingCaseContent = z.object({
  /** `shl_...`: the shipment line, which stands for an order line and a lot. */
  shipmentLineID: z.string(),
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
export type ShippingCaseContent = z.output<typeof shippingCaseContent>;

/** A case of a shipment (spec commerce section 3). Weights in pounds, measures in inches. */
export const shippingCase = z.object({
  /** `shc_...` */
  id: z.string(),
  shipmentID: z.string(),
  /** The shipment's number with a suffix, `1042-2` for its second case. */
  number: z.string(),
  /** Weighed, or set to the estimate; null before. */
  freightWeight: z.number().nullable(),
  /** By the pack sizes of its contents. */
  estimatedWeight: z.number(),
  /** The carrier's charge, in the account's currency. */
  freightAmount: z.number().nullable(),
  length: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Replaces the shipment's carrier. */
  carrier: z.object({ id: z.string(), name: z.string() }).nullable(),
  trackingNumber: z.string().nullable(),
  /** Tracking page of the carrier; null without one. */
  trackingURL: z.string().nullable(),
  /** 18 digits; null without a company prefix. */
  sscc: z.string().nullable(),
  /** URL of the carrier's label, if one was bought. */
  shippingLabelUrl: z.string().nullable(),
  /** State of that label; null if none was requested. */
  label: shippingLabel.nullable(),
  shippedAt: z.iso.datetime().nullable(),
  contents: z.array(shippingCaseContent),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ShippingCase = z.output<typeof shippingCase>;

const trackingNumber = nameLine(60);

/** Body of `updateShippingCase`; null clears a value. */
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

/** Body of `updateShippingCaseContents`: the complete contents of the case. */
export const updateShippingCaseContentsBody = z.strictObject({
  contents: z
    .array(
      z.strictObject({
        shipmentLineID: idOf('shl', 'Line is required'),
        /** In the ordered unit. */
        quantity: positiveMeasure,
      }),
    )
    .max(1000, { error: 'At most 1000 lines' }),
  /** The case that goods are moved from and to first; absent: the other cases in order. */
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

/** Sets weight, measures, freight amount or tracking of a case; after shipping only tracking and freight amount. */
export const updateShippingCase = endpoint({
  name: 'updateShippingCase',
  method: 'PATCH',
  path: '/v1/shipment-cases/{shippingCaseID}',
  permission: 'shipments:update',
  summary: 'Changes a shipping case.',
  body: updateShippingCaseBody,
  reply: shippingCase,
});

/** Deletes an empty case; 409 `case_not_empty` for one with contents. */
export const deleteShippingCase = endpoint({
  name: 'deleteShippingCase',
  method: 'DELETE',
  path: '/v1/shipment-cases/{shippingCaseID}',
  permission: 'shipments:update',
  summary: 'Removes an empty shipping case.',
  reply: noContent,
});

/**
 * Sets the contents of a case: additional goods come from the other cases of the shipment, removed ones go to them. 409
 * `contents_do_not_sum` if the other cases have less.
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

/** Label formats: `pdf` of 4x6 inches for any printer, `zpl` for label printers of 203 dots per inch. */
export const cartonLabelFormats = ['pdf', 'zpl'] as const;
export type CartonLabelFormat = (typeof cartonLabelFormats)[number];

/** Query of carton labels. */
export const cartonLabelQuery = z.strictObject({ labelFormat: filterValue(z.enum(cartonLabelFormats)) });

/** The GS1 carton label of a case, with its SSCC as barcode; without an SSCC the case's own number. */
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
