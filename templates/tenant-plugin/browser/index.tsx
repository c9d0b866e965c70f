import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  { 'sample-records': () => import('./sample-record/sample-record-list.screen.tsx') },
  { slots: { 'commerce.sales-order.panels': () => import('./sample-record/order-sample-record.slot.tsx') } },
);
