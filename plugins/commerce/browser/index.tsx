import { defineScreens } from '@millwright/core/browser';

const create = 'create new add';

export default defineScreens(
  {
    'sales-orders': () => import('./sales-order/sales-order-list.screen.tsx'),
    'sales-order-create': () => import('./sales-order/sales-order-create.screen.tsx'),
    'sales-order': () => import('./sales-order/sales-order.screen.tsx'),
    'sales-order-edit': () => import('./sales-order/sales-order-edit.screen.tsx'),
    customers: () => import('./customer/customer-list.screen.tsx'),
    'customer-create': () => import('./customer/customer-create.screen.tsx'),
    customer: () => import('./customer/customer.screen.tsx'),
    'customer-edit': () => import('./customer/customer-edit.screen.tsx'),
    'customer-groups': () => import('./customer-group/customer-group-list.screen.tsx'),
    'customer-group-create': () => import('./customer-group/customer-group-form.screen.tsx'),
    'customer-group-edit': () => import('./customer-group/customer-group-form.screen.tsx'),
    carriers: () => import('./carrier/carrier-list.screen.tsx'),
    'carrier-create': () => import('./carrier/carrier-create.screen.tsx'),
    carrier: () => import('./carrier/carrier.screen.tsx'),
    'carrier-edit': () => import('./carrier/carrier-edit.screen.tsx'),
    'payment-terms': () => import('./payment-term/payment-term-list.screen.tsx'),
    'payment-term-create': () => import('./payment-term/payment-term-form.screen.tsx'),
    'payment-term-edit': () => import('./payment-term/payment-term-form.screen.tsx'),
    'shipping-terms': () => import('./shipping-term/shipping-term-list.screen.tsx'),
    'shipping-term-create': () => import('./shipping-term/shipping-term-form.screen.tsx'),
    'shipping-term-edit': () => import('./shipping-term/shipping-term-form.screen.tsx'),
  },
  {
    slots: {
      'dashboard.cards': () => import('./sales-order/sales-order-cards.slot.tsx'),
      'registration-flow.defaults': () => import('./registration-flow/registration-flow-defaults.slot.tsx'),
    },
    commands: [
      {
        id: 'create-sales-order',
        label: 'New sales order',
        keywords: `${create} estimate quote`,
        needs: ['sales_orders:create'],
        run: ({ navigate }) => navigate('/dashboard/sales-orders/create'),
      },
      {
        id: 'create-customer',
        label: 'New customer',
        keywords: `${create} account buyer`,
        needs: ['customers:create'],
        run: ({ navigate }) => navigate('/dashboard/customers/create'),
      },
      {
        id: 'create-customer-group',
        label: 'New customer group',
        keywords: `${create} type price`,
        needs: ['customer_groups:create'],
        run: ({ navigate }) => navigate('/dashboard/customer-groups/create'),
      },
      {
        id: 'create-carrier',
        label: 'New carrier',
        keywords: `${create} shipping`,
        needs: ['carriers:create'],
        run: ({ navigate }) => navigate('/dashboard/carriers/create'),
      },
    ],
  },
);
