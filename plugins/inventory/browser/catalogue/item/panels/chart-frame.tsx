import { Skeleton } from '@mantine/core';
import { late } from '@millwright/core/browser';
import type { ComponentProps } from 'react';
import type StepChart from './step-chart.tsx';

/** A chart, loaded on demand. */
export const ChartFrame = late<ComponentProps<typeof StepChart>>(
  async () => (await import('./step-chart.tsx')).default,
  {
    name: 'The chart',
    waiting: <Skeleton h={220} />,
  },
);
