import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'order-analytics': () => import('./order-analytics.screen.tsx'),
    'order-data': () => import('./order-data.screen.tsx'),
    'quarterly-orders': () => import('./quarterly-orders.screen.tsx'),
    'delivery-analytics': () => import('./delivery-analytics.screen.tsx'),
    'products-on-order': () => import('./products-on-order.screen.tsx'),
    'material-analytics': () => import('./material-analytics.screen.tsx'),
    'open-batches': () => import('./open-batches.screen.tsx'),
    'production-costs': () => import('./production-costs.screen.tsx'),
    'production-efficiency': () => import('./production-efficiency.screen.tsx'),
    'scheduled-reports': () => import('./scheduled-reports.screen.tsx'),
    'manufacturing-analytics': () => import('./manufacturing-analytics.screen.tsx'),
  },
  {
    slots: {
      'dashboard.cards': () => import('./dashboard/dashboard-figures.slot.tsx'),
      'commerce.sales-targets.panels': () => import('./sales-target/sales-target-chart.slot.tsx'),
    },
  },
);
