import { defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const receivingOrderRecordTypes = defineRecords([
  {
    type: 'receiving_order',
    prefix: 'rcv',
    label: 'Receiving order',
    permission: 'receiving_orders:read',
    path: '/dashboard/receiving-orders/{id}',
    // These fields follow from the lines of the purchase order, whose history has the changes.
    follows: ['quantity', 'lineCount', 'expectedOn'],
  },
]);

/** Screens of receiving (spec commerce section 2). */
export const receivingOrderScreens = defineScreenList([
  {
    name: 'receiving-orders',
    path: '/dashboard/receiving-orders',
    title: 'Receiving',
    needs: ['receiving_orders:read'],
    nav: {
      section: 'Buy',
      order: 30,
      icon: 'inbox',
      count: { list: 'listReceivingOrders', path: '/v1/receiving-orders', query: { status: 'at_dock' } },
    },
  },
  {
    name: 'receiving-order-create',
    path: '/dashboard/receiving-orders/create',
    title: 'Goods without an order',
    needs: ['receiving_orders:create', 'suppliers:read', 'items:read', 'units:read'],
  },
  {
    name: 'receiving-order',
    path: '/dashboard/receiving-orders/:receivingOrderID',
    title: 'Receiving order',
    needs: ['receiving_orders:read'],
  },
  {
    name: 'purchasing-settings',
    path: '/dashboard/purchasing-settings',
    title: 'Purchasing settings',
    needs: ['receiving_orders:read', 'sys_properties:read'],
    nav: { section: 'Settings', order: 66, icon: 'inbox' },
  },
  {
    name: 'receiving-dock',
    path: '/dashboard/receiving-orders/:receivingOrderID/dock',
    title: 'Dock',
    needs: ['receiving_orders:read', 'receiving_orders:update'],
  },
]);

/** Refusals of receiving. */
export const receivingOrderProblems = defineProblems({
  /** `details.lines` has the excess; raise the order (`raiseOrder`), or the account's tolerance. */
  over_receipt: { status: 409, message: 'More came than was ordered' },
  /** Everything has arrived, or the order is closed. */
  nothing_expected: { status: 409, message: 'Nothing of this is expected any more' },
  /** The goods have to be received first. */
  nothing_at_dock: { status: 409, message: 'Nothing of this waits at the dock' },
  /** There is no receipt to void. */
  nothing_received: { status: 409, message: 'Nothing of this was received' },
  /** The purchase order has to be issued first. */
  receiving_order_closed: { status: 409, message: 'The receiving order is closed' },
  /** The rejected goods have left already. */
  rejected_goods_returned: { status: 409, message: 'The rejected goods have been returned' },
});
