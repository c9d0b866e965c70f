import { defineScreenList, type PermissionCode } from '@millwright/core/contracts';

/**
 * Permissions that the spec requires for analytics pages (operations section 6), besides the permission for the
 * figures.
 */
const sales = [
  'sales_analytics:read',
  'sales_orders:read',
  'customers:read',
  'customer_groups:read',
  'product_lines:read',
  'team_users:read',
] as const satisfies readonly PermissionCode[];
const production = [
  'production_analytics:read',
  'items:read',
  'product_lines:read',
] as const satisfies readonly PermissionCode[];
const section = 'Insights';

/** Screens of figures (spec operations section 2). */
export const analyticsScreens = defineScreenList([
  {
    name: 'order-analytics',
    path: '/dashboard/order-analytics',
    title: 'Order analytics',
    needs: sales,
    nav: { section, order: 20, icon: 'chart' },
  },
  {
    name: 'order-data',
    path: '/dashboard/order-data',
    title: 'Sales data',
    needs: ['invoices:read', ...sales],
    nav: { section, order: 10, icon: 'receipt' },
  },
  {
    name: 'quarterly-orders',
    path: '/dashboard/quarterly-orders',
    title: 'Quarterly orders',
    needs: sales,
    nav: { section, order: 30, icon: 'calendar' },
  },
  {
    name: 'delivery-analytics',
    path: '/dashboard/delivery-analytics',
    title: 'Delivery analytics',
    needs: sales,
    nav: { section, order: 40, icon: 'truck' },
  },
  {
    name: 'products-on-order',
    path: '/dashboard/products-on-order',
    title: 'Products on order',
    needs: sales,
    nav: { section, order: 50, icon: 'box' },
  },
  {
    name: 'material-analytics',
    path: '/dashboard/material-analytics',
    title: 'Material analytics',
    needs: ['material_analytics:read', 'materials:read', 'suppliers:read', 'sales_orders:read'],
    // Regardless of their permissions (spec operations section 6).
    blockedFor: ['sales_rep'],
    nav: { section, order: 60, icon: 'layers' },
  },
  {
    name: 'open-batches',
    path: '/dashboard/open-batches',
    title: 'Open batches',
    needs: production,
    nav: { section, order: 70, icon: 'clock' },
  },
  {
    name: 'production-costs',
    path: '/dashboard/production-costs',
    title: 'Production costs',
    needs: production,
    nav: { section, order: 72, icon: 'factory' },
  },
  {
    name: 'production-efficiency',
    path: '/dashboard/production-efficiency',
    title: 'Production efficiency',
    needs: production,
    nav: { section, order: 74, icon: 'check' },
  },
  {
    name: 'manufacturing-analytics',
    path: '/dashboard/manufacturing-analytics',
    title: 'Manufacturing analytics',
    needs: production,
    nav: { section, order: 76, icon: 'columns' },
  },
  {
    name: 'scheduled-reports',
    path: '/dashboard/scheduled-reports',
    title: 'Reports by mail',
    needs: ['sales_analytics:read'],
    nav: { section, order: 80, icon: 'mail' },
  },
]);
