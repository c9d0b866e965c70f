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
import { partiesCreated, partyDeleted, partyDocument } from './party-history.ts';
import type { NamedParty, PartyKindFacts, PartyKindName } from './party-kind.ts';
import { retireNumbers } from './party-numbers.ts';

/** One that may be deleted. */
export interface RemovableParty extends NamedParty {
  label: string;
}

/** Those of these ids that are there, locked together with their parties. */
export async function lockRemovedParties(
  ctx: AccountContext,
  kind: PartyKindName,
  ids: readonly string[],
): Promise<RemovableParty[]> {
  // Documents that are being written hold a key share of it; this waits for them and keeps further ones out.
  const { rows: found } = await sql<RemovableParty>`
    select id, number, name, number || ' ' || name as label from ${sql.table(`commerce.${kind}`)}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by id for update`.execute(
    ctx.em.query(),
  );
  // The party too: an address, a child or a portal user in the making refers to it and to nothing else.
  await lockForRemoval(
    ctx,
    found.map(({ id }) => id),
  );
  return found;
}

interface SortedParties extends SortedRecords<RemovableParty> {
  /** What refers to it; undefined for one that is not there. */
  refused: { id: string; label: string; reason: string; uses: RecordUse[] | undefined }[];
}

/** Tells apart which customers or suppliers nothing refers to, and locks them and their parties. */
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
        const own = uses.get(id);
        const reason = own ? reasonOfUses(own) : `There is no such ${kind}`;
        return { id, label: known.get(id)?.label ?? id, uses: own, reason };
      }),
  };
}

/** Deletes customers or suppliers with what is theirs; the numbers of some of them stay taken. */
export async function eraseParties(
  ctx: AccountContext,
  party: PartyKindFacts,
  gone: readonly NamedParty[],
  retired: readonly NamedParty[] = gone,
): Promise<void> {
  if (!gone.length) return;
  const { kind, parts, lists } = party;
  const ids = gone.map(({ id }) => id);
  for (const [table, column] of [
    [parts, `${kind}_id`],
    [`commerce.${kind}`, 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where account_id = ${ctx.account.id} and ${sql.ref(column)} = any(${ids}::text[])`.execute(ctx.em.query());
  await retireNumbers(ctx, kind, retired);
  await removeParties(ctx, ids);
  await unindexRecords(ctx, kind, ids);
  for (const each of gone) partyDeleted(ctx, party, each);
  await ctx.em.flush();
  touched(ctx, ...lists);
}

/** Deletes what an import created, as if it had never been. */
export async function eraseCreated(ctx: AccountContext, party: PartyKindFacts, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const { kind } = party;
  const { rows: gone } = await sql<NamedParty>`select id, number, name from ${sql.table(`commerce.${kind}`)}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) order by id`.execute(ctx.em.query());
  if (!gone.length) return;
  // Parents and children of one set go together.
  await detachParties(
    ctx,
    gone.map(({ id }) => id),
  );
  // Only what the counter has passed stays taken; the other numbers are free again, so that the file can be imported
  // once more.
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

/** Takes a deletion back: the party with its addresses, the record and what is its own. */
export const partyRestoration = (party: PartyKindFacts, refusals?: Restoration['refusals']): Restoration => {
  const { kind, parts, lists } = party;
  return {
    own: `commerce.${kind}`,
    tables: [
      { table: 'core.party', column: 'id' },
      { table: 'core.party_address', column: 'party_id' },
      { table: `commerce.${kind}`, column: 'id' },
      { table: parts, column: `${kind}_id` },
    ],
    ...(refusals ? { refusals } : {}),
    async restored(ctx: AccountContext, records: readonly RestoredRecord[]) {
      const ids = records.map(({ id }) => id);
      const { rows } = await sql<NamedParty & Contacts>`select id, number, name, email, phone, url
        from ${sql.table(`commerce.${kind}`)} where account_id = ${ctx.account.id} and id = any(${ids}::text[])
        order by id`.execute(ctx.em.query());
      // Its number stands among the retired ones too, as its own.
      await indexRecords(
        ctx,
        rows.map((row) => partyDocument(kind, row)),
      );
      await partiesCreated(ctx, party, rows);
      touched(ctx, ...lists);
    },
  };
};
