import { newID } from '@millwright/core/contracts';
import { type AccountContext, fieldRow, indexRecords, touched, type WrittenVersions } from '@millwright/core/server';
import { supplierFields } from '../../../../contracts/index.ts';
import { partiesCreated, partyChanged, partyDocument } from '../../party/party-history.ts';
import {
  lockImportedParties,
  type WritableParty,
  type WrittenAddresses,
  writeParties,
} from '../../party/party-import-write.ts';
import { newNumbers } from '../../party/party-numbers.ts';
import { supplierParty } from '../edit/supplier-party.ts';
import {
  type ImportedSupplier,
  isSameSupplierAddress,
  type SupplierImportData,
  type SupplierUndo,
  supplierHistory,
} from './supplier-import-record.ts';

type Wanted = SupplierImportData & { key: string };

/** The columns of a supplier; its main address has an id already. */
export const writableSupplier = (
  supplier: ImportedSupplier,
  { id, number, addressID }: { id: string; number: string; addressID: string | null },
): WritableParty => ({
  id,
  number,
  name: supplier.name,
  email: supplier.email,
  parentID: null,
  columns: {
    ...fieldRow(supplierFields, supplier),
    address_id: addressID,
  },
});

const resolve = <Row extends Wanted>(wanted: Row, id: string, number: string) => {
  const { supplier } = wanted;
  const addressID = supplier.address && (supplier.address.id ?? newID('adr'));
  return { ...wanted, addressID, ...writableSupplier(supplier, { id, number, addressID }) };
};
type Resolved = Wanted & ReturnType<typeof resolve>;

function addressesOf(all: readonly Resolved[]): WrittenAddresses {
  const written: WrittenAddresses = { added: [], changed: [] };
  for (const { id: partyID, supplier, before, addressID } of all) {
    const { address } = supplier;
    if (!address || !addressID) continue;
    const { id: _, ...parts } = address;
    const old = before?.address;
    // Parts of an address without columns in files stay unchanged.
    const kept = { phone: old?.phone ?? null, email: old?.email ?? null };
    const columns = { ...parts, ...kept, id: addressID, placeID: null, addressDetails: null, partyID };
    if (!old) written.added.push(columns);
    else if (!isSameSupplierAddress(old, address)) written.changed.push({ ...columns, version: old.version });
  }
  return written;
}

/** History and event of a changed supplier. */
export const tellSupplierChange = (
  ctx: AccountContext,
  before: ImportedSupplier,
  after: ImportedSupplier & { id: string; number: string },
): void => partyChanged(ctx, supplierParty, after, supplierHistory(before, after));

/** Writes a chunk of suppliers in a fixed number of statements. */
export async function writeSuppliers(
  ctx: AccountContext,
  wanted: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: SupplierUndo; versions: WrittenVersions }[]> {
  const fresh = wanted.filter(({ before }) => !before);
  await lockImportedParties(
    ctx,
    'supplier',
    wanted.flatMap(({ before }) => (before ? { id: before.id, addresses: [before.address] } : [])),
  );
  // Other transactions that need a supplier number wait from here until this one ends.
  const numbers = await newNumbers(
    ctx,
    'supplier',
    fresh.map(({ supplier }) => supplier.number),
  );
  const created = fresh.map((each, index) => resolve(each, newID('sup'), numbers[index] as string));
  const changed = wanted.flatMap(({ before, ...each }) =>
    before ? [resolve({ ...each, before }, before.id, before.number)] : [],
  );
  const all = [...created, ...changed];
  const written = await writeParties(ctx, 'supplier', created, changed, addressesOf(all));
  await partiesCreated(ctx, supplierParty, created);
  for (const { id, number, before, supplier } of changed) tellSupplierChange(ctx, before, { ...supplier, id, number });
  await indexRecords(
    ctx,
    all.map(({ id, number, supplier }) => partyDocument('supplier', { ...supplier, id, number })),
  );
  touched(ctx, ...supplierParty.lists);
  return all.map(({ key, id, number, name, before }) => {
    const { addressIDs, versions } = written(id);
    const [addressID] = addressIDs;
    const undo = { number, name, ...(addressID ? { addressID } : {}), ...(before ? { before } : {}) };
    return { key, recordID: id, undo, versions };
  });
}
