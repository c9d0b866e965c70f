import { Table } from '@mantine/core';
import { LinkText } from '@millwright/core/browser';
import { type CSSProperties, useState } from 'react';
import type { Cell, DrillDown, ReportColumn, ReportRow, ReportTable as TableOf } from '../../../contracts/index.ts';
import { isNumeric, reportCellText } from '../cell-text.ts';
import { pathOf } from '../record-sources.ts';
import classes from './report.module.css';

interface Sorting {
  column: string;
  isDescending: boolean;
}

const compare = (one: Cell | undefined, other: Cell | undefined): number => {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
};

/** Rows in the chosen order; the row with the sum of the others always stays last. */
const sorted = (rows: readonly ReportRow[], { column, isDescending }: Sorting): ReportRow[] =>
  [...rows].sort(
    (one, other) =>
      Number(one.id === 'rest') - Number(other.id === 'rest') ||
      compare(one.cells[column], other.cells[column]) * (isDescending ? -1 : 1),
  );

/** The table of a report, sortable by its headings; each amount opens its documents. */
export function ReportRows({
  label,
  table,
  onDrill,
}: {
  label: string;
  table: TableOf;
  onDrill(drill: DrillDown): void;
}) {
  const [sorting, setSorting] = useState<Sorting>();
  const rows = sorting ? sorted(table.rows, sorting) : table.rows;
  const amount = [...table.columns].reverse().find(({ kind }) => kind === 'money' || kind === 'count')?.name;
  const content = ({ name, kind }: ReportColumn, row: ReportRow, index: number) => {
    const text = reportCellText(kind, row.cells[name]);
    const { drill, record } = row;
    const path = record && pathOf(record.type, record.id);
    if (index === 0 && path) return <LinkText to={path}>{text}</LinkText>;
    if (name === amount && drill && row.cells[name])
      return (
        <button type="button" className={classes['open']} onClick={() => onDrill(drill)}>
          {text}
        </button>
      );
    return text;
  };
  // A phone has room for two or three columns; a wider table scrolls sideways.
  const isWide = table.columns.length > 3;
  if (!table.rows.length) return <p className={classes['noRows']}>Nothing matches</p>;
  return (
    <Table.ScrollContainer
      minWidth={isWide ? 'var(--report-width)' : 0}
      className={(isWide && classes['wide']) || ''}
      style={{ '--report-columns': table.columns.length } as CSSProperties}
    >
      <Table aria-label={label} highlightOnHover className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {table.columns.map(({ name, label: heading, kind }) => {
              const isSorted = sorting?.column === name;
              return (
                <Table.Th
                  key={name}
                  scope="col"
                  ta={isNumeric(kind) ? 'end' : 'start'}
                  aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    className={classes['sort']}
                    onClick={() =>
                      setSorting({ column: name, isDescending: isSorted ? !sorting.isDescending : isNumeric(kind) })
                    }
                  >
                    {heading}
                    {isSorted && (sorting.isDescending ? ' ↓' : ' ↑')}
                  </button>
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {table.columns.map((column, index) =>
                index === 0 ? (
                  <Table.Th key={column.name} scope="row">
                    {content(column, row, index)}
                  </Table.Th>
                ) : (
                  <Table.Td key={column.name} ta={isNumeric(column.kind) ? 'end' : 'start'} data-label={column.label}>
                    {content(column, row, index)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {table.totals && (
          <Table.Tfoot>
            <Table.Tr className={classes['total'] ?? ''}>
              {table.columns.map(({ name, label: heading, kind }, index) =>
                index === 0 ? (
                  <Table.Th key={name} scope="row">
                    Total
                  </Table.Th>
                ) : (
                  <Table.Td key={name} ta={isNumeric(kind) ? 'end' : 'start'} data-label={heading}>
                    {name in (table.totals ?? {}) ? reportCellText(kind, table.totals?.[name]) : ''}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}
