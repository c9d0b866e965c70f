import { defineRecords, defineScreenList } from '@millwright/core/contracts';

export const promiseRecordTypes = defineRecords([
  {
    type: 'expected_receipt',
    prefix: 'exr',
    label: 'Expected receipt',
    permission: 'inventory:read',
    path: '/dashboard/expected-receipts/{id}',
  },
]);

/** Screens of expected receipts and material needs (spec operations section 2). */
export const promiseScreens = defineScreenList([
  {
    name: 'expected-receipts',
    path: '/dashboard/expected-receipts',
    title: 'Expected receipts',
    needs: ['inventory:read'],
    nav: { section: 'Stock', order: 25, icon: 'truck' },
    // There purchase orders and receiving say what is to come.
    navUnless: 'commerce',
  },
  {
    name: 'expected-receipt-create',
    path: '/dashboard/expected-receipts/create',
    title: 'New expected receipt',
    needs: ['inventory:create', 'items:read'],
  },
  {
    name: 'expected-receipt',
    path: '/dashboard/expected-receipts/:expectedReceiptID',
    title: 'Expected receipt',
    needs: ['inventory:read'],
  },
  {
    name: 'expected-receipt-edit',
    path: '/dashboard/expected-receipts/:expectedReceiptID/edit',
    title: 'Edit expected receipt',
    needs: ['inventory:update', 'items:read'],
  },
  {
    name: 'material-requirements',
    path: '/dashboard/material-requirements',
    title: 'Material needs',
    needs: ['inventory:read', 'materials:read'],
    nav: { section: 'Stock', order: 40, icon: 'alert' },
  },
]);
