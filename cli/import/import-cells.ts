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
  /** Rows below the headings, from 1, as in the messages of the server. */
  row: number;
  /** Heading of the column, or the label of a field that has none; empty for the line as a whole. */
  column: string;
  /** Name of the field; empty for the line as a whole. */
  field: string;
  /** The cell as it stands in the file; empty where there is none. */
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

/** How columns and fields are called. */
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

/** Everything that is wrong, and everything that is only said. */
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

/** A row that changes something, for a person who wants to see what an import does. */
export type ExampleRow = Pick<ChangeSetRow, 'row' | 'label' | 'effect' | 'changes'>;

/** Some of the rows that are changed, then some of those that are created. */
export async function readExamples(
  ctx: AdministratorContext,
  { id, counts }: Pick<ImportSet, 'id' | 'counts'>,
  most: number,
): Promise<ExampleRow[]> {
  const examples: ExampleRow[] = [];
  for (const effect of ['update', 'create'] as const) {
    const wanted = effect === 'update' && counts.create ? Math.ceil(most * 0.7) : most - examples.length;
    if (counts[effect])
      // Further rows of the same record say nothing of their own.
      for await (const row of rowsOf(ctx, id, { effects: [effect] }, wanted * 4)) {
        if (row.changes.length === 0) continue;
        examples.push({ row: row.row, label: row.label, effect, changes: row.changes });
        if (examples.length >= (effect === 'update' ? wanted : most)) break;
      }
  }
  return examples;
}
