import { TextInput } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { isoDate } from '../../../contracts/date.ts';
import type { LoadedDayInput as Loading } from './day-input.tsx';

// The calendar and what computes it are a tenth of the first load, which needs no dates to be typed.
const Loaded = lazy(async () => ({ default: (await import('./day-input.tsx')).LoadedDayInput }));

/** A day that is typed or picked, loaded with the first form that has one. */
export function DayInput(props: ComponentProps<typeof Loading>) {
  return (
    <Suspense fallback={<TextInput label={props.label} description={props.description} disabled />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** A day that takes effect as it is chosen, outside of forms: what is still being typed is none yet. */
export function DayPicker({ onChange, ...props }: ComponentProps<typeof Loading>) {
  return <DayInput {...props} onChange={(day) => (day === null || isoDate.safeParse(day).success) && onChange(day)} />;
}
