import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AddressColumns,
  auditAll,
  claimNumbers,
  emitAll,
  indexRecords,
  insertAddresses,
  insertParties,
  nextNumbers,
  overwriteAddresses,
  overwriteParties,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import { supplierChanged, supplierCreated } from '../../contracts/index.ts';
import { partyName } from '../customer/customer-import-record.ts';
import { supplierDocument } from './supplier-facts.ts';
import {
  type ImportedSupplier,
  isSameSupplierAddress,
  retiredSupplierNumbers,
  type StoredSupplier,
  type SupplierImportData,
  type SupplierUndo,
  storedSuppliers,
  supplierHistory,
} from './supplier-import-record.ts';
import { supplierLists } from './supplier-removal.ts';

type Wanted = SupplierImportData & { key: string };

/** A supplier whose every reference has its id. */
interface ResolvedSupplier {
  id: string;
  number: string;
  supplier: ImportedSupplier;
  addressID: string | null;
}

type Resolved = Wanted & ResolvedSupplier;

/** Columns of a supplier that an import writes. */
const rowOf = ({ id, number, supplier, addressID }: ResolvedSupplier) => ({
  id,
  number,
  name: supplier.name,
  note: supplier.note,
  url: supplier.url,
  email: supplier.email,
  phone: supplier.phone,
  is_active: supplier.isActive,
  address_id: addressID,
  default_payment_term_id: supplier.defaultPaymentTerm?.id ?? null,
});

const partyOf = ({ id, number, supplier: { name, email } }: ResolvedSupplier) => ({
  id,
  number,
  name,
  email,
  parentID: null,
});

/** Writes suppliers and their parties over existing ones of the given versions; answers the new versions of both. */
export async function overwriteSuppliers(
  ctx: AccountContext,
  suppliers: readonly (ResolvedSupplier & { version: number })[],
): Promise<Map<string, { version: number; partyVersion: number }>> {
  const [first] = suppliers;
  if (!first) return new Map();
  const rows = suppliers.map((supplier) => ({ ...rowOf(supplier), version: supplier.version }));
  const columns = Object.keys(rowOf(first)).filter((column) => column !== 'id');
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`));
  const { rows: written } = await sql<{ id: string; version: number }>`update commerce.supplier supplier
    set ${assignments}, version = supplier.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_populate_recordset(null::commerce.supplier, ${JSON.stringify(rows)}::text::jsonb) r
    where supplier.account_id = ${ctx.account.id} and supplier.id = r.id and supplier.version = r.version
    returning supplier.id, supplier.version`.execute(ctx.em.query());
  const parties = await overwriteParties(ctx, suppliers.map(partyOf));
  return new Map(written.map(({ id, version }) => [id, { version, partyVersion: parties.get(id) ?? 0 }]));
}

/** Numbers for new suppliers in the order of the file: those that rows give, the next of the series for the others. */
async function numbersFor(ctx: AccountContext, fresh: readonly Wanted[]): Promise<string[]> {
  const given = fresh.flatMap(({ supplier }) => supplier.number ?? []);
  await claimNumbers(ctx, 'supplier', given, async (numbers) => [
    ...(await storedSuppliers(ctx, { numbers })).map(({ number }) => number),
    ...(await retiredSupplierNumbers(ctx, numbers)),
  ]);
  const taken = (await nextNumbers(ctx, 'supplier', fresh.length - given.length)).values();
  return fresh.map(({ supplier }) => supplier.number ?? (taken.next().value as string));
}

const resolve = (wanted: Wanted, id: string, number: string): Resolved => ({
  ...wanted,
  id,
  number,
  addressID: wanted.supplier.address && (wanted.supplier.address.id ?? newID('adr')),
});

/** Addresses that are new, and those that are there and say something else now. */
function addressesOf(all: readonly Resolved[]) {
  const added: (AddressColumns & { partyID: string })[] = [];
  const changed: (AddressColumns & { version: number; partyID: string })[] = [];
  for (const { id: partyID, supplier, before, addressID } of all) {
    const { address } = supplier;
    if (!address || !addressID) continue;
    const { id: _, ...parts } = address;
    const old = before?.address;
    // What a file does not know of an address stays.
    const kept = { phone: old?.phone ?? null, email: old?.email ?? null };
    const columns = { ...parts, ...kept, id: addressID, placeID: null, addressDetails: null, partyID };
    if (!old) added.push(columns);
    else if (!isSameSupplierAddress(old, address)) changed.push({ ...columns, version: old.version });
  }
  return { added, changed };
}

/** History and events of suppliers that were changed. */
export async function tellSupplierChanges(
  ctx: AccountContext,
  changed: readonly { id: string; before: ImportedSupplier; after: ImportedSupplier }[],
): Promise<void> {
  const told = changed.map((each) => ({ ...each, changes: supplierHistory(each.before, each.after) }));
  const aggregate = (id: string) => ({ type: 'supplier', id });
  await auditAll(
    ctx,
    told.map(({ id, changes }) => ({ record: aggregate(id), action: 'updated', changes })),
  );
  await emitAll(
    ctx,
    supplierChanged,
    told.map(({ id, changes }) => ({
      payload: { supplierID: id, fields: changes.map(({ field }) => field) },
      aggregate: aggregate(id),
    })),
  );
}

async function tell(ctx: AccountContext, fresh: readonly Resolved[], changed: readonly Resolved[]): Promise<void> {
  await auditAll(
    ctx,
    fresh.map(({ id }) => ({ record: { type: 'supplier', id }, action: 'created' })),
  );
  await emitAll(
    ctx,
    supplierCreated,
    fresh.map(({ id, number, supplier: { name } }) => ({
      payload: { supplierID: id, number, name },
      aggregate: { type: 'supplier', id },
    })),
  );
  await tellSupplierChanges(
    ctx,
    changed.flatMap(({ id, before, supplier }) => (before ? [{ id, before, after: supplier }] : [])),
  );
  await indexRecords(
    ctx,
    [...fresh, ...changed].map(({ id, number, supplier }) => supplierDocument({ ...supplier, id, number })),
  );
  touched(ctx, ...supplierLists);
}

/** Writes a chunk of suppliers in a fixed number of statements. */
export async function writeSuppliers(
  ctx: AccountContext,
  wanted: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: SupplierUndo; versions: WrittenVersions }[]> {
  const fresh = wanted.filter(({ before }) => !before);
  // Everybody else who numbers a supplier waits from here to the end of the transaction.
  const numbers = await numbersFor(ctx, fresh);
  const created = fresh.map((each, index) => resolve(each, newID('sup'), numbers[index] as string));
  const changed = wanted.flatMap((each): (Resolved & { version: number; before: StoredSupplier })[] =>
    each.before
      ? [
          {
            ...resolve(each, each.before.id, each.before.number),
            version: each.before.version,
            before: each.before,
          },
        ]
      : [],
  );
  await insertParties(
    ctx,
    created.map((each) => ({ ...partyOf(each), kind: 'supplier' as const })),
  );
  const addresses = addressesOf([...created, ...changed]);
  await insertAddresses(ctx, addresses.added);
  const addressVersions = await overwriteAddresses(ctx, addresses.changed);
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.supplier',
    created.map((each) => ({ ...rowOf(each), created_at: now, updated_at: now, version: 1 })),
  );
  const versions = await overwriteSuppliers(ctx, changed);
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== changed.length || addressVersions.size !== addresses.changed.length)
    throw new Error('A supplier was changed while it was imported');
  await tell(ctx, created, changed);
  const written = new Map([...addresses.added, ...addresses.changed].map(({ partyID, id }) => [partyID, id]));
  const foundAddresses = new Map(addresses.changed.map(({ id, version }) => [id, version]));
  return [...created, ...changed].map(({ key, id, number, supplier, before }) => {
    const addressID = written.get(id);
    const left = before ? versions.get(id) : { version: 1, partyVersion: 1 };
    return {
      key,
      recordID: id,
      undo: { number, name: supplier.name, ...(addressID ? { addressID } : {}), ...(before ? { before } : {}) },
      versions: {
        [id]: { found: before?.version ?? null, left: left?.version ?? 0 },
        [partyName(id)]: { found: before?.partyVersion ?? null, left: left?.partyVersion ?? 0 },
        ...(addressID
          ? {
              [addressID]: {
                found: foundAddresses.get(addressID) ?? null,
                left: addressVersions.get(addressID) ?? 1,
              },
            }
          : {}),
      },
    };
  });
}
