import { createHash } from 'node:crypto';
import { type ImportColumn, importProblems } from '../../contracts/work/import.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { Import, ImportMapping, type StoredColumn } from '../import.entity.ts';
import { headingKey } from './match-headings.ts';
import { isUnconfirmed } from './unimported-money.ts';

/** Hash of the normalized headings, equal for files with the same headings. */
export const signatureOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(headingKey)))
    .digest('base64url');

/** The mapping last applied to files with these headings: the caller's, else anybody's in the account. */
export async function rememberedMapping(
  ctx: AccountContext,
  type: string,
  signature: string,
): Promise<ImportMapping | undefined> {
  const known = await ctx.em.find(
    ImportMapping,
    { accountID: ctx.account.id, type, signature },
    { orderBy: { updatedAt: 'desc' } },
  );
  return known.find(({ personID }) => personID === ctx.actor.id) ?? known[0];
}

/** Stores the caller's choices for these headings; matches by heading are not stored. */
async function rememberMapping(
  ctx: AccountContext,
  { type, signature, columns }: { type: string; signature: string; columns: readonly StoredColumn[] },
): Promise<void> {
  if (!columns.some(({ matchedBy }) => matchedBy === 'chosen')) return;
  const fields: (string | null)[] = [];
  for (const { index, field, matchedBy } of columns)
    fields[index] = matchedBy === 'chosen' || matchedBy === 'remembered' ? field : undecided;
  // Columns without heading and cells are not listed.
  const all = Array.from(fields, (field) => (field === undefined ? undecided : field));
  const key = { accountID: ctx.account.id, type, signature, personID: ctx.actor.id };
  const known = await ctx.em.findOne(ImportMapping, key);
  const parts = { fields: all, updatedAt: ctx.clock.now() };
  if (known) ctx.em.assign(known, parts);
  else ctx.em.create(ImportMapping, { type, signature, personID: ctx.actor.id, ...parts });
}

/** An undecided column: it is matched again, and needs confirmation again if it looks like money. */
const undecided = '';

const shown = ({ heading }: Pick<ImportColumn, 'heading'>): string => `"${heading}"`;

/**
 * Checks before an import is written that columns with money are not left out by accident, and stores the mapping for
 * these headings. Not called for a dry run or a refused import, whose mapping is not stored.
 * @throws Problem 409 `columns_unconfirmed`
 */
export async function beginImport(ctx: AccountContext, importID: string): Promise<void> {
  const entity = (await ctx.em.get(Import, importID)) as Import;
  const open = entity.columns.filter(isUnconfirmed);
  if (open.length)
    throw importProblems.columns_unconfirmed({
      message:
        `${open.map(shown).join(', ')} ${open.length === 1 ? 'looks like money and is' : 'look like money and are'} ` +
        `not imported: map ${open.length === 1 ? 'it' : 'them'}, ` +
        `or leave ${open.length === 1 ? 'it' : 'them'} out on purpose`,
      details: { columns: open.map(({ index, heading }) => ({ index, heading })) },
    });
  await rememberMapping(ctx, entity);
}
