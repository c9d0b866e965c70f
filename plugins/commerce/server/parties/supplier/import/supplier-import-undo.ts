import { referencedKinds } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  indexRecords,
  namedRecords,
  sql,
  touched,
} from '@millwright/core/server';
import { supplierReferences } from '../../../../contracts/index.ts';
import { partyDocument } from '../../party/party-history.ts';
import { partyName, restoreParties, type TakenRow, takenRows } from '../../party/party-import-write.ts';
import { eraseCreated } from '../../party/party-removal.ts';
import { referenceTables } from '../../reference-tables.ts';
import { supplierParty } from '../edit/supplier-party.ts';
import { type StoredSupplier, type SupplierUndo, storedSuppliers } from './supplier-import-record.ts';
import { tellSupplierChange, writableSupplier } from './supplier-import-write.ts';

interface Standing {
  id: string;
  version: number;
  partyVersion: number;
  materials: number;
  orders: number;
  addresses: number;
}

/** Reasons against undoing a row: the supplier was changed, deleted or has items, or its former references are gone. */
export async function refusalsOfSupplierUndo(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
): Promise<{ row: number; label: string; reason: string }[]> {
  const { taken, restored } = takenRows<SupplierUndo>(rows);
  const ids = taken.map(({ id }) => id);
  await sql`select id from commerce.supplier where account_id = ${ctx.account.id} and id = any(${ids}::text[])
    order by id for update`.execute(ctx.em.query());
  const { rows: found } = await sql<Standing>`select supplier.id, supplier.version, party.version as "partyVersion",
      (select count(*)::int from commerce.supplier_material supplied
        where supplied.account_id = supplier.account_id and supplied.supplier_id = supplier.id) as materials,
      (select count(*)::int from commerce.purchase_order ordered
        where ordered.account_id = supplier.account_id and ordered.supplier_id = supplier.id) as orders,
      (select count(*)::int from core.v_party_addresses located
        where located.account_id = supplier.account_id and located.party_id = supplier.id) as addresses
    from commerce.supplier supplier
    join core.v_parties party on party.account_id = supplier.account_id and party.id = supplier.id
    where supplier.account_id = ${ctx.account.id} and supplier.id = any(${ids}::text[])`.execute(ctx.em.query());
  const standing = new Map(found.map((each) => [each.id, each]));
  const addressIDs = [
    ...taken.flatMap(({ undo }) => undo.addressID ?? []),
    ...restored.flatMap(({ before }) => before.address?.id ?? []),
  ];
  const { rows: kept } = await sql<{ id: string; version: number }>`select id, version from core.v_party_addresses
      where account_id = ${ctx.account.id} and id = any(${addressIDs}::text[])`.execute(ctx.em.query());
  const names = await namedRecords(ctx, referencedKinds(supplierReferences), referenceTables);
  const versions = new Map(kept.map(({ id, version }) => [id, version]));
  return taken.flatMap(({ row, id, undo, left }) => {
    const refused = (reason: string) => [{ row, label: `${undo.number} ${undo.name}`, reason }];
    const now = standing.get(id);
    const { before, addressID } = undo;
    // A created supplier that was deleted since needs no undo.
    if (!now) return before ? refused('it was deleted since') : [];
    if (now.version !== left(id) || now.partyVersion !== left(partyName(id))) return refused('it was changed since');
    const isMoved = addressID !== undefined && versions.get(addressID) !== left(addressID);
    if (isMoved || (!before && now.addresses !== (addressID ? 1 : 0)))
      return refused('its addresses were changed since');
    if (!before && now.materials)
      return refused(`it supplies ${now.materials} ${now.materials === 1 ? 'item' : 'items'}`);
    if (!before && now.orders) return refused(`it has ${now.orders} purchase ${now.orders === 1 ? 'order' : 'orders'}`);
    const { address } = before ?? {};
    const lost = supplierReferences.names.map((name) => before?.[name]).find((each) => each && !names.has(each));
    if (address && !versions.has(address.id)) return refused(`its address ${address.name} was deleted since`);
    if (lost) return refused(`its ${lost.name} was deleted since`);
    return [];
  });
}

/** Restores suppliers; answers the new versions of all written records. */
async function restore(
  ctx: AccountContext,
  restored: readonly (TakenRow<SupplierUndo> & { before: StoredSupplier })[],
): Promise<Map<string, number>> {
  if (!restored.length) return new Map();
  const now = new Map(
    (await storedSuppliers(ctx, { ids: restored.map(({ id }) => id) })).map((each) => [each.id, each]),
  );
  const versions = await restoreParties(
    ctx,
    'supplier',
    restored.map(({ id, before, left }) => ({
      ...writableSupplier(before, { id, number: before.number, addressID: before.address?.id ?? null }),
      version: left(id),
    })),
    {
      changed: restored.flatMap(({ undo, before: { address }, left }) =>
        address && address.id === undo.addressID ? [{ ...address, version: left(address.id) }] : [],
      ),
      removed: restored.flatMap(({ undo, before }) =>
        undo.addressID && undo.addressID !== before.address?.id ? [undo.addressID] : [],
      ),
    },
  );
  for (const { id, before } of restored) tellSupplierChange(ctx, now.get(id) ?? before, before);
  await indexRecords(
    ctx,
    restored.map(({ before }) => partyDocument('supplier', before)),
  );
  return versions;
}

/** Undoes suppliers: created ones are deleted, changed ones restored. Answers the new versions. */
export async function undoSuppliers(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<Map<string, number>> {
  const { restored, createdIDs } = takenRows<SupplierUndo>(rows);
  const versions = await restore(ctx, restored);
  await eraseCreated(ctx, supplierParty, createdIDs);
  touched(ctx, ...supplierParty.lists);
  return versions;
}
