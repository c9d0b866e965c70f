import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const volumeDiscountRecordTypes = defineRecords([
  {
    type: 'volume_discount',
    prefix: 'vdc',
    label: 'Volume discount',
    permission: 'discounts:read',
    path: '/dashboard/volume-discounts/{id}',
  },
]);

const needs = ['discounts:read', 'customer_groups:read', 'products:read', 'units:read'] as const;

/** Screens of volume discounts (spec commerce section 2); create and edit are one form. */
export const volumeDiscountScreens = defineScreenList([
  {
    name: 'volume-discounts',
    path: '/dashboard/volume-discounts',
    title: 'Volume discounts',
    needs: ['discounts:read'],
    nav: { section: 'Sell', order: 34, icon: 'percent' },
  },
  {
    name: 'volume-discount-create',
    path: '/dashboard/volume-discounts/create',
    title: 'New volume discount',
    needs: ['discounts:create', ...needs],
  },
  {
    name: 'volume-discount-edit',
    path: '/dashboard/volume-discounts/:volumeDiscountID',
    title: 'Volume discount',
    needs,
  },
]);
