import { definePermissions, defineProblems, defineRecords, defineScreenList } from '@millwright/core/contracts';

export const productionRunPermissions = definePermissions([
  {
    code: 'production_runs',
    name: 'Production runs',
    group: 'production',
    description: 'What shall be made together, for stock or for orders.',
    defaults: { user: 'crud', sales_rep: 'r', scanner: 'r' },
  },
]);

export const productionRunRecordTypes = defineRecords([
  {
    type: 'production_run',
    prefix: 'run',
    label: 'Production run',
    permission: 'production_runs:read',
    path: '/dashboard/production-runs/{id}',
  },
]);

export const productionRunProblems = defineProblems({
  /** Nothing is short that a production step makes. */
  nothing_to_produce: { status: 409, message: 'Nothing is short that has a production step' },
  no_production_step: { status: 400, message: 'No production step makes this item' },
  too_many_batches: { status: 409, message: 'A run has at most 2,000 batches: choose larger ones' },
  /** Batches were started: they cannot go with their run. */
  run_started: { status: 409, message: 'The run has batches that were started' },
});

/** Screens of production runs (spec operations section 2). */
export const productionRunScreens = defineScreenList([
  {
    name: 'production-runs',
    path: '/dashboard/production-runs',
    title: 'Production runs',
    needs: ['production_runs:read'],
    nav: { section: 'Make', order: 36, icon: 'play' },
  },
  {
    name: 'production-run-create',
    path: '/dashboard/production-runs/create',
    title: 'New production run',
    needs: ['production_runs:create', 'production_runs:update', 'items:read'],
  },
  {
    name: 'production-run',
    path: '/dashboard/production-runs/:productionRunID',
    title: 'Production run',
    needs: ['production_runs:read'],
  },
  {
    name: 'production-run-edit',
    path: '/dashboard/production-runs/:productionRunID/edit',
    title: 'Edit production run',
    needs: ['production_runs:update', 'items:read'],
  },
]);
