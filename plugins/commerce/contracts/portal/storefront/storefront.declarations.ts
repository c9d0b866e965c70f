import { definePermissions, defineProblems, defineScreenList } from '@millwright/core/contracts';

/** Permissions for the portal: customers use it, the team can view it as a customer. */
export const portalPermissions = definePermissions([
  {
    code: 'customer_portal',
    name: 'Customer portal',
    group: 'customer portals',
    description: 'Shopping, own orders and invoices, addresses and people of a customer.',
    defaults: { user: 'crud', sales_rep: 'r', customer: 'crud' },
  },
]);

export const portalProblems = defineProblems({
  /** The caller belongs to no customer, and named none to view. */
  no_portal_customer: { status: 403, message: 'The portal is for the people of a customer' },
  portal_read_only: { status: 403, message: 'Whoever looks at the portal of a customer can change nothing in it' },
  /** Prices, products or availability have changed since the cart was shown. */
  cart_changed: { status: 409, message: 'Your cart has changed since you saw it; look it over' },
  cart_empty: { status: 400, message: 'Your cart is empty' },
  portal_request_done: { status: 409, message: 'This request is done already' },
  estimate_answered: { status: 409, message: 'This estimate cannot be answered any more' },
  /** `details` has the present `offerVersion` and `total`. */
  estimate_changed: { status: 409, message: 'This estimate has changed since you saw it; look at it again' },
  document_link_invalid: { status: 404, message: 'This link is not valid, or not any more' },
});

const needs = ['customer_portal:read'] as const;

/** Screens of the portal; only customers have them in their menu. */
export const portalScreens = defineScreenList([
  {
    name: 'shopping',
    path: '/dashboard/shopping',
    title: 'Shop',
    needs,
    portal: true,
    nav: { section: 'Shop', order: 10, icon: 'box' },
  },
  {
    name: 'shopping-quick-order',
    path: '/dashboard/shopping/quick-order',
    title: 'Quick order',
    needs,
    portal: true,
    nav: { section: 'Shop', order: 20, icon: 'layers' },
  },
  {
    name: 'shopping-cart',
    path: '/dashboard/shopping/cart',
    title: 'Cart',
    needs,
    portal: true,
    nav: { section: 'Shop', order: 30, icon: 'cart' },
  },
  { name: 'shopping-checkout', path: '/dashboard/shopping/checkout', title: 'Checkout', needs, portal: true },
  {
    name: 'my-orders',
    path: '/dashboard/my-orders',
    title: 'My orders',
    needs,
    portal: true,
    nav: { section: 'Company', order: 10, icon: 'document' },
  },
  { name: 'my-order', path: '/dashboard/my-orders/:orderID', title: 'My order', needs, portal: true },
  {
    name: 'my-invoices',
    path: '/dashboard/my-invoices',
    title: 'Invoices and payments',
    needs,
    portal: true,
    nav: { section: 'Company', order: 20, icon: 'receipt' },
  },
  {
    name: 'my-payments',
    path: '/dashboard/my-payments',
    title: 'Payments and credits',
    needs,
    portal: true,
    nav: { section: 'Company', order: 25, icon: 'card' },
  },
  {
    name: 'my-company',
    path: '/dashboard/my-company',
    title: 'Addresses and people',
    needs,
    portal: true,
    nav: { section: 'Company', order: 30, icon: 'building' },
  },
  {
    name: 'portal-requests',
    path: '/dashboard/portal-requests',
    title: 'Portal requests',
    needs: ['customer_portal:update'],
    nav: {
      section: 'Sell',
      order: 27,
      icon: 'mail',
      count: { list: 'listPortalRequests', path: '/v1/portal-requests', query: { isOpen: true } },
    },
  },
]);
