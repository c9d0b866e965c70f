import { Alert, Button, List, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { BulkPreview } from '../../../../contracts/work/change-set.contract.ts';
import { formats } from '../../../format/format.ts';
import { errorText } from '../../feedback/error-text.ts';
import { DateField, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx';
import { FormDialog } from '../../form/form-screen.tsx';
import { RecordSelect } from '../../form/record/record-select.tsx';
import type { BulkEdit, BulkEditField, BulkResult, BulkSelection } from '../list-types.ts';
import { valueName, wantedOf, wayName } from './bulk-value.ts';

interface Props {
  edit: BulkEdit;
  selection: BulkSelection;
  onClose(): void;
  onDone(result: BulkResult): void;
}

/** Sets one field of the chosen records. The effect and the refusals are shown before the change. */
export function BulkEditDialog({ edit, selection, onClose, onDone }: Props) {
  const { number } = formats();
  const several = selection.count === 1 ? edit.one : edit.several;
  const byName = new Map(edit.fields.map((field) => [field.name, field]));
  const isEverything = selection.kind === 'filter' && selection.all;
  // The change is possible only after the preview of exactly this value was shown.
  const previewed = useRef<string>(undefined);
  const onPreview = useCallback((key: string | undefined) => {
    previewed.current = key;
  }, []);
  const schema = z.looseObject({ field: z.string({ error: 'Choose what to change' }).min(1, 'Choose what to change') });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Change ${number(selection.count)} ${several}`}
      saveLabel={isEverything ? `Change all ${number(selection.count)}` : 'Change'}
      schema={schema.superRefine((values, ctx) => {
        const field = byName.get(values.field);
        const wanted = wantedOf(field, values);
        if (field && wanted === undefined) {
          const isUndecided = field.isClearable && !values[wayName(field.name)];
          const path = isUndecided ? wayName(field.name) : valueName(field.name);
          const message = isUndecided ? 'Say what happens to it' : `${field.label} is required`;
          ctx.addIssue({ code: 'custom', path: [path], message });
        } else if (field && previewed.current !== previewKey(field, wanted))
          ctx.addIssue({ code: 'custom', path: ['field'], message: 'Wait until it says what would change' });
      })}
      values={{ field: '' }}
      onSave={async (values) => {
        const field = byName.get(values.field);
        if (field) onDone(await edit.run(selection, field.name, wantedOf(field, values)));
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
      <Chosen edit={edit} selection={selection} onPreview={onPreview} />
    </FormDialog>
  );
}

const previewKey = (field: BulkEditField, wanted: unknown): string => JSON.stringify([field.name, wanted]);

interface Preview extends Pick<Props, 'edit' | 'selection'> {
  /** Called with undefined until a preview is loaded. */
  onPreview(key: string | undefined): void;
}

function Chosen({ edit, selection, onPreview }: Preview) {
  const { control } = useFormContext();
  const name: unknown = useWatch({ control, name: 'field' });
  const field = edit.fields.find((each) => each.name === name);
  if (!field) return null;
  return (
    <>
      {field.isClearable ? (
        <Way key={`way-${field.name}`} field={field} />
      ) : (
        <ValueField key={field.name} field={field} />
      )}
      <Effect key={`effect-${field.name}`} edit={edit} selection={selection} field={field} onPreview={onPreview} />
    </>
  );
}

/** Choice between setting and clearing a value; nothing is preselected. */
function Way({ field }: { field: BulkEditField }) {
  const { control } = useFormContext();
  const { field: way, fieldState } = useController({ control, name: wayName(field.name) });
  return (
    <Radio.Group
      label={field.label}
      value={typeof way.value === 'string' ? way.value : null}
      onChange={way.onChange}
      error={fieldState.error?.message}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="set" label="Set to" />
        {way.value === 'set' && <ValueField field={field} />}
        <Radio value="clear" label={field.kind === 'date' ? 'Remove the date' : 'Take it away'} />
      </Stack>
    </Radio.Group>
  );
}

function ValueField({ field }: { field: BulkEditField }) {
  const name = valueName(field.name);
  const shared = { name, label: field.label, ...(field.hint ? { description: field.hint } : {}) };
  const clearable = field.isClearable ?? false;
  if (field.kind === 'record') return <RecordSelect {...shared} source={field.source} clearable={clearable} />;
  if (field.kind === 'select') return <SelectField {...shared} options={field.options} clearable={clearable} />;
  if (field.kind === 'date') return <DateField {...shared} />;
  if (field.kind === 'text') return <TextField {...shared} />;
  if (field.kind === 'number') return <NumberField {...shared} />;
  return <SwitchField {...shared} />;
}

/** Number of records that would change, and the reasons why others would not. */
function Effect({ edit, selection, field, onPreview }: Preview & { field: BulkEditField }) {
  const { number } = formats();
  const names = [valueName(field.name), wayName(field.name)];
  const [value, way]: unknown[] = useWatch({ name: names });
  const wanted = wantedOf(field, { [names[0] as string]: value, [names[1] as string]: way });
  const { data, error, isFetching, refetch } = useQuery<BulkPreview>({
    queryKey: ['bulk-preview', edit.several, selection, field.name, wanted ?? null],
    queryFn: () => edit.preview(selection, field.name, wanted),
    enabled: wanted !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const shown = data && !error && !isFetching && wanted !== undefined ? previewKey(field, wanted) : undefined;
  useEffect(() => {
    onPreview(shown);
    return () => onPreview(undefined);
  }, [shown, onPreview]);
  if (wanted === undefined) return null;
  if (error && !isFetching)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {errorText(error)}{' '}
        <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
          Try again
        </Button>
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
