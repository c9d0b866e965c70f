import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';

const shipment = { shipmentID: z.string(), number: z.string(), orderID: z.string() };

/** Labels of a shipment have to be bought or voided. */
export const labelsWanted = defineEvent({ type: 'commerce.shipment.labels-wanted', payload: z.object(shipment) });

/** Labels were bought. */
export const labelsBought = defineEvent({
  type: 'commerce.shipment.labels-bought',
  payload: z.object({ ...shipment, trackingNumbers: z.array(z.string()) }),
});

/** Buying or voiding a label failed permanently. */
export const labelFailed = defineEvent({
  type: 'commerce.shipment.label-failed',
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
