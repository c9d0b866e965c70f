import { definePermissions, defineRecords, defineScreenList } from '@millwright/core/contracts';

/** Rights over production steps (spec operations section 6), with what each role type has out of the box. */
export const productionStepPermissions = definePermissions([
  {
    code: 'production_steps',
    name: 'Production steps',
    group: 'production',
    description: 'How things are made: the routing, what each step uses up and how long it takes.',
    defaults: { user: 'crud', scanner: 'r' },
  },
]);

export const productionStepRecordTypes = defineRecords([
  {
    type: 'production_step',
    prefix: 'pst',
    label: 'Production step',
    permission: 'production_steps:read',
    path: '/dashboard/production-steps/{id}',
  },
]);

/** Screens of production steps (spec operations section 2). */
export const productionStepScreens = defineScreenList([
  {
    name: 'production-steps',
    path: '/dashboard/production-steps',
    title: 'Production steps',
    needs: ['production_steps:read'],
    nav: { section: 'Make', order: 30, icon: 'list' },
  },
  {
    name: 'production-step-create',
    path: '/dashboard/production-steps/create',
    title: 'New production step',
    needs: ['production_steps:create', 'items:read'],
  },
  {
    name: 'production-step',
    path: '/dashboard/production-steps/:productionStepID',
    title: 'Production step',
    needs: ['production_steps:read'],
  },
  {
    name: 'production-step-edit',
    path: '/dashboard/production-steps/:productionStepID/edit',
    title: 'Edit production step',
    needs: ['production_steps:update', 'items:read'],
  },
]);
