import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'production-steps': () => import('./production-step/production-step-list.screen.tsx'),
    'production-step-create': () => import('./production-step/production-step-form.screen.tsx'),
    'production-step': () => import('./production-step/production-step.screen.tsx'),
    'production-flow': () => import('./production-flow/production-flow.screen.tsx'),
    'production-step-transformations': () => import('./production-flow/transformation-list.screen.tsx'),
    'production-step-edit': () => import('./production-step/production-step-form.screen.tsx'),
  },
  {
    commands: [
      {
        id: 'create-production-step',
        label: 'New production step',
        keywords: 'create new add routing',
        href: '/dashboard/production-steps/create',
      },
    ],
  },
);
