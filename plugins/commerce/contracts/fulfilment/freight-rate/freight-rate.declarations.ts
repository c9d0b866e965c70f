import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const freightRateRecordTypes = defineRecords([
  {
    type: 'freight_rate',
    prefix: 'frr',
    label: 'Freight rate',
    permission: 'carriers:read',
    path: '/dashboard/freight-rates/{id}',
  },
]);

/** Screens of freight rates; create and edit are one form. */
export const freightRateScreens = defineScreenList([
  {
    name: 'freight-rates',
    path: '/dashboard/freight-rates',
    title: 'Freight rates',
    needs: ['carriers:read'],
    nav: { section: 'Setup', order: 12, icon: 'dollar' },
  },
  {
    name: 'freight-rate-create',
    path: '/dashboard/freight-rates/create',
    title: 'New freight rate',
    needs: ['carriers:create', 'carriers:read'],
  },
  {
    name: 'freight-rate-edit',
    path: '/dashboard/freight-rates/:freightRateID',
    title: 'Freight rate',
    needs: ['carriers:read'],
  },
]);
