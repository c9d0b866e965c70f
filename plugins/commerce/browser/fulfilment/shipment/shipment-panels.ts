import { defineSlot } from '@millwright/core/browser';
import type { Shipment } from '../../../contracts/index.ts';

/** Panels of other plugins below a shipment's facts, such as its EDI documents. */
export const shipmentPanels = defineSlot<{ shipment: Shipment }>('commerce.shipment.panels');
