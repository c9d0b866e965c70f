import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { isoDate } from '../../../contracts/date.ts';
import { late } from '../../late.tsx';
import type { LoadedDayInput as Loading } from './day-input.tsx';

/**
 * A day that is typed or picked, loaded with the first form that has one: the calendar and what computes it are a tenth
 * of the first load, which needs no dates to be typed.
 */
export const DayInput = late<ComponentProps<typeof Loading>>(
  async () => (await import('./day-input.tsx')).LoadedDayInput,
  {
    name: 'The calendar',
    waiting: ({ label, description }) => <TextInput label={label} description={description} disabled />,
  },
);

/** A day that takes effect as it is chosen, outside of forms: what is still being typed is none yet. */
export function DayPicker({ onChange, ...props }: ComponentProps<typeof Loading>) {
  return <DayInput {...props} onChange={(day) => (day === null || isoDate.safeParse(day).success) && onChange(day)} />;
}
