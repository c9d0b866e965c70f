import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'order-analytics': () => import('./orders/order-analytics.screen.tsx'),
    'order-data': () => import('./orders/order-data.screen.tsx'),
    'quarterly-orders': () => import('./orders/quarterly-orders.screen.tsx'),
    'delivery-analytics': () => import('./delivery-analytics.screen.tsx'),
    'products-on-order': () => import('./orders/products-on-order.screen.tsx'),
    'material-analytics': () => import('./production/material-analytics.screen.tsx'),
    'open-batches': () => import('./production/open-batches.screen.tsx'),
    'production-costs': () => import('./production/production-costs.screen.tsx'),
    'production-efficiency': () => import('./production/production-efficiency.screen.tsx'),
    'scheduled-reports': () => import('./scheduled-reports.screen.tsx'),
    'manufacturing-analytics': () => import('./production/manufacturing-analytics.screen.tsx'),
  },
  {
    slots: {
      'dashboard.cards': () => import('./dashboard/dashboard-figures.slot.tsx'),
      'commerce.sales-targets.panels': () => import('./sales-target/sales-target-chart.slot.tsx'),
    },
  },
);
