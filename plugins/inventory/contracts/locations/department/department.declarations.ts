import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over departments (spec operations section 6), with what each role type has out of the box. */
export const departmentPermissions = definePermissions([
  {
    code: 'departments',
    name: 'Departments',
    group: 'departments',
    description: 'Parts of the plant.',
    defaults: { user: 'crud', scanner: 'r' },
  },
]);

export const departmentRecordTypes = defineRecords([
  {
    type: 'department',
    prefix: 'dpt',
    label: 'Department',
    permission: 'departments:read',
    path: '/dashboard/departments/{id}',
  },
]);

/** Screens of departments (spec operations section 2). */
export const departmentScreens = defineScreenList([
  {
    name: 'departments',
    path: '/dashboard/departments',
    title: 'Departments',
    needs: ['departments:read'],
    nav: { section: 'Setup', order: 80, icon: 'building' },
  },
  {
    name: 'department-create',
    path: '/dashboard/departments/create',
    title: 'New department',
    needs: ['departments:create'],
  },
  {
    name: 'department',
    path: '/dashboard/departments/:departmentID',
    title: 'Department',
    needs: ['departments:read'],
  },
  {
    name: 'department-edit',
    path: '/dashboard/departments/:departmentID/edit',
    title: 'Edit department',
    needs: ['departments:update'],
  },
]);
