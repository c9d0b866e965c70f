import {
  addressInput,
  binaryReply,
  endpoint,
  idOf,
  nonNegativeMoney,
  positiveMeasure,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { carrierOptionReference, carrierReference } from '../../terms/carrier/carrier.contract.ts';
import { shippingTermReference } from '../../terms/shipping-term/shipping-term.contract.ts';
import { shipment } from '../shipment/shipment.contract.ts';
import { mostShippingCases, shippingCaseReference } from '../shipment/shipping-case.contract.ts';
import { carrierLabelFormats } from './carrier-port.ts';

const parcel = z.strictObject({
  /** In pounds. */
  weight: positiveMeasure,
  /** In inches. */
  length: positiveMeasure.nullish(),
  width: positiveMeasure.nullish(),
  height: positiveMeasure.nullish(),
});

/** Body of `estimateRate` (spec commerce section 7). */
export const estimateRateBody = z.strictObject({
  carrierID: carrierReference,
  carrierOptionID: carrierOptionReference.nullish(),
  /** Default: the account's address. */
  from: addressInput.nullish(),
  to: addressInput,
  parcels: z
    .array(parcel)
    .min(1, { error: 'At least one parcel is needed' })
    .max(mostShippingCases, { error: `At most ${mostShippingCases} parcels` }),
  /** Product lines of the goods: if all of them are exempt, freight is 0. */
  productLineIDs: z.array(idOf('pln')).max(500, { error: 'At most 500 product lines' }).optional(),
  customerID: customerReference.nullish(),
  /** Sum of sale lines less discount. */
  orderTotal: nonNegativeMoney.nullish(),
  /** Default: the customer's shipping term. */
  shippingTermID: shippingTermReference.nullish(),
});
export type EstimateRateInput = z.output<typeof estimateRateBody>;

/**
 * Estimated freight in the account's currency, in exact cents: by the shipping term's rules, else the carrier's rate,
 * else the account's freight rates. A failing carrier never results in 0: 409 `freight_rate_missing`, 409 and 503
 * `carrier_...`.
 */
export const estimateRate = endpoint({
  name: 'estimateRate',
  method: 'POST',
  path: '/v1/shipments/actions/estimate-rate',
  outside: true,
  reads: true,
  permission: 'shipments:read',
  summary: 'Estimates what a carrier takes for parcels.',
  body: estimateRateBody,
  reply: z.number(),
});

/** Body of `rateShipment`. */
export const rateShipmentBody = z.strictObject({ version: z.int().optional() });

/** Asks the carrier for the rate of each case and stores it as the case's freight amount. */
export const rateShipment = endpoint({
  name: 'rateShipment',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/actions/rate',
  outside: true,
  isLong: true,
  inTurn: true,
  permission: 'shipments:update',
  summary: 'Rates the cases of a shipment.',
  body: rateShipmentBody,
  reply: shipment,
});

const cases = z.array(shippingCaseReference).min(1).max(mostShippingCases).optional();

/** Body of `buyLabels`. */
export const buyLabelsBody = z.strictObject({
  /** Default: cases without a label. */
  shippingCaseIDs: cases,
  /** Default: the account's setting. */
  labelFormat: z.enum(carrierLabelFormats).optional(),
});
export type BuyLabelsInput = z.output<typeof buyLabelsBody>;

/**
 * Buys a label for each weighed case; `shippingCases[].label` shows the progress. Repeated requests buy a label once,
 * so a lost call can be repeated.
 */
export const buyLabels = endpoint({
  name: 'buyLabels',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/actions/buy-labels',
  status: 202,
  permission: 'shipments:update',
  summary: 'Buys the labels of a shipment from its carrier.',
  body: buyLabelsBody,
  reply: shipment,
});

/** Body of `voidLabels`. */
export const voidLabelsBody = z.strictObject({
  /** Default: all labels of the shipment. */
  shippingCaseIDs: cases,
  /** Marks labels as voided without asking the carrier: a person has returned them, or gives them up. */
  isDoneByHand: z.boolean().default(false),
});
export type VoidLabelsInput = z.output<typeof voidLabelsBody>;

/** Returns labels to the carrier; those that it does not take back are listed in `labelTasks`. */
export const voidLabels = endpoint({
  name: 'voidLabels',
  method: 'POST',
  path: '/v1/shipments/{shipmentID}/actions/void-labels',
  status: 202,
  permission: 'shipments:update',
  summary: 'Voids the labels of a shipment.',
  body: voidLabelsBody,
  reply: shipment,
});

/**
 * The carrier's labels of a shipment: a PDF with one 4x6 inch page per label, or ZPL. 409 `no_label` without labels.
 */
export const getCarrierLabels = endpoint({
  name: 'getCarrierLabels',
  method: 'GET',
  path: '/v1/shipments/{shipmentID}/papers/carrier-labels',
  outside: true,
  isLong: true,
  permission: 'shipments:read',
  summary: 'Prints the carrier’s labels of a shipment.',
  reply: binaryReply('application/*'),
});

/** The carrier's label of one case. */
export const getCarrierLabel = endpoint({
  name: 'getCarrierLabel',
  method: 'GET',
  path: '/v1/shipment-cases/{shippingCaseID}/carrier-label',
  outside: true,
  permission: 'shipments:read',
  summary: 'Prints the carrier’s label of a case.',
  reply: binaryReply('application/*'),
});
