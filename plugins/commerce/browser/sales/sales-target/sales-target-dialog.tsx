import { Button, Group } from '@mantine/core';
import {
  DateField,
  FormDialog,
  FormRow,
  MoneyField,
  NoteField,
  RecordSelect,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { createSalesTarget, salesTargetInput } from '@millwright/core/contracts';
import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { listSalesTargetResults } from '../../../contracts/index.ts';
import { salesRepSource } from '../../sources/record-sources.ts';

const schema = z
  .object({ ...salesTargetInput.shape, salesRepID: z.string().min(1, { error: 'Say who is to sell it' }) })
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    error: 'The end cannot be before the start',
    path: ['endDate'],
  });

/** First and last day of a period of `months` months, `ahead` periods after the current one. */
function periodOf(months: number, ahead = 0): [string, string] {
  const now = new Date();
  const first = Math.floor(now.getMonth() / months) * months + ahead * months;
  const dayOf = (month: number, day: number): string =>
    new Date(Date.UTC(now.getFullYear(), month, day)).toISOString().slice(0, 10);
  return [dayOf(first, 1), dayOf(first + months, 0)];
}
const periods = [
  ['This month', () => periodOf(1)],
  ['This quarter', () => periodOf(3)],
  ['Next quarter', () => periodOf(3, 1)],
  ['This year', () => periodOf(12)],
] as const;

function Periods() {
  const { setValue } = useFormContext();
  return (
    <Group gap="xs">
      {periods.map(([label, of]) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          onClick={() => {
            const [startDate, endDate] = of();
            setValue('startDate', startDate, { shouldDirty: true, shouldValidate: true });
            setValue('endDate', endDate, { shouldDirty: true, shouldValidate: true });
          }}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

export function SalesTargetDialog({ onClose }: { onClose(): void }) {
  const { account } = useSession();
  const accountID = account?.id ?? '';
  const reps = useMemo(() => salesRepSource(accountID), [accountID]);
  const create = useEndpointMutation(createSalesTarget, { invalidates: [listSalesTargetResults] });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="New sales target"
      saveLabel="Add target"
      schema={schema}
      values={{ salesRepID: '', startDate: '', endDate: '', note: null }}
      onSave={async ({ salesRepID: userID, ...body }) => {
        await create.mutateAsync({ params: { accountID, userID }, body });
        toast.success('Sales target saved');
      }}
    >
      <RecordSelect name="salesRepID" label="Sales rep" source={reps} required />
      <MoneyField name="amount" label="Amount" required />
      <FormRow>
        <DateField name="startDate" label="From" required />
        <DateField name="endDate" label="To" required />
      </FormRow>
      <Periods />
      <NoteField name="note" label="Note" />
    </FormDialog>
  );
}
