import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Permissions for purchase orders (spec commerce section 6), with the defaults of each role type. */
export const purchaseOrderPermissions = definePermissions([
  {
    code: 'purchase_orders',
    name: 'Purchase orders',
    group: 'purchasing',
    description: 'Orders at suppliers.',
    defaults: { user: 'crud' },
  },
]);

/** Fields that follow from deliveries, whose receiving orders tell the changes. */
const received = ['quantityReceived', 'quantityRejected', 'quantityStocked'];

export const purchaseOrderRecordTypes = defineRecords([
  {
    type: 'purchase_order',
    prefix: 'po',
    label: 'Purchase order',
    permission: 'purchase_orders:read',
    path: '/dashboard/purchase-orders/{id}',
    follows: received,
  },
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
]);

/** Permissions to read the records that order forms refer to. */
const orderChoices = ['suppliers:read', 'items:read', 'units:read', 'payment_terms:read'] as const;

/** Screens of purchase orders. */
export const purchaseOrderScreens = defineScreenList([
  {
    name: 'purchase-orders',
    path: '/dashboard/purchase-orders',
    title: 'Purchase orders',
    needs: ['purchase_orders:read'],
    nav: { section: 'Buy', order: 20, icon: 'document', shortcut: 'g r' },
  },
  {
    name: 'purchase-order-create',
    path: '/dashboard/purchase-orders/create',
    title: 'New purchase order',
    needs: ['purchase_orders:create', ...orderChoices],
  },
  {
    name: 'purchase-orders-expected',
    path: '/dashboard/purchase-orders/expected',
    title: 'Expected goods',
    needs: ['purchase_orders:read'],
    nav: { section: 'Buy', order: 22, icon: 'calendar' },
  },
  {
    name: 'purchase-order',
    path: '/dashboard/purchase-orders/:orderID',
    title: 'Purchase order',
    needs: ['purchase_orders:read'],
  },
  {
    name: 'purchase-order-edit',
    path: '/dashboard/purchase-orders/:orderID/edit',
    title: 'Edit purchase order',
    needs: ['purchase_orders:update', ...orderChoices],
  },
]);

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
