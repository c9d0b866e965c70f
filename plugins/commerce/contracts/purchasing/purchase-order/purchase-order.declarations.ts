import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { purchaseOrders } from './purchase-order.contract.ts';

/** Fields that follow from deliveries, whose receiving orders tell the changes. */
const received = ['quantityReceived', 'quantityRejected', 'quantityStocked'];

/** Permissions, record types and screens of purchase orders (spec commerce sections 2 and 6). */
export const purchaseOrderDeclarations = recordDeclarations(purchaseOrders, {
  rights: {
    group: 'purchasing',
    description: 'Orders at suppliers.',
    defaults: { user: 'crud' },
  },
  nav: { section: 'Buy', order: 20, icon: 'document', shortcut: 'g r' },
  record: { follows: received },
  formNeeds: ['suppliers:read', 'items:read', 'units:read', 'payment_terms:read'],
  moreRecords: [
    {
      type: 'purchase_order_line',
      prefix: 'pol',
      label: 'Purchase order line',
      permission: 'purchase_orders:read',
      // A line is shown with its order and has no screen of its own.
      path: '/dashboard/purchase-orders',
      toldBy: 'purchase_order',
      follows: received,
    },
  ],
  moreScreens: [
    {
      name: 'purchase-orders-expected',
      path: '/dashboard/purchase-orders/expected',
      title: 'Expected goods',
      needs: ['purchase_orders:read'],
      nav: { section: 'Buy', order: 22, icon: 'calendar' },
    },
  ],
});

/** Refusals of purchase orders. */
export const purchaseOrderProblems = defineProblems({
  /** `details.allowed` has the allowed codes. */
  invalid_purchase_status: { status: 409, message: 'The order cannot take this status' },
  supplier_inactive: { status: 409, message: 'Nobody buys from this supplier any more' },
  /** Enter a price, or add the item to the supplier's items. */
  item_not_supplied: { status: 409, message: 'The supplier does not supply this item' },
  purchase_order_not_editable: { status: 409, message: 'The order is fulfilled or completed and cannot be changed' },
  purchase_order_not_deletable: { status: 409, message: 'Only drafts and requests for quotation can be deleted' },
  /** Something of the line was received. */
  purchase_line_in_progress: { status: 409, message: 'Something of the line was received' },
});
