import { defineScreenList } from '@millwright/core/contracts';

/** Screens of the plugin. */
export const samplePluginScreens = defineScreenList([
  {
    name: 'sample-records',
    path: '/dashboard/x/sample-plugin/sample-records',
    title: 'Sample records',
    needs: ['sample_records:read', 'sales_orders:read'],
    nav: { section: 'Sell', order: 80, icon: 'note' },
  },
]);
