import { definePermissions, defineScreenList } from '@millwright/core/contracts';

/** Permissions for stock (spec operations section 6), with the defaults of each role type. */
export const stockPermissions = definePermissions([
  {
    code: 'inventory',
    name: 'Inventory',
    group: 'inventory',
    description: 'Stock by place and lot: counts, receipts, reservations.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'ru' },
  },
  {
    code: 'inventory_change_logs',
    name: 'Inventory logs',
    group: 'logs',
    description: 'Who changed which stock.',
    defaults: { user: 'r' },
  },
]);

/** Screens of stock: stock on hand, receipts, and every change (spec operations section 2). */
export const stockScreens = defineScreenList([
  {
    name: 'inventory',
    path: '/dashboard/inventory',
    title: 'Inventory',
    needs: ['inventory:read'],
    nav: { section: 'Stock', order: 10, icon: 'archive', shortcut: 'g i' },
  },
  {
    name: 'inventory-receipts',
    path: '/dashboard/inventory-receipts',
    title: 'Inventory receipts',
    needs: ['inventory:read'],
    nav: { section: 'Stock', order: 20, icon: 'inbox' },
  },
  {
    name: 'inventory-receipt-create',
    path: '/dashboard/inventory-receipts/create',
    title: 'Receive stock',
    needs: ['inventory:update', 'inventory:read', 'items:read', 'storage_locations:read'],
  },
  {
    name: 'move-stock',
    path: '/dashboard/move-stock',
    title: 'Move stock',
    needs: ['inventory:update', 'inventory:read', 'items:read', 'storage_locations:read'],
    nav: { section: 'Stock', order: 35, icon: 'swap' },
  },
  {
    name: 'inventory-analytics',
    path: '/dashboard/inventory-analytics',
    title: 'Inventory analytics',
    needs: ['inventory:read'],
    nav: { section: 'Stock', order: 50, icon: 'chart' },
  },
  {
    name: 'inventory-settings',
    path: '/dashboard/inventory-settings',
    title: 'Inventory settings',
    needs: ['inventory:read', 'sys_properties:read'],
    nav: { section: 'Settings', order: 65, icon: 'archive' },
  },
  {
    name: 'inventory-logs',
    path: '/dashboard/inventory-logs',
    title: 'Inventory logs',
    needs: ['inventory_change_logs:read'],
    nav: { section: 'Stock', order: 90, icon: 'clock' },
  },
  {
    name: 'inventory-log',
    path: '/dashboard/inventory-logs/:inventoryChangeLogID',
    title: 'Stock change',
    needs: ['inventory_change_logs:read'],
  },
]);
