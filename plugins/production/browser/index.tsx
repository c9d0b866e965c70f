import { defineScreens } from '@millwright/core/browser';

export default defineScreens(
  {
    'production-steps': () => import('./production-step/production-step-list.screen.tsx'),
    'production-step-create': () => import('./production-step/production-step-form.screen.tsx'),
    'production-step': () => import('./production-step/production-step.screen.tsx'),
    'production-flow': () => import('./production-flow/production-flow.screen.tsx'),
    'production-step-transformations': () => import('./production-flow/transformation-list.screen.tsx'),
    'production-runs': () => import('./production-run/production-run-list.screen.tsx'),
    'production-run-create': () => import('./production-run/production-run-form.screen.tsx'),
    'production-run': () => import('./production-run/production-run.screen.tsx'),
    'production-run-edit': () => import('./production-run/production-run-form.screen.tsx'),
    'batch-flow': () => import('./batch/batch-flow-list.screen.tsx'),
    batch: () => import('./batch/batch-flow.screen.tsx'),
    'live-board': () => import('./live-board/live-board.screen.tsx'),
    station: () => import('./station/scanning-station.screen.tsx'),
    'scanning-stations': () => import('./scanning-station/scanning-station-list.screen.tsx'),
    'scanning-station-create': () => import('./scanning-station/scanning-station-form.screen.tsx'),
    'scanning-station': () => import('./scanning-station/scanning-station.screen.tsx'),
    'scanning-station-edit': () => import('./scanning-station/scanning-station-form.screen.tsx'),
    'production-step-edit': () => import('./production-step/production-step-form.screen.tsx'),
  },
  {
    slots: {
      'commerce.sales-order.panels': () => import('./production-run/order-runs.slot.tsx'),
      'inventory.item.panels': () => import('./item-cost/item-making.slot.tsx'),
      'inventory.machine.panels': () => import('./batch/running-batches.slot.tsx'),
      'inventory.department.panels': () => import('./batch/running-batches.slot.tsx'),
    },
    commands: [
      {
        id: 'create-production-run',
        label: 'New production run',
        keywords: 'create new add batches make',
        href: '/dashboard/production-runs/create',
      },
      {
        id: 'create-production-step',
        label: 'New production step',
        keywords: 'create new add routing',
        href: '/dashboard/production-steps/create',
      },
    ],
  },
);
