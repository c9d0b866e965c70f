import { Checkbox, Radio, Stack } from '@mantine/core';
import { Panel } from '@millwright/core/browser';
import { useState } from 'react';
import type { ImportField, ImportSet } from '../../../core/contracts/import.contract.ts';
import { ImportDefaults } from './import-defaults.tsx';

type Options = ImportSet['options'];

/** What to do with records that exist, which records that are referred to are created, and values for all rows. */
export function ImportOptions(props: {
  set: Pick<ImportSet, 'options' | 'columns'>;
  fields: readonly ImportField[];
  /** What the records are called: `products`. */
  records: string;
  canEdit: boolean;
  onChange(options: Partial<Options>): Promise<void>;
}) {
  const { set, fields, records, canEdit } = props;
  // Shown as chosen while the rows are checked again.
  const [chosen, setChosen] = useState<Partial<Options>>({});
  const { onExisting, createReferences } = { ...set.options, ...chosen };
  const change = (options: Partial<Options>) => {
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
