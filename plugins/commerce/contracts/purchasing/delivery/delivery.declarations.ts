import { defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const deliveryRecordTypes = defineRecords([
  {
    type: 'delivery',
    prefix: 'dlv',
    label: 'Delivery',
    permission: 'receiving_orders:read',
    path: '/dashboard/deliveries/{id}',
  },
]);

/** Screens of deliveries (spec commerce section 2). */
export const deliveryScreens = defineScreenList([
  {
    name: 'deliveries',
    path: '/dashboard/deliveries',
    title: 'Deliveries',
    needs: ['receiving_orders:read'],
    nav: { section: 'Buy', order: 32, icon: 'clipboard' },
  },
  {
    name: 'delivery',
    path: '/dashboard/deliveries/:deliveryID',
    title: 'Delivery',
    needs: ['receiving_orders:read'],
  },
]);

/** Refusals of deliveries. */
export const deliveryProblems = defineProblems({
  /** Nothing was rejected, or the rejected goods have left already. */
  nothing_to_return: { status: 409, message: 'Nothing of this delivery waits to be returned' },
  /** The delivery is void, or was inspected already. */
  delivery_not_open: { status: 409, message: 'The delivery was accepted, rejected or voided already' },
});
