import { defineProblems, recordDeclarations } from '@millwright/core/contracts';
import { receivingOrders } from './receiving-order.contract.ts';

/** Record type and screens of receiving (spec commerce section 2). */
export const receivingOrderDeclarations = recordDeclarations(receivingOrders, {
  nav: {
    section: 'Buy',
    order: 30,
    icon: 'inbox',
    count: { list: 'listReceivingOrders', path: '/v1/receiving-orders', query: { status: 'at_dock' } },
  },
  // These fields follow from the lines of the purchase order, whose history has the changes.
  record: { follows: ['quantity', 'lineCount', 'expectedOn'] },
  createTitle: 'Goods without an order',
  createNeeds: ['suppliers:read', 'items:read', 'units:read'],
  hasEditScreen: false,
  moreScreens: [
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
  ],
});

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
