import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const shipment = { shipmentID: z.string(), number: z.string(), orderID: z.string() };

/** Labels of a shipment have to be bought or voided. */
export const labelsWanted = defineEvent({
  type: 'commerce.shipment.labels-wanted',
  isInternal: 'A job of the platform buys or voids the labels; labels-bought and label-failed tell the result',
  payload: z.object(shipment),
});

/** Labels were bought. */
export const labelsBought = defineEvent({
  type: 'commerce.shipment.labels-bought',
  isPublic: true,
  sentence: 'Labels of a shipment were bought.',
  record: 'shipment',
  example: {
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    number: '5021',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    trackingNumbers: ['1Z999AA10123456784'],
  },
  payload: z.object({ ...shipment, trackingNumbers: z.array(z.string()) }),
});

/** Buying or voiding a label failed permanently. */
export const labelFailed = defineEvent({
  type: 'commerce.shipment.label-failed',
  isPublic: true,
  sentence: 'Buying or voiding a label failed for good.',
  record: 'shipment',
  example: {
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    number: '5021',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    caseNumber: '1',
    what: 'buy',
    code: 'address_unknown',
    message: 'The carrier does not know this address',
    requestedByID: null,
  },
  payload: z.object({
    ...shipment,
    caseNumber: z.string(),
    what: z.enum(['buy', 'void']),
    code: z.string(),
    message: z.string(),
    requestedByID: z.string().nullable(),
  }),
});

/** Every event of carriers' labels. */
export const labelEvents = [labelsWanted, labelsBought, labelFailed] as const;
