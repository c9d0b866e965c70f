import {
  type AccountContext,
  detachParties,
  indexRecords,
  lockForRemoval,
  type RecordUse,
  type Restoration,
  type RestoredRecord,
  reasonOfUses,
  releaseNumbers,
  removeParties,
  type SortedRecords,
  sql,
  touched,
  unindexRecords,
  usesOf,
} from '@millwright/core/server';
import { indexContactsOf, unindexContactsOf } from '../contact/contact-search.ts';
import { partiesCreated, partyDeleted, partyDocument } from './party-history.ts';
import type { NamedParty, PartyKindFacts, PartyKindName } from './party-kind.ts';
import { retireNumbers } from './party-numbers.ts';

/** A customer or supplier that can be deleted. */
export interface RemovableParty extends NamedParty {
  label: string;
}

/** The existing ones of these ids, locked together with their parties. */
export async function lockRemovedParties(
  ctx: AccountContext,
  kind: PartyKindName,
  ids: readonly string[],
): Promise<RemovableParty[]> {
  // A transaction that writes a document holds a key share lock on it; this lock waits for it and keeps new ones out.
  const { rows: found } = await sql<RemovableParty>`
    select id, number, name, number || ' ' || name as label from ${sql.table(`commerce.${kind}`)}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  // The party is locked too, because new addresses, children and portal users refer only to the party.
  await lockForRemoval(
    ctx,
    found.map(({ id }) => id),
  );
  return found;
}

interface SortedParties extends SortedRecords<RemovableParty> {
  /** Its references; undefined for an unknown id. */
  refused: { id: string; label: string; reason: string; uses: RecordUse[] | undefined }[];
}

/** Sorts customers or suppliers into those without references, which it locks with their parties, and the others. */
export async function sortParties(
  ctx: AccountContext,
  kind: PartyKindName,
  ids: readonly string[],
): Promise<SortedParties> {
  const wanted = [...new Set(ids)];
  const found = await lockRemovedParties(ctx, kind, wanted);
  const known = new Map(found.map((party) => [party.id, party]));
  const uses = await usesOf(ctx, kind, [...known.keys()]);
  return {
    allowed: found.filter(({ id }) => !uses.has(id)),
    refused: wanted
      .filter((id) => !known.has(id) || uses.has(id))
      .map((id) => {
        const partyUses = uses.get(id);
        const reason = partyUses ? reasonOfUses(partyUses) : `There is no such ${kind}`;
        return { id, label: known.get(id)?.label ?? id, uses: partyUses, reason };
      }),
  };
}

/** Deletes customers or suppliers with their own rows; some of their numbers stay reserved. */
export async function eraseParties(
  ctx: AccountContext,
  party: PartyKindFacts,
  gone: readonly NamedParty[],
  retired: readonly NamedParty[] = gone,
): Promise<void> {
  if (!gone.length) return;
  const { kind, parts, lists } = party;
  const ids = gone.map(({ id }) => id);
  await unindexContactsOf(ctx, kind, ids);
  for (const [table, column] of [
    ...parts.map((part) => [part, `${kind}_id`] as const),
    [`commerce.${kind}`, 'id'] as const,
  ])
    await sql`delete from ${sql.table(table)}
      where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${ids}::text[])`.execute(ctx.em.query());
  await retireNumbers(ctx, kind, retired);
  await removeParties(ctx, ids);
  await unindexRecords(ctx, kind, ids);
  for (const each of gone) partyDeleted(ctx, party, each);
  await ctx.em.flush();
  touched(ctx, ...lists);
}

/** Deletes what an import created, without a trace. */
export async function eraseCreated(ctx: AccountContext, party: PartyKindFacts, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const { kind } = party;
  const { rows: gone } = await sql<NamedParty>`select id, number, name from ${sql.table(`commerce.${kind}`)}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by id`.execute(ctx.em.query());
  if (!gone.length) return;
  // Parents and children of one import are deleted together.
  await detachParties(
    ctx,
    gone.map(({ id }) => id),
  );
  // Only numbers that the counter has passed stay reserved; others are free again, so that the file can be imported
  // again.
  const passed = await releaseNumbers(
    ctx,
    kind,
    gone.map(({ number }) => number),
  );
  await eraseParties(
    ctx,
    party,
    gone,
    gone.filter(({ number }) => passed.has(number)),
  );
}

type Contacts = Record<'email' | 'phone' | 'url', string | null>;

/** Restores a deleted party with its addresses, the record, and its own rows. */
export const partyRestoration = (party: PartyKindFacts, refusals?: Restoration['refusals']): Restoration => {
  const { kind, parts, lists } = party;
  return {
    own: `commerce.${kind}`,
    tables: [
      { table: 'core.party', column: 'id' },
      { table: 'core.party_address', column: 'party_id' },
      { table: `commerce.${kind}`, column: 'id' },
      ...parts.map((table) => ({ table, column: `${kind}_id` })),
    ],
    ...(refusals ? { refusals } : {}),
    async restored(ctx: AccountContext, records: readonly RestoredRecord[]) {
      const ids = records.map(({ id }) => id);
      const { rows } = await sql<NamedParty & Contacts>`select id, number, name, email, phone, url
        from ${sql.table(`commerce.${kind}`)} where account_id = ${ctx.account.id} and id = any(${ids}::text[])
        order by id`.execute(ctx.em.query());
      // Its number is restored from the reserved ones.
      await indexRecords(
        ctx,
        rows.map((row) => partyDocument(kind, row)),
      );
      await indexContactsOf(ctx, kind, ids);
      await partiesCreated(ctx, party, rows);
      touched(ctx, ...lists);
    },
  };
};
