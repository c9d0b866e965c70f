import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over carriers (spec commerce section 6), with what each role type has out of the box. */
export const carrierPermissions = definePermissions([
  {
    code: 'carriers',
    name: 'Carriers',
    group: 'shipping',
    description: 'Carriers and their services.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const carrierRecordTypes = defineRecords([
  { type: 'carrier', prefix: 'car', label: 'Carrier', permission: 'carriers:read', path: '/dashboard/carriers/{id}' },
]);

export const carrierProblems = defineProblems({
  /** Label services, EDI and imports rely on the codes of built-in carriers and options. */
  carrier_built_in: { status: 409, message: 'Built-in carriers and options keep their code and cannot be deleted' },
});

/** Screens of carriers (spec commerce section 2); create and edit are one form. */
export const carrierScreens = defineScreenList([
  {
    name: 'carriers',
    path: '/dashboard/carriers',
    title: 'Carriers',
    needs: ['carriers:read'],
    nav: { section: 'Setup', order: 10, icon: 'truck' },
  },
  {
    name: 'carrier-create',
    path: '/dashboard/carriers/create',
    title: 'New carrier',
    needs: ['carriers:create', 'carriers:read'],
  },
  { name: 'carrier', path: '/dashboard/carriers/:carrierID', title: 'Carrier', needs: ['carriers:read'] },
  {
    name: 'carrier-edit',
    path: '/dashboard/carriers/:carrierID/edit',
    title: 'Edit carrier',
    needs: ['carriers:update', 'carriers:read'],
  },
]);
