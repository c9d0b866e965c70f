import { Alert, List, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { BulkPreview } from '../../../contracts/change-set.contract.ts';
import { formats } from '../../format.ts';
import { errorText } from '../error-text.ts';
import { DateField, NumberField, SelectField, SwitchField, TextField } from '../form/fields.tsx';
import { FormDialog } from '../form/form-screen.tsx';
import { RecordSelect } from '../form/record-select.tsx';
import type { BulkEdit, BulkEditField, BulkResult, BulkSelection } from './list-types.ts';

interface Props {
  edit: BulkEdit;
  selection: BulkSelection;
  onClose(): void;
  onDone(result: BulkResult): void;
}

/** The form's name of a field's value: each has one of its own, so that none shows what another was given. */
const valueName = (name: string): string => `value_${name}`;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What the form says about a field: null takes the value away, undefined is nothing yet. */
function wantedOf(field: BulkEditField | undefined, value: unknown): unknown {
  if (!field) return undefined;
  if (field.kind === 'boolean') return value === true || value === 'true';
  return isBlank(value) ? (field.isClearable ? null : undefined) : value;
}

/** Gives the chosen records one value: what it would do, and to whom not, is told before it is done. */
export function BulkEditDialog({ edit, selection, onClose, onDone }: Props) {
  const { number } = formats();
  const several = selection.count === 1 ? edit.one : edit.several;
  const byName = new Map(edit.fields.map((field) => [field.name, field]));
  const isEverything = selection.kind === 'filter' && selection.all;
  const schema = z.looseObject({ field: z.string({ error: 'Choose what to change' }).min(1, 'Choose what to change') });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Change ${number(selection.count)} ${several}`}
      saveLabel={isEverything ? `Change all ${number(selection.count)}` : 'Change'}
      schema={schema.superRefine((values, ctx) => {
        const field = byName.get(values.field);
        if (field && wantedOf(field, values[valueName(field.name)]) === undefined)
          ctx.addIssue({ code: 'custom', path: [valueName(field.name)], message: `${field.label} is required` });
      })}
      values={{ field: '' }}
      onSave={async (values) => {
        const field = byName.get(values.field);
        if (field) onDone(await edit.run(selection, field.name, wantedOf(field, values[valueName(field.name)])));
      }}
    >
      {isEverything && (
        <Alert color="yellow" title={`No filter: this is about all ${number(selection.count)} ${several}`} />
      )}
      <SelectField
        name="field"
        label="What to change"
        options={edit.fields.map(({ name, label }) => ({ value: name, label }))}
        required
      />
      <Chosen edit={edit} selection={selection} />
    </FormDialog>
  );
}

function Chosen({ edit, selection }: Pick<Props, 'edit' | 'selection'>) {
  const { control } = useFormContext();
  const name: unknown = useWatch({ control, name: 'field' });
  const field = edit.fields.find((each) => each.name === name);
  if (!field) return null;
  return (
    <>
      <ValueField key={field.name} field={field} />
      <Effect key={`effect-${field.name}`} edit={edit} selection={selection} field={field} />
    </>
  );
}

function ValueField({ field }: { field: BulkEditField }) {
  const name = valueName(field.name);
  const description = [field.hint, field.isClearable && 'Empty takes it away'].filter(Boolean).join('. ');
  const shared = { name, label: field.label, ...(description ? { description } : {}) };
  const clearable = field.isClearable ?? false;
  if (field.kind === 'record') return <RecordSelect {...shared} source={field.source} clearable={clearable} />;
  if (field.kind === 'select') return <SelectField {...shared} options={field.options} clearable={clearable} />;
  if (field.kind === 'date') return <DateField {...shared} />;
  if (field.kind === 'text') return <TextField {...shared} />;
  if (field.kind === 'number') return <NumberField {...shared} />;
  return <SwitchField {...shared} />;
}

/** How many records it changes, and why it would not change the others. */
function Effect({ edit, selection, field }: Pick<Props, 'edit' | 'selection'> & { field: BulkEditField }) {
  const { number } = formats();
  const value: unknown = useWatch({ name: valueName(field.name) });
  const wanted = wantedOf(field, value);
  const { data, error, isFetching } = useQuery<BulkPreview>({
    queryKey: ['bulk-preview', edit.several, selection, field.name, wanted ?? null],
    queryFn: () => edit.preview(selection, field.name, wanted),
    enabled: wanted !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (wanted === undefined) return null;
  if (error)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {errorText(error)}
      </Text>
    );
  if (!data || isFetching) return <Loader size="xs" aria-label="Looking what it would do" />;
  return (
    <div role="status">
      <Text size="sm" fw={600}>
        Changes {number(data.allowed)} of {number(selection.count)}
      </Text>
      {data.refused.length > 0 && (
        <List size="sm" mt={4}>
          {data.refused.map(({ reason, count, labels }) => (
            <List.Item key={reason}>
              <strong>{number(count)}</strong> stay: {reason}{' '}
              <Text span size="xs" c="dimmed">
                ({labels.join(', ')}
                {count > labels.length ? ', …' : ''})
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
