import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over machines (spec operations section 6), with what each role type has out of the box. */
export const machinePermissions = definePermissions([
  {
    code: 'machines',
    name: 'Machines',
    group: 'departments',
    description: 'What things are made on.',
    defaults: { user: 'crud', scanner: 'r' },
  },
]);

export const machineRecordTypes = defineRecords([
  { type: 'machine', prefix: 'mch', label: 'Machine', permission: 'machines:read', path: '/dashboard/machines/{id}' },
]);

/** Screens of machines (spec operations section 2). */
export const machineScreens = defineScreenList([
  {
    name: 'machines',
    path: '/dashboard/machines',
    title: 'Machines',
    needs: ['machines:read'],
    nav: { section: 'Setup', order: 82, icon: 'settings' },
  },
  {
    name: 'machine-create',
    path: '/dashboard/machines/create',
    title: 'New machine',
    needs: ['machines:create', 'departments:read'],
  },
  { name: 'machine', path: '/dashboard/machines/:machineID', title: 'Machine', needs: ['machines:read'] },
  {
    name: 'machine-edit',
    path: '/dashboard/machines/:machineID/edit',
    title: 'Edit machine',
    needs: ['machines:update', 'departments:read'],
  },
]);
