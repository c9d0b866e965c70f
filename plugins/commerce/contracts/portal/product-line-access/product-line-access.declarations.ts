import { definePermissions, defineProblems, defineScreenList } from '@millwright/core/contracts';

/** Permissions for limits of product lines (spec commerce section 6), with the defaults of each role type. */
export const productLineAccessPermissions = definePermissions([
  {
    code: 'product_line_access',
    name: 'Product line access',
    group: 'customer portals',
    description: 'Which product lines a customer or a group may order.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

/** Screens of product line limits. */
export const relevantProductScreens = defineScreenList([
  {
    name: 'relevant-products',
    path: '/dashboard/relevant-products',
    title: 'Relevant products',
    needs: ['product_line_access:read'],
    nav: { section: 'Sell', order: 40, icon: 'filter' },
  },
  {
    name: 'relevant-products-customers',
    path: '/dashboard/relevant-products/customers',
    title: 'Relevant products of customers',
    needs: ['product_line_access:read', 'product_lines:read'],
  },
  {
    name: 'relevant-products-customer-groups',
    path: '/dashboard/relevant-products/customer-groups',
    title: 'Relevant products of customer groups',
    needs: ['product_line_access:read', 'product_lines:read'],
  },
  {
    name: 'relevant-products-create',
    path: '/dashboard/relevant-products/create',
    title: 'New relevant products',
    needs: [
      'product_line_access:create',
      'product_line_access:read',
      'product_lines:read',
      'customers:read',
      'customer_groups:read',
    ],
  },
  {
    name: 'relevant-products-customer',
    path: '/dashboard/relevant-products/customers/:customerID',
    title: 'Relevant products of a customer',
    needs: ['product_line_access:read', 'product_lines:read'],
  },
  {
    name: 'relevant-products-customer-group',
    path: '/dashboard/relevant-products/customer-groups/:accountGroupID',
    title: 'Relevant products of a customer group',
    needs: ['product_line_access:read', 'product_lines:read'],
  },
]);

export const productLineAccessProblems = defineProblems({
  /** The customer or its groups are limited to other product lines; one entry in `errors` per line. */
  product_line_closed: { status: 409, message: 'The customer may not order from this product line' },
});
