import { defineSlot } from '@millwright/core/browser';
import type { SalesOrder } from '../../../contracts/index.ts';

/** Panels of other plugins below an order's facts: what is in production for it, its EDI documents. */
export const orderPanels = defineSlot<{ order: SalesOrder }>('commerce.sales-order.panels');
