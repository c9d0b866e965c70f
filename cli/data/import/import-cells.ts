import type { AdministratorContext } from '@millwright/core/cli';
import {
  type ChangeSetRow,
  type EndpointInput,
  type ImportSet,
  type ImportType,
  largestTake,
  listChangeSetRows,
} from '@millwright/core/contracts';

/** A message about one cell of the file. */
export interface CellMessage {
  /** Row below the headings, from 1, as in the server's messages. */
  row: number;
  /** Heading of the column, or the label of a field without a column; empty for the whole row. */
  column: string;
  /** Name of the field; empty for the whole row. */
  field: string;
  /** The cell's text in the file; empty without a cell. */
  value: string;
  message: string;
}

type RowFilter = Omit<EndpointInput<typeof listChangeSetRows>['query'] & object, 'take' | 'skip'>;

/** Rows of a set, page by page. */
export async function* rowsOf(
  ctx: AdministratorContext,
  changeSetID: string,
  filter: RowFilter,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ChangeSetRow> {
  for (let skip = 0; skip < most; ) {
    const query = { ...filter, take: Math.min(largestTake, most - skip), skip };
    const { items, count } = await ctx.client.call(
      listChangeSetRows,
      { params: { changeSetID }, query },
      { signal: ctx.signal },
    );
    yield* items;
    skip += items.length;
    if (items.length === 0 || skip >= count) return;
  }
}

/** Headings and labels of columns and fields. */
export function columnNames(set: Pick<ImportSet, 'columns'>, type: Pick<ImportType, 'fields'> | undefined) {
  const headings = new Map(set.columns.map(({ index, heading, field }) => [field ?? `column.${index}`, heading]));
  const labels = new Map(type?.fields.map(({ name, label }) => [name, label]));
  return (field: string): string => headings.get(field) ?? labels.get(field) ?? field;
}

/** Messages of one row, cell by cell. */
export const rowCells = (
  { row, values }: ChangeSetRow,
  messages: ChangeSetRow['errors'],
  nameOf: (field: string) => string,
): CellMessage[] =>
  messages.map(({ field, message }) => ({
    row,
    column: field === '' ? '' : nameOf(field),
    field,
    value: field === '' ? '' : (values[field] ?? ''),
    message,
  }));

/** All errors and warnings. */
export async function readMessages(
  ctx: AdministratorContext,
  set: Pick<ImportSet, 'id' | 'columns' | 'counts'>,
  type: Pick<ImportType, 'fields'> | undefined,
): Promise<{ errors: CellMessage[]; warnings: CellMessage[] }> {
  const nameOf = columnNames(set, type);
  const errors: CellMessage[] = [];
  const warnings: CellMessage[] = [];
  if (set.counts.error)
    for await (const row of rowsOf(ctx, set.id, { effects: ['error'] }))
      errors.push(...rowCells(row, row.errors, nameOf));
  if (set.counts.warning)
    for await (const row of rowsOf(ctx, set.id, { hasWarnings: true }))
      warnings.push(...rowCells(row, row.warnings, nameOf));
  return { errors, warnings };
}

/** A row that changes something, as an example for the person. */
export type ExampleRow = Pick<ChangeSetRow, 'row' | 'label' | 'effect' | 'changes'>;

/** Examples of changed rows, then of new ones. */
export async function readExamples(
  ctx: AdministratorContext,
  { id, counts }: Pick<ImportSet, 'id' | 'counts'>,
  most: number,
): Promise<ExampleRow[]> {
  const examples: ExampleRow[] = [];
  for (const effect of ['update', 'create'] as const) {
    const wanted = effect === 'update' && counts.create ? Math.ceil(most * 0.7) : most - examples.length;
    if (counts[effect])
      // Further rows of the same record have no changes of their own.
      for await (const row of rowsOf(ctx, id, { effects: [effect] }, wanted * 4)) {
        if (row.changes.length === 0) continue;
        examples.push({ row: row.row, label: row.label, effect, changes: row.changes });
        if (examples.length >= (effect === 'update' ? wanted : most)) break;
      }
  }
  return examples;
}
