import { Button } from '@mantine/core';
import { formats, StatusBadge } from '@millwright/core/browser';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import classes from './order-availability.module.css';
import { type LineAvailability, orderAvailability } from './order-availability.ts';

const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/**
 * Availability of all lines together, with a button that promises the order for the day on which everything is
 * available.
 */
export function AvailabilitySummary({ known }: { known: readonly LineAvailability[] }) {
  const { setValue } = useFormContext();
  const { disabled: isDisabled } = useFormState();
  const promisedAt: unknown = useWatch({ name: 'promisedAt' });
  if (known.length === 0) return null;
  const { short, undated, firstDate } = orderAvailability(known);
  const text =
    short === 0
      ? 'All in stock'
      : [
          `${lines(short)} short`,
          ...(undated ? [`${undated === short ? '' : `${lines(undated)} `}without a date`] : []),
        ].join(', ');
  return (
    <span className={classes['summary']}>
      <span role="status">
        <StatusBadge tone={short === 0 ? 'success' : 'warning'}>{text}</StatusBadge>
      </span>
      {firstDate && firstDate !== promisedAt && !isDisabled && (
        <Button
          variant="default"
          size="compact-sm"
          title="Sets the promised date to the first day on which every line is there"
          onClick={() => setValue('promisedAt', firstDate, { shouldDirty: true, shouldValidate: true })}
        >
          Promise for {formats().date(firstDate)}
        </Button>
      )}
    </span>
  );
}
