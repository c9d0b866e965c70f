import { defineScreens } from '@millwright/core/browser';

const create = 'create new add';

export default defineScreens(
  {
    'sales-orders': () => import('./sales/sales-order/sales-order-list.screen.tsx'),
    'sales-order-create': () => import('./sales/sales-order/form/sales-order-create.screen.tsx'),
    'sales-order': () => import('./sales/sales-order/sales-order.screen.tsx'),
    'sales-order-edit': () => import('./sales/sales-order/form/sales-order-edit.screen.tsx'),
    invoices: () => import('./billing/invoice/invoice-list.screen.tsx'),
    invoice: () => import('./billing/invoice/invoice.screen.tsx'),
    customers: () => import('./parties/customer/customer-list.screen.tsx'),
    'customer-create': () => import('./parties/customer/customer-create.screen.tsx'),
    customer: () => import('./parties/customer/customer.screen.tsx'),
    'customer-edit': () => import('./parties/customer/customer-edit.screen.tsx'),
    'customer-groups': () => import('./parties/account-group/customer-group-list.screen.tsx'),
    'customer-group-create': () => import('./parties/account-group/customer-group-form.screen.tsx'),
    'customer-group-edit': () => import('./parties/account-group/customer-group-form.screen.tsx'),
    carriers: () => import('./terms/carrier/carrier-list.screen.tsx'),
    'carrier-create': () => import('./terms/carrier/carrier-create.screen.tsx'),
    carrier: () => import('./terms/carrier/carrier.screen.tsx'),
    'carrier-edit': () => import('./terms/carrier/carrier-edit.screen.tsx'),
    'payment-terms': () => import('./terms/payment-term/payment-term-list.screen.tsx'),
    'payment-term-create': () => import('./terms/payment-term/payment-term-form.screen.tsx'),
    'payment-term-edit': () => import('./terms/payment-term/payment-term-form.screen.tsx'),
    'shipping-terms': () => import('./terms/shipping-term/shipping-term-list.screen.tsx'),
    'shipping-term-create': () => import('./terms/shipping-term/shipping-term-form.screen.tsx'),
    'shipping-term-edit': () => import('./terms/shipping-term/shipping-term-form.screen.tsx'),
    suppliers: () => import('./parties/supplier/supplier-list.screen.tsx'),
    'supplier-create': () => import('./parties/supplier/supplier-create.screen.tsx'),
    'supplier-material': () => import('./parties/supplier/supplier-material.screen.tsx'),
    supplier: () => import('./parties/supplier/supplier.screen.tsx'),
    'supplier-edit': () => import('./parties/supplier/supplier-edit.screen.tsx'),
    'order-discounts': () => import('./pricing/order-discount/order-discount-list.screen.tsx'),
    'order-discount-create': () => import('./pricing/order-discount/order-discount-form.screen.tsx'),
    'order-discount-edit': () => import('./pricing/order-discount/order-discount-form.screen.tsx'),
    'relevant-products': () => import('./portal/product-line-access/relevant-products.screen.tsx'),
    'relevant-products-customers': () => import('./portal/product-line-access/relevant-products-customers.screen.tsx'),
    'relevant-products-customer-groups': () =>
      import('./portal/product-line-access/relevant-products-customer-groups.screen.tsx'),
    'relevant-products-create': () => import('./portal/product-line-access/relevant-products-create.screen.tsx'),
    'relevant-products-customer': () => import('./portal/product-line-access/relevant-products-customer.screen.tsx'),
    'relevant-products-customer-group': () =>
      import('./portal/product-line-access/relevant-products-customer-group.screen.tsx'),
  },
  {
    slots: {
      'dashboard.cards': () => import('./sales/sales-order/sales-order-cards.slot.tsx'),
      'inventory.item.panels': () => import('./parties/supplier/item-suppliers.slot.tsx'),
      'registration-flow.defaults': () => import('./portal/registration-flow/registration-flow-defaults.slot.tsx'),
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
        id: 'create-order-discount',
        label: 'New order discount',
        keywords: `${create} coupon promo code`,
        href: '/dashboard/order-discounts/create',
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
