import { Checkbox, Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { Panel } from '@millwright/core/browser';
import { useState } from 'react';
import type { ImportField, ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import { ImportDefaults } from './import-defaults.tsx';

type Options = ImportSet['options'];
/** Null resets the choice of date or decimal format. */
type OptionChange = Omit<Partial<Options>, 'dateOrder' | 'decimal'> & {
  dateOrder?: Options['dateOrder'] | null;
  decimal?: Options['decimal'] | null;
};

const asFound = { value: '', label: 'As found in the file' };

/** Options: treatment of existing records, creation of missing references, and default values. */
export function ImportOptions(props: {
  set: Pick<ImportSet, 'options' | 'columns'>;
  fields: readonly ImportField[];
  /** Name of the records: `products`. */
  records: string;
  /** Whether records have lines that may be missing in the file. */
  hasLines: boolean;
  canEdit: boolean;
  onChange(options: OptionChange): Promise<void>;
}) {
  const { set, fields, records, hasLines, canEdit } = props;
  // The new choice is shown while the rows are checked again.
  const [chosen, setChosen] = useState<OptionChange>({});
  const { onExisting, createReferences, round, replaceLines, dateOrder, decimal } = { ...set.options, ...chosen };
  const change = (options: OptionChange) => {
    setChosen(options);
    void props.onChange(options).then(() => setChosen({}));
  };
  const filled = new Set([...set.columns.map(({ field }) => field), ...Object.keys(set.options.defaults ?? {})]);
  const creatable = fields.filter(({ name, reference }) => reference?.canCreate && filled.has(name));
  return (
    <Panel title="2. Options">
      <Stack gap="md">
        <Radio.Group
          label={`Rows of ${records} that exist already`}
          value={onExisting}
          onChange={(value) => change({ onExisting: value as Options['onExisting'] })}
        >
          <Stack gap="xs" mt={4}>
            <Radio size="xs" value="update" label="Change them to what the file says" disabled={!canEdit} />
            <Radio size="xs" value="skip" label="Leave them as they are" disabled={!canEdit} />
          </Stack>
        </Radio.Group>
        {creatable.length > 0 && (
          <Checkbox.Group
            label="Create where it does not exist yet"
            value={createReferences}
            onChange={(names) => change({ createReferences: names })}
          >
            <Stack gap="xs" mt={4}>
              {creatable.map(({ name, label }) => (
                <Checkbox key={name} value={name} label={label} disabled={!canEdit} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Stack gap="xs">
          <Checkbox
            checked={round ?? false}
            label="Round numbers to the decimals that their field holds"
            disabled={!canEdit}
            onChange={(event) => change({ round: event.currentTarget.checked })}
          />
          {hasLines && (
            <Checkbox
              checked={replaceLines ?? false}
              label={`Delete lines of ${records} that the file does not have`}
              disabled={!canEdit}
              onChange={(event) => change({ replaceLines: event.currentTarget.checked })}
            />
          )}
        </Stack>
        <Group gap="sm">
          <NativeSelect
            label="Dates are written"
            value={dateOrder ?? ''}
            disabled={!canEdit}
            data={[
              asFound,
              { value: 'day-first', label: 'Day, month, year' },
              { value: 'month-first', label: 'Month, day, year' },
              { value: 'year-first', label: 'Year, month, day' },
            ]}
            onChange={(event) =>
              change({ dateOrder: (event.currentTarget.value || null) as Options['dateOrder'] | null })
            }
          />
          <NativeSelect
            label="Decimals are written"
            value={decimal ?? ''}
            disabled={!canEdit}
            data={[asFound, { value: 'point', label: '1,234.56' }, { value: 'comma', label: '1.234,56' }]}
            onChange={(event) => change({ decimal: (event.currentTarget.value || null) as Options['decimal'] | null })}
          />
        </Group>
        <ImportDefaults
          set={set}
          fields={fields}
          canEdit={canEdit}
          onChange={(defaults) => void props.onChange({ defaults })}
        />
      </Stack>
    </Panel>
  );
}
