import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over purchase orders (spec commerce section 6), with what each role type has out of the box. */
export const purchaseOrderPermissions = definePermissions([
  {
    code: 'purchase_orders',
    name: 'Purchase orders',
    group: 'purchasing',
    description: 'Orders at suppliers.',
    defaults: { user: 'crud' },
  },
]);

export const purchaseOrderRecordTypes = defineRecords([
  {
    type: 'purchase_order',
    prefix: 'po',
    label: 'Purchase order',
    permission: 'purchase_orders:read',
    path: '/dashboard/purchase-orders/{id}',
  },
  {
    type: 'purchase_order_line',
    prefix: 'pol',
    label: 'Purchase order line',
    permission: 'purchase_orders:read',
    // A line is shown with its order; nothing links to one alone.
    path: '/dashboard/purchase-orders',
    toldBy: 'purchase_order',
  },
]);

/** What the order forms choose from. */
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

/** What purchase orders refuse. */
export const purchaseOrderProblems = defineProblems({
  /** `details.allowed` has the codes that are. */
  invalid_purchase_status: { status: 409, message: 'The order cannot take this status' },
  supplier_inactive: { status: 409, message: 'Nobody buys from this supplier any more' },
  /** Enter a price, or add the item to what the supplier supplies. */
  item_not_supplied: { status: 409, message: 'The supplier does not supply this item' },
  purchase_order_not_editable: { status: 409, message: 'The order is fulfilled or completed and cannot be changed' },
  purchase_order_not_deletable: { status: 409, message: 'Only drafts and requests for quotation can be deleted' },
  /** Something of the line was received. */
  purchase_line_in_progress: { status: 409, message: 'Something of the line was received' },
});
