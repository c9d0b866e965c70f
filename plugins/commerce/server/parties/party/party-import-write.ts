import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AddressColumns,
  type AppliedRow,
  insertAddresses,
  insertParties,
  overwriteAddresses,
  overwriteParties,
  Party,
  PartyAddress,
  removeAddresses,
  sql,
  type WrittenVersions,
} from '@millwright/core/server';
import { Customer } from '../customer/customer.entity.ts';
import { Supplier } from '../supplier/supplier.entity.ts';
import type { NamedParty, PartyKindName } from './party-kind.ts';

/** Name for the version of the party, which has the same id as the record. */
export const partyName = (id: string): string => `${id}.party`;

/** A customer or supplier from an import. */
export interface WritableParty extends NamedParty {
  email: string | null;
  parentID: string | null;
  /** Further columns of its row. */
  columns: Readonly<Record<string, unknown>>;
}

/** Versions of the record and of its party. */
interface Versions {
  version: number;
  partyVersion: number;
}

const rowOf = ({ id, number, name, email, columns }: WritableParty) => ({ id, number, name, email, ...columns });
const partyOf = ({ id, number, name, email, parentID }: WritableParty) => ({ id, number, name, email, parentID });

/** Overwrites records and parties with the given versions; answers the new versions of both. */
async function overwrite(
  ctx: AccountContext,
  kind: PartyKindName,
  parties: readonly (WritableParty & { version: number })[],
): Promise<Map<string, Versions>> {
  const [first] = parties;
  if (!first) return new Map();
  const table = sql.table(`commerce.${kind}`);
  const rows = parties.map((party) => ({ ...rowOf(party), version: party.version }));
  const columns = Object.keys(rowOf(first)).filter((column) => column !== 'id');
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`));
  const { rows: written } = await sql<{ id: string; version: number }>`update ${table} as own
    set ${assignments}, version = own.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::text::jsonb) r
    where own.account_id = ${ctx.account.id} and own.id = r.id and own.version = r.version
    returning own.id, own.version`.execute(ctx.em.query());
  const versions = await overwriteParties(ctx, parties.map(partyOf));
  return new Map(written.map(({ id, version }) => [id, { version, partyVersion: versions.get(id) ?? 0 }]));
}

/** New addresses, and changed ones. */
export interface WrittenAddresses {
  added: (AddressColumns & { partyID: string })[];
  changed: (AddressColumns & { partyID: string; version: number })[];
}

/**
 * Locks the customers or suppliers that an import changes, with their addresses. Called before numbers are assigned: a
 * concurrent edit of one of them would otherwise delay all others who need a number.
 */
export async function lockImportedParties(
  ctx: AccountContext,
  kind: PartyKindName,
  changed: readonly { id: string; addresses: readonly ({ id: string } | null | undefined)[] }[],
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  if (kind === 'customer') await ctx.em.lockRows(Customer, ids);
  else await ctx.em.lockRows(Supplier, ids);
  await ctx.em.lockRows(
    PartyAddress,
    changed.flatMap(({ addresses }) => addresses.flatMap((address) => address?.id ?? [])),
  );
  await ctx.em.lockRows(Party, ids);
}

/** Writes a chunk of an import with its addresses, in a fixed number of statements. */
export async function writeParties(
  ctx: AccountContext,
  kind: PartyKindName,
  created: readonly WritableParty[],
  changed: readonly (WritableParty & { before: Versions })[],
  addresses: WrittenAddresses,
): Promise<(id: string) => { addressIDs: string[]; versions: WrittenVersions }> {
  await insertParties(
    ctx,
    created.map((party) => ({ ...partyOf(party), kind })),
  );
  await insertAddresses(ctx, addresses.added);
  const addressVersions = await overwriteAddresses(ctx, addresses.changed);
  const now = ctx.clock.now();
  await ctx.em.insert(
    `commerce.${kind}`,
    created.map((party) => ({ ...rowOf(party), created_at: now, updated_at: now, version: 1 })),
  );
  const left = await overwrite(
    ctx,
    kind,
    changed.map((party) => ({ ...party, version: party.before.version })),
  );
  // The versions were checked earlier in this transaction, so only a concurrent write can cause this; a retry sees it.
  if (left.size !== changed.length || addressVersions.size !== addresses.changed.length)
    throw new Error(`A ${kind} was changed while it was imported`);
  const found = new Map(changed.map(({ id, before }) => [id, before]));
  const foundAddresses = new Map(addresses.changed.map(({ id, version }) => [id, version]));
  const written = Map.groupBy([...addresses.added, ...addresses.changed], ({ partyID }) => partyID);
  return (id) => {
    const [before, now] = [found.get(id), left.get(id) ?? { version: 1, partyVersion: 1 }];
    const addressIDs = (written.get(id) ?? []).map((address) => address.id);
    return {
      addressIDs,
      versions: {
        [id]: { found: before?.version ?? null, left: now.version },
        [partyName(id)]: { found: before?.partyVersion ?? null, left: now.partyVersion },
        ...Object.fromEntries(
          addressIDs.map((address) => [
            address,
            { found: foundAddresses.get(address) ?? null, left: addressVersions.get(address) ?? 1 },
          ]),
        ),
      },
    };
  };
}

/** A row of an import to undo; `left` gives the expected version of a written record. */
export type TakenRow<Undo> = { row: number; id: string; undo: Undo; left(name: string): number };

/** Rows to undo: those that created something, and those that changed something and restore it. */
export function takenRows<Undo extends { before?: unknown }>(rows: readonly AppliedRow[]) {
  type Before = NonNullable<Undo['before']>;
  const taken = rows.flatMap(({ row, recordID, undo, versions }): TakenRow<Undo>[] =>
    recordID && undo ? [{ row, id: recordID, undo: undo as Undo, left: (name) => versions[name]?.left ?? 0 }] : [],
  );
  return {
    taken,
    createdIDs: taken.filter(({ undo }) => !undo.before).map(({ id }) => id),
    restored: taken.flatMap((each) => (each.undo.before ? [{ ...each, before: each.undo.before as Before }] : [])),
  };
}

/** Restores records, parties and addresses with the given versions; answers all new versions. */
export async function restoreParties(
  ctx: AccountContext,
  kind: PartyKindName,
  parties: readonly (WritableParty & { version: number })[],
  addresses: { changed: readonly (AddressColumns & { version: number })[]; removed: readonly string[] },
): Promise<Map<string, number>> {
  const addressVersions = await overwriteAddresses(ctx, addresses.changed);
  const versions = await overwrite(ctx, kind, parties);
  if (versions.size !== parties.length || addressVersions.size !== addresses.changed.length)
    throw problems.conflict({ message: `A ${kind} was changed while the import was undone` });
  await removeAddresses(ctx, addresses.removed);
  return new Map([
    ...addressVersions,
    ...[...versions].flatMap(([id, { version, partyVersion }]): [string, number][] => [
      [id, version],
      [partyName(id), partyVersion],
    ]),
  ]);
}
