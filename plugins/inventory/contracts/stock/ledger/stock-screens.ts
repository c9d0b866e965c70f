import { defineScreenList } from '@millwright/core/contracts';

const section = 'Inventory';

/** Screens of stock: what there is, what came, what is to come, what is needed, and every change (spec operations section 2). */
export const stockScreens = defineScreenList([
  {
    name: 'inventory',
    path: '/dashboard/inventory',
    title: 'Inventory',
    needs: ['inventory:read'],
    nav: { section, order: 10, icon: 'archive', shortcut: 'g i' },
  },
  {
    name: 'inventory-receipts',
    path: '/dashboard/inventory-receipts',
    title: 'Inventory receipts',
    needs: ['inventory:read'],
    nav: { section, order: 20, icon: 'inbox' },
  },
  {
    name: 'inventory-receipt-create',
    path: '/dashboard/inventory-receipts/create',
    title: 'Receive stock',
    needs: ['inventory:update', 'inventory:read', 'items:read', 'storage_locations:read'],
  },
  {
    name: 'expected-receipts',
    path: '/dashboard/expected-receipts',
    title: 'Expected receipts',
    needs: ['inventory:read'],
    nav: { section, order: 25, icon: 'truck' },
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
    name: 'move-stock',
    path: '/dashboard/move-stock',
    title: 'Move stock',
    needs: ['inventory:update', 'inventory:read', 'items:read', 'storage_locations:read'],
    nav: { section, order: 35, icon: 'refresh' },
  },
  {
    name: 'material-requirements',
    path: '/dashboard/material-requirements',
    title: 'Material needs',
    needs: ['inventory:read', 'materials:read'],
    nav: { section, order: 40, icon: 'alert' },
  },
  {
    name: 'inventory-analytics',
    path: '/dashboard/inventory-analytics',
    title: 'Inventory analytics',
    needs: ['inventory:read'],
    nav: { section, order: 50, icon: 'chart' },
  },
  {
    name: 'inventory-logs',
    path: '/dashboard/inventory-logs',
    title: 'Inventory logs',
    needs: ['inventory_change_logs:read'],
    nav: { section, order: 90, icon: 'clock' },
  },
  {
    name: 'inventory-log',
    path: '/dashboard/inventory-logs/:inventoryChangeLogID',
    title: 'Stock change',
    needs: ['inventory_change_logs:read'],
  },
]);
