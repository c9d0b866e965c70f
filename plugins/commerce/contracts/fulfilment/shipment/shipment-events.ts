import { defineEvent } from '@millwright/core/contracts';
import { z } from 'zod';
import { shipmentStates } from '../../document/shipment-states.ts';

const shipment = {
  shipmentID: z.string(),
  number: z.string(),
  orderID: z.string(),
  orderNumber: z.string(),
  customerID: z.string(),
};

/** Picked goods were packed into cases. */
export const shipmentPacked = defineEvent({
  type: 'commerce.shipment.packed',
  payload: z.object({ ...shipment, caseCount: z.int() }),
});

/** A shipment has left. */
export const shipmentShipped = defineEvent({
  type: 'commerce.shipment.shipped',
  payload: z.object({ ...shipment, caseCount: z.int(), trackingNumbers: z.array(z.string()) }),
});

/** A shipment was voided by one step: to packed, or unpacked. */
export const shipmentVoided = defineEvent({
  type: 'commerce.shipment.voided',
  payload: z.object({ ...shipment, from: z.enum(shipmentStates.those.live) }),
});

/** Every event of shipments. */
export const shipmentEvents = [shipmentPacked, shipmentShipped, shipmentVoided] as const;
