import { Button, Checkbox, Tabs, VisuallyHidden } from '@mantine/core';
import {
  accountURL,
  csvColumns,
  endpointKey,
  endpointPath,
  formats,
  Icon,
  type ListColumn,
  ListScreen,
  Panel,
  toast,
  useClient,
} from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type ChangeSetRow,
  changeSetStates,
  getChangeSetFaults,
  leftOutMessage,
  listChangeSetRows,
} from '../../../../core/contracts/work/change-set.contract.ts';
import {
  getImport,
  type ImportField,
  type ImportSet,
  updateImportRow,
} from '../../../../core/contracts/work/import.contract.ts';
import { RowEffectBadge } from '../../change-set/change-set-badges.tsx';
import { RowChanges } from '../../change-set/change-set-rows.tsx';
import classes from '../import.module.css';
import { type RowTab, rowTabs, tabCount, tabName, tabQuery } from '../import-text.ts';
import { ImportCell } from './import-cell.tsx';
import { ImportFaults } from './import-faults.tsx';

const isLeftOut = ({ effect, errors }: ChangeSetRow): boolean =>
  effect === 'skip' && errors.some(({ message }) => message === leftOutMessage);

/** Whether a row is imported; the new choice is shown while it is saved. */
function UseRow({ row, onChange }: { row: ChangeSetRow; onChange(isUsed: boolean): Promise<boolean> }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  return (
    <Checkbox
      className={classes['use'] ?? ''}
      checked={chosen ?? !isLeftOut(row)}
      aria-label={`Import row ${row.row}`}
      onChange={(event) => {
        setChosen(event.currentTarget.checked);
        void onChange(event.currentTarget.checked).then(() => setChosen(null));
      }}
    />
  );
}

type UpdateRow = (
  row: ChangeSetRow,
  change: { values?: Record<string, string>; isSkipped?: boolean },
) => Promise<boolean>;

/** Corrects rows of an import; `news` is the result of the latest correction. */
function useRowUpdate(importID: string): { news: string; update: UpdateRow } {
  const client = useClient();
  const queries = useQueryClient();
  const [news, setNews] = useState('');
  const update = useCallback<UpdateRow>(
    async (row, body) => {
      try {
        const answer = await client.call(updateImportRow, { params: { importID, row: row.id }, body });
        queries.setQueryData(endpointKey(getImport, { params: { importID } }), answer.import);
        const wrong = answer.row.errors.map(({ message }) => message).join('. ');
        setNews(`Row ${row.row}: ${wrong || 'no errors'}`);
        await Promise.all(
          [listChangeSetRows, getChangeSetFaults].map((each) =>
            queries.invalidateQueries({ queryKey: endpointKey(each) }),
          ),
        );
        return true;
      } catch (error) {
        toast.error(error);
        return false;
      }
    },
    [client, queries, importID],
  );
  return { news, update };
}

/** The mapped fields, in the order of the file's columns. */
function mappedFields(columns: ImportSet['columns'], fields: readonly ImportField[]): ImportField[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return columns.flatMap(({ index, heading, field: name }) => {
    const field = name === null ? undefined : byName.get(name);
    if (!field) return [];
    // A repeatable field has several columns, so each is named by its heading.
    return field.isRepeatable
      ? { ...field, name: `column.${index}`, label: heading, kind: 'text' as const, reference: null }
      : field;
  });
}

/** Columns of the row table: effect, editable values, and messages. */
function rowColumns(
  mapped: readonly ImportField[],
  canEdit: boolean,
  update: UpdateRow,
  onFocusLost: () => void,
): ListColumn<ChangeSetRow>[] {
  const shown = new Set(mapped.map(({ name }) => name));
  const ofRow = ({ errors, warnings }: ChangeSetRow) => [
    ...errors.filter(({ field }) => !shown.has(field)),
    ...warnings.filter(({ field }) => !shown.has(field)),
  ];
  return [
    { id: 'row', header: 'Row', cell: ({ row }) => row, align: 'end', width: 70 },
    ...(canEdit
      ? [
          {
            id: 'use',
            header: 'Import',
            csv: false as const,
            width: 70,
            align: 'center' as const,
            cell: (row: ChangeSetRow) => (
              <UseRow row={row} onChange={(isUsed) => update(row, { isSkipped: !isUsed })} />
            ),
          },
        ]
      : []),
    { id: 'effect', header: 'Effect', cell: (row) => <RowEffectBadge row={row} />, width: 110 },
    ...mapped.map((field, index) => ({
      id: `values.${field.name}`,
      header: field.label,
      cell: (row: ChangeSetRow) => (
        <ImportCell
          row={row}
          field={field}
          isFirst={index === 0}
          canEdit={canEdit}
          onSave={(own, values) => update(own, { values })}
          onFocusLost={onFocusLost}
        />
      ),
    })),
    {
      id: 'messages',
      header: 'About the row',
      csv: 'errors.message=Errors',
      cell: (row) => (
        <span className={classes['messages']}>
          {ofRow(row).map(({ message }) => (
            <span key={message}>{message}</span>
          ))}
        </span>
      ),
    },
    {
      id: 'changes',
      header: 'All changes',
      csv: false,
      cell: (row) => <RowChanges row={row} />,
      defaultHidden: true,
    },
  ];
}

/** Rows with their effects, by tab, with values before and after, editable in place. */
export function ImportRows(props: { set: ImportSet; title: string; fields: readonly ImportField[]; canEdit: boolean }) {
  const { set, fields, canEdit } = props;
  const { id: importID } = set;
  const region = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<RowTab>(set.counts.error > 0 ? 'error' : 'all');
  const { news, update } = useRowUpdate(importID);
  const isApplied = changeSetStates.is.applied(set.status);
  const tab = tabCount(picked, set) > 0 ? picked : 'all';

  // A corrected row may leave the tab together with the focus, which then moves to the next faulty row.
  const refocus = useCallback(() => {
    setTimeout(() => {
      const find = (selector: string) => region.current?.querySelector<HTMLElement>(selector);
      (find('[data-cell][data-faulty]') ?? find('[data-cell]') ?? find('[role="tab"][aria-selected="true"]'))?.focus();
    });
  }, []);

  const mapped = useMemo(() => mappedFields(set.columns, fields), [fields, set.columns]);
  // Memoized, because cells that are created anew lose text that is being typed.
  const columns = useMemo(() => rowColumns(mapped, canEdit, update, refocus), [mapped, canEdit, update, refocus]);

  const errorsHref = accountURL(endpointPath(listChangeSetRows, { params: { changeSetID: importID } }), {
    effects: ['error'],
    format: 'csv',
    columns: csvColumns(columns),
  });
  return (
    <Panel
      title={props.title}
      actions={
        set.counts.error > 0 && (
          <Button
            component="a"
            href={errorsHref}
            download="rows-with-errors.csv"
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="download" size={14} />}
          >
            Download rows with errors
          </Button>
        )
      }
    >
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <div ref={region} className={classes['rows']}>
        {!isApplied && <ImportFaults set={set} fields={fields} />}
        <Tabs value={tab} onChange={(next) => setPicked((next ?? 'all') as RowTab)}>
          <Tabs.List mb="sm" aria-label="Rows by effect">
            {rowTabs.map((each) => (
              <Tabs.Tab key={each} value={each} disabled={each !== 'all' && tabCount(each, set) === 0}>
                {tabName(each, isApplied)}{' '}
                <span className={classes['count']}>{formats().number(tabCount(each, set))}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <ListScreen
              key={tab}
              embedded
              name={`import-rows-${set.type}`}
              title="Rows"
              endpoint={listChangeSetRows}
              params={{ changeSetID: importID }}
              fixedQuery={tabQuery(tab)}
              columns={columns}
              rowLabel={({ row }) => `Row ${row}`}
              empty={{ title: 'No rows', text: 'Rows appear here as they are checked.', icon: 'layers' }}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </Panel>
  );
}
