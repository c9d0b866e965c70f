import { defineScreenList } from '@millwright/core/contracts';

/** Screens of sales targets (spec commerce section 2). */
export const salesTargetScreens = defineScreenList([
  {
    name: 'sales-targets',
    path: '/dashboard/sales-targets',
    title: 'Sales targets',
    needs: ['sales_targets:read'],
    nav: { section: 'Sell', order: 50, icon: 'target' },
  },
]);
