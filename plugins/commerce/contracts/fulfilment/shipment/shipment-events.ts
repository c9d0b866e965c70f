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
  isPublic: true,
  sentence: 'Picked goods were packed into cases.',
  record: 'shipment',
  example: {
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    number: '5021',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    orderNumber: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    caseCount: 2,
  },
  payload: z.object({ ...shipment, caseCount: z.int() }),
});

/** A shipment has left. */
export const shipmentShipped = defineEvent({
  type: 'commerce.shipment.shipped',
  isPublic: true,
  sentence: 'A shipment has left.',
  record: 'shipment',
  example: {
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    number: '5021',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    orderNumber: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    caseCount: 2,
    trackingNumbers: ['1Z999AA10123456784'],
  },
  payload: z.object({ ...shipment, caseCount: z.int(), trackingNumbers: z.array(z.string()) }),
});

/** A shipment was voided by one step: to packed, or unpacked. */
export const shipmentVoided = defineEvent({
  type: 'commerce.shipment.voided',
  isPublic: true,
  sentence: 'A shipment was voided by one step.',
  record: 'shipment',
  example: {
    shipmentID: 'shp_01kb7m0m4sf9e7j3n8w2y6b5kg',
    number: '5021',
    orderID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9c',
    orderNumber: '1042',
    customerID: 'cus_01kb7m0w1nf8atk2v6c9d4e7gh',
    from: 'shipped',
  },
  payload: z.object({ ...shipment, from: z.enum(shipmentStates.those.live) }),
});

/** Every event of shipments. */
export const shipmentEvents = [shipmentPacked, shipmentShipped, shipmentVoided] as const;
