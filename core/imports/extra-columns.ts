import type { AccountContext } from '../kernel/context.ts';
import { localeStyle } from './cell-styles.ts';
import type { StoredColumn } from './import.entity.ts';
import type { ImportDefinition } from './import-definition.ts';
import { unmappedCell } from './import-work.ts';
import { readDate } from './read-date.ts';

/** Whether a field is the one that stands for any number of columns, each by its heading. */
export const isExtraField = ({ extras }: ImportDefinition, field: string | null): boolean =>
  field !== null && field === extras?.field;

/** Name of the cells of a column: those of extra columns stay where they were staged. */
export const stagedCellOf = (
  definition: ImportDefinition,
  { index, field }: Pick<StoredColumn, 'index' | 'field'>,
): string => (field === null || isExtraField(definition, field) ? unmappedCell(index) : field);

/** A column of texts: words, not numbers or dates alone. */
function isOfTexts(ctx: AccountContext, { samples }: StoredColumn): boolean {
  const locale = localeStyle(ctx.account.locale, ctx.account.currency);
  return samples.some((sample) => /\p{L}/u.test(sample) && 'error' in readDate(sample, locale, []));
}

/**
 * The columns with those of texts that fill no field as extra columns: all of them where what they name may be created,
 * else those whose heading is known. What somebody has left out on purpose stays out.
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
