import { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { isoDate } from '../../../../contracts/texts/date.ts';
import { late } from '../../../format/late.tsx';
import type { LoadedDayInput as Loading } from './day-input.tsx';

/**
 * A day input, loaded with the first form that has one: the calendar and its computations are a tenth of the first
 * load, which has no date input.
 */
export const DayInput = late<ComponentProps<typeof Loading>>(
  async () => (await import('./day-input.tsx')).LoadedDayInput,
  {
    name: 'The calendar',
    waiting: ({ label, description }) => <TextInput label={label} description={description} disabled />,
  },
);

/** A day picker outside of forms that applies each chosen day at once; incomplete input is ignored. */
export function DayPicker({ onChange, ...props }: ComponentProps<typeof Loading>) {
  return <DayInput {...props} onChange={(day) => (day === null || isoDate.safeParse(day).success) && onChange(day)} />;
}
