import { Skeleton } from '@mantine/core';
import { late } from '@millwright/core/browser';
import type { ComponentProps } from 'react';
import type StepChart from './step-chart.tsx';

/** A chart that is fetched when it is shown. */
export const ChartFrame = late<ComponentProps<typeof StepChart>>(
  async () => (await import('./step-chart.tsx')).default,
  {
    name: 'The chart',
    waiting: <Skeleton h={220} />,
  },
);
