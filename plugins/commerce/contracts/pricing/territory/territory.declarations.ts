import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over territories (spec commerce section 6), with what each role type has out of the box. */
export const territoryPermissions = definePermissions([
  {
    code: 'territories',
    name: 'Territories',
    group: 'sales reps',
    description: 'Which sales rep serves which area.',
    defaults: { user: 'crud' },
  },
]);

export const territoryRecordTypes = defineRecords([
  {
    type: 'territory',
    prefix: 'ter',
    label: 'Territory',
    permission: 'territories:read',
    path: '/dashboard/territories/{id}',
  },
]);

const needs = ['territories:read', 'team_users:read', 'product_lines:read'] as const;

/** Screens of territories (spec commerce section 2); create and edit are one form. */
export const territoryScreens = defineScreenList([
  {
    name: 'territories',
    path: '/dashboard/territories',
    title: 'Territories',
    needs: ['territories:read'],
    nav: { section: 'Setup', order: 60, icon: 'pin' },
  },
  {
    name: 'territory-create',
    path: '/dashboard/territories/create',
    title: 'New territory',
    needs: ['territories:create', ...needs],
  },
  { name: 'territory-edit', path: '/dashboard/territories/:territoryID', title: 'Territory', needs },
]);
