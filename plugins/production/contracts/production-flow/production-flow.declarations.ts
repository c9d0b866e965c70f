import { defineScreenList } from '@millwright/core/contracts';

/** Screens of production flows (spec operations section 2). */
export const productionFlowScreens = defineScreenList([
  {
    name: 'production-flow',
    path: '/dashboard/production-flow',
    title: 'Production flow',
    needs: ['production_steps:read', 'items:read'],
    nav: { section: 'Make', order: 32, icon: 'flow' },
  },
  {
    name: 'production-step-transformations',
    path: '/dashboard/production-step-transformations',
    title: 'Transformations',
    needs: ['production_steps:read'],
    nav: { section: 'Make', order: 34, icon: 'refresh' },
  },
]);
