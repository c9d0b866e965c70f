import { Alert, Button, Group, NativeSelect } from '@mantine/core';
import { formats, Icon, Panel, StatusBadge } from '@millwright/core/browser';
import { useState } from 'react';
import type { ImportColumn, ImportField, ImportSet } from '../../../../core/contracts/work/import.contract.ts';
import classes from '../import.module.css';
import { matchText, missingFields } from '../import-text.ts';

type Choice = { index: number; field: string | null };

/**
 * The columns after these choices. A field belongs to one column, so choosing it removes it from its former column,
 * unless the field is repeatable.
 */
const chosenOf = (
  columns: readonly ImportColumn[],
  choices: readonly Choice[],
  isRepeatable: (field: string) => boolean,
): ImportColumn[] =>
  choices.reduce<ImportColumn[]>(
    (all, { index, field }) =>
      all.map((column) => {
        if (column.index === index) return { ...column, field, matchedBy: field === null ? null : 'chosen' };
        return field !== null && column.field === field && !isRepeatable(field)
          ? { ...column, field: null, matchedBy: null }
          : column;
      }),
    [...columns],
  );

/** Mapping of columns to fields. A small file is checked again at once, a large one on request. */
export function ImportMappingStep(props: {
  set: ImportSet;
  fields: readonly ImportField[];
  canEdit: boolean;
  onChange(columns: Choice[]): Promise<void>;
}) {
  const { set, fields, canEdit, onChange } = props;
  const isRepeatable = (name: string): boolean => fields.some((field) => field.name === name && field.isRepeatable);
  const chosen = (columns: readonly ImportColumn[], wanted: readonly Choice[]): ImportColumn[] =>
    chosenOf(columns, wanted, isRepeatable);
  const [choices, setChoices] = useState<Choice[]>([]);
  const [sending, setSending] = useState<ImportColumn[] | null>(null);
  const { number } = formats();
  const columns = sending ?? chosen(set.columns, choices);
  const missing = missingFields(fields, columns, set.options.defaults);
  const left = columns.filter(({ field }) => field === null).length;
  const send = async (next: readonly Choice[]) => {
    const after = chosen(set.columns, next);
    setSending(after);
    setChoices([]);
    const changed = after.flatMap(({ index, field }, at) =>
      set.columns[at]?.field === field && !next.some((choice) => choice.index === index) ? [] : [{ index, field }],
    );
    if (changed.length) await onChange(changed);
    setSending(null);
  };
  const choose = (index: number, field: string | null) => {
    const next = [...choices.filter((choice) => choice.index !== index), { index, field }];
    if (set.isJob) setChoices(next);
    else void send(next);
  };
  const takenBy = new Map(columns.map((column) => [column.field, column]));
  const optionsOf = (column: ImportColumn) => [
    { value: '', label: 'Do not import' },
    ...fields.map(({ name, label, isRequired }) => {
      const other = takenBy.get(name);
      const taken = other && other.index !== column.index && !isRepeatable(name) ? ` (now “${other.heading}”)` : '';
      return { value: name, label: `${label}${isRequired ? ' *' : ''}${taken}` };
    }),
  ];
  return (
    <Panel
      title="1. Columns"
      actions={
        <span className={classes['soft']}>
          {number(columns.length - left)} imported{left > 0 && `, ${number(left)} not imported`}
        </span>
      }
    >
      {missing.length > 0 && (
        <Alert color="red" icon={<Icon name="alert" />} mb="sm" title="Required, and filled by no column">
          {missing.map(({ label }) => label).join(', ')}
        </Alert>
      )}
      <table className={classes['mapping']}>
        <thead>
          <tr>
            <th scope="col">Column of the file</th>
            <th scope="col">First values</th>
            <th scope="col" data-align="end">
              Filled
            </th>
            <th scope="col">Field</th>
            <th scope="col">Found</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.index} data-left-out={column.field === null || undefined}>
              <th scope="row">{column.heading}</th>
              <td className={classes['samples']}>{column.samples.slice(0, 3).join(' · ') || 'No values'}</td>
              <td data-align="end">
                {number(column.filled)} of {number(set.rowCount)}
              </td>
              <td>
                <NativeSelect
                  aria-label={`Field for the column ${column.heading}`}
                  value={column.field ?? ''}
                  data={optionsOf(column)}
                  disabled={!canEdit || sending !== null}
                  onChange={(event) => choose(column.index, event.currentTarget.value || null)}
                />
              </td>
              <td>
                {column.isUnconfirmed && column.field === null ? (
                  <Group gap="xs" wrap="nowrap">
                    <StatusBadge tone="danger">Looks like money</StatusBadge>
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={!canEdit || sending !== null}
                      onClick={() => choose(column.index, null)}
                    >
                      Leave out
                    </Button>
                  </Group>
                ) : column.field === null ? (
                  <StatusBadge tone="warning">
                    {column.matchedBy === 'remembered' ? 'Not imported, as last time' : 'Not imported'}
                  </StatusBadge>
                ) : (
                  column.matchedBy && matchText[column.matchedBy]
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {choices.length > 0 && (
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" onClick={() => setChoices([])}>
            Reset
          </Button>
          <Button onClick={() => void send(choices)} disabled={!canEdit}>
            Check all rows with these columns
          </Button>
        </Group>
      )}
    </Panel>
  );
}
