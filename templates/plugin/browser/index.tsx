import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'sample-records': () => import('./sample-record/sample-record-list.screen.tsx'),
    'sample-record-create': () => import('./sample-record/sample-record-form.screen.tsx'),
    'sample-record': () => import('./sample-record/sample-record.screen.tsx'),
    'sample-record-edit': () => import('./sample-record/sample-record-form.screen.tsx'),
  },
  {
    slots: { 'dashboard.cards': () => import('./sample-record-count.slot.tsx') },
    commands: [
      {
        id: 'create-sample-record',
        label: 'New sample record',
        needs: ['sample_records:create'],
        run: ({ navigate }) => navigate('/dashboard/x/sample-plugin/sample-records/create'),
      },
    ],
  },
);
