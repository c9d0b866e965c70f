import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

const StepChart = lazy(() => import('./step-chart.tsx'));

/** A chart that is fetched when it is shown. */
export function ChartFrame(props: ComponentProps<typeof StepChart>) {
  return (
    <Suspense fallback={<Skeleton h={220} />}>
      <StepChart {...props} />
    </Suspense>
  );
}
