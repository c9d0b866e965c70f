import { type AccountContext, fieldChanges, fieldObject, importedFields, sql } from '@millwright/core/server';
import type { z } from 'zod';
import { type SupplierFieldValues, supplierFields } from '../../../../contracts/index.ts';
import { isWanted, type StoredAddressParts, storedAddress, type WantedParties } from '../../party/party-import.ts';
import { referenceTables } from '../../reference-tables.ts';
import { type SupplierAddressPart, supplierAddressField, supplierAddressParts } from './supplier-import-fields.ts';

/** The main address from a row; without id if it is new. */
export type ImportedSupplierAddress = Record<Exclude<SupplierAddressPart, 'name' | 'country'>, string | null> & {
  id: string | null;
  name: string;
  country: string;
};

/** The stored main address. */
export type StoredSupplierAddress = ImportedSupplierAddress &
  StoredAddressParts & { phone: string | null; email: string | null };

/** A supplier from an import. */
export interface ImportedSupplier extends SupplierFieldValues {
  /** Null for a new supplier that gets the next number. */
  number: string | null;
  name: string;
  address: ImportedSupplierAddress | null;
}

/** A stored supplier. */
export interface StoredSupplier extends ImportedSupplier {
  id: string;
  number: string;
  version: number;
  /** Version of its party, which has name and email. */
  partyVersion: number;
  address: StoredSupplierAddress | null;
}

/** Data for writing a supplier, beside the row. */
export interface SupplierImportData {
  supplier: ImportedSupplier;
  before?: StoredSupplier | undefined;
}

/** Data for undoing an imported supplier. */
export interface SupplierUndo {
  number: string;
  name: string;
  /** The address that the import wrote. */
  addressID?: string | undefined;
  /** The previous state; absent for a created supplier. */
  before?: StoredSupplier | undefined;
}

/** Default values of a new supplier. */
export const blankSupplier: ImportedSupplier = {
  number: null,
  name: '',
  ...supplierFields.unset,
  address: null,
};

type Fact = string | boolean | null;

const partLabels: Readonly<Record<SupplierAddressPart, string>> = {
  name: 'name',
  line1: 'line 1',
  line2: 'line 2',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
};

const addressText = (address: ImportedSupplierAddress | null): string | null =>
  address &&
  supplierAddressParts
    .map((part) => address[part])
    .filter(Boolean)
    .join(', ');

/** Whether two addresses are equal. */
export const isSameSupplierAddress = (left: ImportedSupplierAddress, right: ImportedSupplierAddress): boolean =>
  supplierAddressParts.every((part) => left[part] === right[part]);

interface SupplierChange {
  field: string;
  label: string;
  from: Fact;
  to: Fact;
}

const factChanges = (before: ImportedSupplier | undefined, after: ImportedSupplier): SupplierChange[] => {
  const changeOf = (field: 'number' | 'name', label: string): SupplierChange[] => {
    const [from, to] = [before?.[field] ?? null, after[field]];
    return from === to ? [] : [{ field, label, from, to }];
  };
  return [
    ...changeOf('number', 'Supplier number'),
    ...changeOf('name', 'Name'),
    ...fieldChanges(supplierFields, before, after),
  ];
};

/** Changes between two states of a supplier; an existing address is compared part by part. */
export function importedSupplierChanges(
  before: ImportedSupplier | undefined,
  after: ImportedSupplier,
): SupplierChange[] {
  const changes = factChanges(before, after);
  const [from, to] = [before?.address ?? null, after.address];
  if (from && to) {
    for (const part of supplierAddressParts)
      if (from[part] !== to[part])
        changes.push({
          field: supplierAddressField(part),
          label: `Address ${partLabels[part]}`,
          from: from[part],
          to: to[part],
        });
  } else if (from || to)
    changes.push({ field: 'address', label: 'Address', from: addressText(from), to: addressText(to) });
  return changes;
}

/** The same for history and event: an address is one field. */
export function supplierHistory(before: ImportedSupplier, after: ImportedSupplier) {
  const changes = factChanges(before, after).map(({ field, from, to }) => ({ field, from, to }));
  const [from, to] = [addressText(before.address), addressText(after.address)];
  if (from !== to) changes.push({ field: 'address', from, to });
  return changes;
}

type StoredRow = Omit<StoredSupplier, keyof SupplierFieldValues> & {
  own: z.output<z.ZodObject<typeof supplierFields.reply>>;
};

/** Stored suppliers, in one statement. */
export async function storedSuppliers(ctx: AccountContext, wanted: WantedParties): Promise<StoredSupplier[]> {
  const condition = isWanted('supplier', wanted);
  if (!condition) return [];
  // Materialized, so that suppliers are found before the joins, whatever the planner estimates.
  const { rows } = await sql<StoredRow>`with supplier as materialized (
      select * from commerce.supplier supplier where supplier.account_id = ${ctx.account.id} and ${condition})
    select supplier.id, supplier.version, party.version as "partyVersion",
      supplier.number, supplier.name, ${fieldObject(supplierFields, 'supplier', referenceTables)} as own,
      ${storedAddress('supplier', 'address_id')} as address
    from supplier
    join core.v_parties party on party.account_id = supplier.account_id and party.id = supplier.id
    where supplier.account_id = ${ctx.account.id}
    order by length(supplier.number), supplier.number`.execute(ctx.em.query());
  return rows.map(({ own, ...row }) => ({ ...row, ...importedFields(supplierFields, own) }));
}
