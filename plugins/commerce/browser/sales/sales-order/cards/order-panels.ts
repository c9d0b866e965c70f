import { defineSlot } from '@millwright/core/browser';
import type { SalesOrder } from '../../../../contracts/index.ts';

/** Panels of other plugins below an order's facts, such as production and EDI documents. */
export const orderPanels = defineSlot<{ order: SalesOrder }>('commerce.sales-order.panels');
