import type { AccountContext } from '../../kernel/context/context.ts';
import { readDate } from '../cells/read-date.ts';
import type { StoredColumn } from '../import.entity.ts';
import type { ImportDefinition } from '../import-definition.ts';
import { unmappedCell } from '../work/import-work.ts';
import { localeStyle } from '../xlsx/cell-styles.ts';

/** Whether a field is the one that any number of columns may fill, each by its heading. */
export const isExtraField = ({ extras }: ImportDefinition, field: string | null): boolean =>
  field !== null && field === extras?.field;

/** Name of a column's staged cells; those of extra columns keep their name. */
export const stagedCellOf = (
  definition: ImportDefinition,
  { index, field }: Pick<StoredColumn, 'index' | 'field'>,
): string => (field === null || isExtraField(definition, field) ? unmappedCell(index) : field);

/** Whether a column contains text, not only numbers or dates. */
function isOfTexts(ctx: AccountContext, { samples }: StoredColumn): boolean {
  const locale = localeStyle(ctx.account.locale, ctx.account.currency);
  return samples.some((sample) => /\p{L}/u.test(sample) && 'error' in readDate(sample, locale, []));
}

/**
 * Maps text columns without a field to the extra field: all of them if missing names may be created, else those with a
 * known heading. Columns that a person has left out stay out.
 */
export async function withExtraColumns(
  ctx: AccountContext,
  { extras }: ImportDefinition,
  columns: readonly StoredColumn[],
  { mayCreate }: { mayCreate: boolean },
): Promise<StoredColumn[]> {
  const candidates = columns.filter(
    (column) => column.field === null && column.matchedBy === null && isOfTexts(ctx, column),
  );
  if (!extras || candidates.length === 0) return [...columns];
  const known = mayCreate
    ? undefined
    : await extras.known(
        ctx,
        candidates.map(({ heading }) => heading),
      );
  const chosen = new Set(candidates.filter(({ heading }) => !known || known.has(heading)));
  return columns.map((column) =>
    chosen.has(column) ? { ...column, field: extras.field, matchedBy: 'heading' } : column,
  );
}
