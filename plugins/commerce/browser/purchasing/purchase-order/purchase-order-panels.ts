import { defineSlot } from '@millwright/core/browser';
import type { PurchaseOrder } from '../../../contracts/index.ts';

/** Panels of other plugins below a purchase order's facts, such as its EDI documents. */
export const purchaseOrderPanels = defineSlot<{ order: PurchaseOrder }>('commerce.purchase-order.panels');
