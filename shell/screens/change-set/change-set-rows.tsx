import { Text } from '@mantine/core';
import { endpointKey, ListScreen, useClient } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type ChangeSet,
  type ChangeSetRow,
  listChangeSetRows,
} from '../../../core/contracts/work/change-set.contract.ts';
import { effectOptions, RowEffectBadge } from './change-set-badges.tsx';

/** A field value as text. */
export const changeSetValue = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'nothing'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** The changes of a row, field by field. */
export function RowChanges({ row }: { row: ChangeSetRow }) {
  return row.changes.map(({ field, label, from, to }) => (
    <Text key={field} size="sm">
      {label}: {row.effect === 'create' ? changeSetValue(to) : `${changeSetValue(from)} → ${changeSetValue(to)}`}
    </Text>
  ));
}

/** Errors and warnings of a row. */
function Messages({ row }: { row: ChangeSetRow }) {
  return [...row.errors, ...row.warnings].map(({ field, message }) => (
    <Text key={`${field} ${message}`} size="sm">
      {field ? `${field}: ${message}` : message}
    </Text>
  ));
}

/** The rows of a set, reloaded as its work progresses. */
export function ChangeSetRows({ set }: { set: ChangeSet }) {
  const queries = useQueryClient();
  const client = useClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: endpointKey(listChangeSetRows) });
  }, [queries, client, set.version]);
  return (
    <ListScreen
      embedded
      name="change-set-rows"
      title="Rows"
      endpoint={listChangeSetRows}
      params={{ changeSetID: set.id }}
      columns={[
        { id: 'row', width: 80 },
        { id: 'label', header: 'Record' },
        { id: 'effect', cell: (row) => <RowEffectBadge row={row} />, width: 120 },
        { id: 'changes', cell: (row) => <RowChanges row={row} /> },
        {
          id: 'messages',
          csv: ['errors.message=Errors', 'warnings.message=Warnings'],
          cell: (row) => <Messages row={row} />,
        },
      ]}
      filters={[
        { name: 'effects', label: 'Effect', options: effectOptions },
        { name: 'hasWarnings', yes: 'With warnings', no: 'Without warnings' },
      ]}
      rowLabel={(row) => `Row ${row.row}`}
      empty={{ title: 'No rows', text: 'Rows appear here as they are checked.', icon: 'layers' }}
    />
  );
}
