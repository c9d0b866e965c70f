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
    suppliers: () => import('./supplier/supplier-list.screen.tsx'),
    'supplier-create': () => import('./supplier/supplier-create.screen.tsx'),
    'supplier-material': () => import('./supplier/supplier-material.screen.tsx'),
    supplier: () => import('./supplier/supplier.screen.tsx'),
    'supplier-edit': () => import('./supplier/supplier-edit.screen.tsx'),
    'relevant-products': () => import('./relevant-product/relevant-products.screen.tsx'),
    'relevant-products-customers': () => import('./relevant-product/relevant-products-customers.screen.tsx'),
    'relevant-products-customer-groups': () =>
      import('./relevant-product/relevant-products-customer-groups.screen.tsx'),
    'relevant-products-create': () => import('./relevant-product/relevant-products-create.screen.tsx'),
    'relevant-products-customer': () => import('./relevant-product/relevant-products-customer.screen.tsx'),
    'relevant-products-customer-group': () => import('./relevant-product/relevant-products-customer-group.screen.tsx'),
  },
  {
    slots: {
      'dashboard.cards': () => import('./sales-order/sales-order-cards.slot.tsx'),
      'inventory.item.panels': () => import('./supplier/item-suppliers.slot.tsx'),
      'registration-flow.defaults': () => import('./registration-flow/registration-flow-defaults.slot.tsx'),
    },
    commands: [
      {
        id: 'create-sales-order',
        label: 'New sales order',
        keywords: `${create} estimate quote`,
        href: '/dashboard/sales-orders/create',
      },
      {
        id: 'create-customer',
        label: 'New customer',
        keywords: `${create} account buyer`,
        href: '/dashboard/customers/create',
      },
      {
        id: 'create-customer-group',
        label: 'New customer group',
        keywords: `${create} type price`,
        href: '/dashboard/customer-groups/create',
      },
      {
        id: 'create-supplier',
        label: 'New supplier',
        keywords: `${create} vendor purchasing`,
        href: '/dashboard/suppliers/create',
      },
      {
        id: 'create-relevant-products',
        label: 'Limit product lines',
        keywords: `${create} relevant products access portal`,
        href: '/dashboard/relevant-products/create',
      },
      {
        id: 'create-carrier',
        label: 'New carrier',
        keywords: `${create} shipping`,
        href: '/dashboard/carriers/create',
      },
    ],
  },
);
