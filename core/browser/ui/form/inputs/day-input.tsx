import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { dateIn } from '../../../../contracts/texts/date.ts';
import { enteredDate } from '../../../format/entered-date.ts';
import { formats } from '../../../format/format.ts';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * A day, shown in the usual format and entered in many: '12/15', '15 Dec', 'fri', '+7'. Text that is no day is passed
 * on unchanged, so that the form's validation refuses it.
 */
export function LoadedDayInput({
  value,
  onChange,
  ...input
}: Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'fixOnBlur'> & {
  value: string | null;
  onChange(value: string | null): void;
}) {
  const [isUnread, setUnread] = useState(false);
  const { locale, timeZone } = formats().settings;
  return (
    <DateInput
      {...input}
      placeholder={input.placeholder ?? formats().date(dateIn(timeZone))}
      value={value && isDay(value) ? value : null}
      onChange={(day) => {
        setUnread(false);
        onChange(day);
      }}
      valueFormat={(day) => formats().date(day.slice(0, 10))}
      dateParser={(text) => {
        const day = enteredDate(text, locale, dateIn(timeZone)) ?? null;
        setUnread(day === null);
        if (day === null) onChange(text);
        return day;
      }}
      fixOnBlur={!isUnread}
    />
  );
}
