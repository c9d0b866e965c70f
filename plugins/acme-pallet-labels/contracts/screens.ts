import { defineScreenList } from '@millwright/core/contracts';

/** Screens of labels. */
export const palletLabelScreens = defineScreenList([
  {
    name: 'pallet-labels',
    path: '/dashboard/x/acme-pallet-labels/labels',
    title: 'Pallet labels',
    needs: ['pallet_labels:read'],
    nav: { section: 'Ship', order: 80, icon: 'printer' },
  },
]);
