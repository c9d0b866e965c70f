import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  indexRecords,
  overwriteAddresses,
  releaseNumbers,
  removeAddresses,
  sql,
  touched,
} from '@millwright/core/server';
import { partyName } from '../customer/customer-import-record.ts';
import { supplierDocument } from './supplier-facts.ts';
import { type StoredSupplier, type SupplierUndo, storedSuppliers } from './supplier-import-record.ts';
import { overwriteSuppliers, tellSupplierChanges } from './supplier-import-write.ts';
import { eraseSuppliers, supplierLists } from './supplier-removal.ts';

/** `left`: the version to expect of something that the row wrote. */
type Taken = { row: number; id: string; undo: SupplierUndo; left(name: string): number };

const takenOf = (rows: readonly AppliedRow[]): Taken[] =>
  rows.flatMap(({ row, recordID, undo, versions }) =>
    recordID && undo
      ? [{ row, id: recordID, undo: undo as SupplierUndo, left: (name: string) => versions[name]?.left ?? 0 }]
      : [],
  );

const restoredOf = (taken: readonly Taken[]): (Taken & { before: StoredSupplier })[] =>
  taken.flatMap((each) => (each.undo.before ? [{ ...each, before: each.undo.before }] : []));

interface Standing {
  id: string;
  version: number;
  partyVersion: number;
  materials: number;
  addresses: number;
}

/** What later changes make impossible: a supplier that was changed, is gone or supplies something, and what it referred to. */
export async function refusalsOfSupplierUndo(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
): Promise<{ row: number; label: string; reason: string }[]> {
  const taken = takenOf(rows);
  const ids = taken.map(({ id }) => id);
  await sql`select id from commerce.supplier where account_id = ${ctx.account.id} and id = any(${ids}::text[])
    order by id for update`.execute(ctx.em.query());
  const { rows: found } = await sql<Standing>`select supplier.id, supplier.version, party.version as "partyVersion",
      (select count(*)::int from commerce.supplier_material supplied
        where supplied.account_id = supplier.account_id and supplied.supplier_id = supplier.id) as materials,
      (select count(*)::int from core.party_address located
        where located.account_id = supplier.account_id and located.party_id = supplier.id) as addresses
    from commerce.supplier supplier
    join core.party party on party.account_id = supplier.account_id and party.id = supplier.id
    where supplier.account_id = ${ctx.account.id} and supplier.id = any(${ids}::text[])`.execute(ctx.em.query());
  const standing = new Map(found.map((each) => [each.id, each]));
  const restored = restoredOf(taken);
  const addressIDs = [
    ...taken.flatMap(({ undo }) => undo.addressID ?? []),
    ...restored.flatMap(({ before }) => before.address?.id ?? []),
  ];
  const termIDs = restored.flatMap(({ before }) => before.defaultPaymentTerm?.id ?? []);
  const { rows: kept } = await sql<{ id: string; version: number }>`select id, version from core.party_address
      where account_id = ${ctx.account.id} and id = any(${addressIDs}::text[])
    union all select id, version from commerce.payment_term
      where account_id = ${ctx.account.id} and id = any(${termIDs}::text[])`.execute(ctx.em.query());
  const versions = new Map(kept.map(({ id, version }) => [id, version]));
  return taken.flatMap(({ row, id, undo, left }) => {
    const refused = (reason: string) => [{ row, label: `${undo.number} ${undo.name}`, reason }];
    const now = standing.get(id);
    const { before, addressID } = undo;
    // A supplier that the import made and somebody deleted needs nothing to be undone.
    if (!now) return before ? refused('it was deleted since') : [];
    if (now.version !== left(id) || now.partyVersion !== left(partyName(id))) return refused('it was changed since');
    const isMoved = addressID !== undefined && versions.get(addressID) !== left(addressID);
    if (isMoved || (!before && now.addresses !== (addressID ? 1 : 0)))
      return refused('its addresses were changed since');
    if (!before && now.materials)
      return refused(`it supplies ${now.materials} ${now.materials === 1 ? 'item' : 'items'}`);
    const { address, defaultPaymentTerm } = before ?? {};
    if (address && !versions.has(address.id)) return refused(`its address ${address.name} was deleted since`);
    if (defaultPaymentTerm && !versions.has(defaultPaymentTerm.id))
      return refused(`its ${defaultPaymentTerm.name} was deleted since`);
    return [];
  });
}

/** Writes suppliers back; answers the new versions of all that was written. */
async function restore(
  ctx: AccountContext,
  restored: readonly (Taken & { before: StoredSupplier })[],
): Promise<Map<string, number>> {
  if (!restored.length) return new Map();
  const now = new Map(
    (await storedSuppliers(ctx, { ids: restored.map(({ id }) => id) })).map((each) => [each.id, each]),
  );
  const changed = restored.flatMap(({ undo, before, left }) =>
    before.address && before.address.id === undo.addressID
      ? [{ ...before.address, version: left(before.address.id) }]
      : [],
  );
  const addressVersions = await overwriteAddresses(ctx, changed);
  const versions = await overwriteSuppliers(
    ctx,
    restored.map(({ id, before, left }) => ({
      id,
      number: before.number,
      supplier: before,
      addressID: before.address?.id ?? null,
      version: left(id),
    })),
  );
  if (versions.size !== restored.length || addressVersions.size !== changed.length)
    throw problems.conflict({ message: 'A supplier was changed while the import was undone' });
  await removeAddresses(
    ctx,
    restored.flatMap(({ undo, before }) =>
      undo.addressID && undo.addressID !== before.address?.id ? [undo.addressID] : [],
    ),
  );
  await tellSupplierChanges(
    ctx,
    restored.map(({ id, before }) => ({ id, before: now.get(id) ?? before, after: before })),
  );
  await indexRecords(
    ctx,
    restored.map(({ before }) => supplierDocument(before)),
  );
  return new Map([
    ...addressVersions,
    ...[...versions].flatMap(([id, { version, partyVersion }]): [string, number][] => [
      [id, version],
      [partyName(id), partyVersion],
    ]),
  ]);
}

async function erase(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const { rows: gone } = await sql<{ id: string; number: string; name: string }>`
    select id, number, name from commerce.supplier where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])
    order by id`.execute(ctx.em.query());
  if (!gone.length) return;
  // Only what the counter has passed stays taken; the other numbers are free again, so that the file can be imported once more.
  const passed = await releaseNumbers(
    ctx,
    'supplier',
    gone.map(({ number }) => number),
  );
  await eraseSuppliers(
    ctx,
    gone,
    gone.filter(({ number }) => passed.has(number)),
  );
}

/** Takes suppliers back: those that were created go, those that were changed are as they were. Answers their new versions. */
export async function undoSuppliers(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<Map<string, number>> {
  const taken = takenOf(rows);
  const versions = await restore(ctx, restoredOf(taken));
  await erase(
    ctx,
    taken.filter(({ undo }) => !undo.before).map(({ id }) => id),
  );
  touched(ctx, ...supplierLists);
  return versions;
}
