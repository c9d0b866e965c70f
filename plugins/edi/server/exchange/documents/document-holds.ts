import { type AccountContext, sql } from '@millwright/core/server';
import type { DocumentHold } from '../../../contracts/index.ts';
import { printableName } from '../../document/document-names.ts';

/** Writes what keeps documents, behind what kept them already. */
export async function writeHolds(
  ctx: AccountContext,
  documents: readonly { id: string; holds: readonly DocumentHold[] }[],
): Promise<void> {
  const rows = documents.flatMap(({ id, holds }) => holds.map((hold) => ({ id, hold })));
  if (!rows.length) return;
  const ids = documents.map(({ id }) => id);
  const { rows: last } = await sql<{ id: string; position: number }>`select document_id as id, max(position) as position
    from edi.document_hold where account_id = ${ctx.account.id} and document_id = any(${ids}::text[])
    group by document_id`.execute(ctx.em.query());
  const next = new Map(last.map(({ id, position }) => [id, position + 1]));
  await ctx.em.insert(
    'edi.document_hold',
    rows.map(({ id, hold }) => {
      const position = next.get(id) ?? 0;
      next.set(id, position + 1);
      return {
        document_id: id,
        position,
        reason: hold.reason,
        cause: printableName(hold.cause),
        message: printableName(hold.message),
        segment: hold.segment,
        element: hold.element,
        details: hold.details,
      };
    }),
  );
}

/** Nothing keeps these documents any more. */
export const dropHolds = (ctx: AccountContext, ids: readonly string[]) =>
  sql`delete from edi.document_hold where account_id = ${ctx.account.id}
    and document_id = any(${[...ids]}::text[])`.execute(ctx.em.query());
