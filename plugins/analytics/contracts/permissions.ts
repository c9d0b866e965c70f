import { definePermissions } from '@millwright/core/contracts';

/**
 * Permissions for figures. They are domains of their own, because a portal customer may read own orders but has no
 * analytics.
 */
export const analyticsPermissions = definePermissions([
  {
    code: 'sales_analytics',
    name: 'Sales analytics',
    group: 'reports',
    description: 'Figures of sales, orders, deliveries and new customers.',
    defaults: { user: 'r', sales_rep: 'r' },
  },
  {
    code: 'material_analytics',
    name: 'Material analytics',
    group: 'reports',
    description: 'Figures of materials: what is needed of them, and what came in.',
    defaults: { user: 'r' },
  },
  {
    code: 'production_analytics',
    name: 'Production analytics',
    group: 'reports',
    description: 'Figures of batches: what is open, what it cost, and how fast it was made.',
    defaults: { user: 'r' },
  },
]);
