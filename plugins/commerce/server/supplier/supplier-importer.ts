import { emailAddress, phoneNumber, webAddress } from '@millwright/core/contracts';
import type { AccountContext, ImportDefinition, ImportVerdict, ParsedRow } from '@millwright/core/server';
import { type CustomerImportNames, customerImportNames } from '../customer/customer-import-names.ts';
import { supplierAddressField, supplierAddressParts, supplierImportFields } from './supplier-import-fields.ts';
import {
  blankSupplier,
  type ImportedSupplier,
  type ImportedSupplierAddress,
  retiredSupplierNumbers,
  type StoredSupplier,
  type SupplierImportData,
  storedSuppliers,
  supplierChanges,
} from './supplier-import-record.ts';
import { refusalsOfSupplierUndo, undoSuppliers } from './supplier-import-undo.ts';
import { writeSuppliers } from './supplier-import-write.ts';

type Verdict = ImportVerdict<SupplierImportData | null>;
type ImportRecord = { key: string; rows: readonly ParsedRow[] };
type Fault = (field: string, message: string) => void;

const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

const rowOf = ({ rows: [row] }: ImportRecord): ParsedRow => row as ParsedRow;

/** What a chunk is judged against, found in a fixed number of statements. */
interface Surroundings {
  names: CustomerImportNames;
  byNumber: ReadonlyMap<string, StoredSupplier>;
  /** In lower case; several may have one name. */
  byName: ReadonlyMap<string, readonly StoredSupplier[]>;
  retired: ReadonlySet<string>;
  mayUpdate: boolean;
}

async function surroundingsOf(ctx: AccountContext, records: readonly ImportRecord[]): Promise<Surroundings> {
  const [numbers, names] = [new Set<string>(), new Set<string>()];
  for (const record of records) {
    const row = rowOf(record);
    const [number, name] = [textOf(row, 'number'), textOf(row, 'name')];
    if (number !== undefined) numbers.add(number);
    else if (name !== undefined) names.add(name);
  }
  const stored = await storedSuppliers(ctx, { numbers: [...numbers], names: [...names] });
  const byNumber = new Map(stored.map((supplier) => [supplier.number, supplier]));
  return {
    names: await customerImportNames(ctx),
    byNumber,
    byName: Map.groupBy(stored, ({ name }) => name.toLowerCase()),
    retired: await retiredSupplierNumbers(
      ctx,
      [...numbers].filter((number) => !byNumber.has(number)),
    ),
    mayUpdate: ctx.can('suppliers:update'),
  };
}

/** The supplier that a row is about: by its number, else by its name, where only one has it. */
function supplierOf(row: ParsedRow, { byNumber, byName, retired }: Surroundings, fault: Fault) {
  const number = textOf(row, 'number');
  if (number !== undefined) {
    if (retired.has(number)) fault('number', `The number ${number} stays taken by a supplier that was deleted`);
    return byNumber.get(number);
  }
  const name = textOf(row, 'name') ?? '';
  const all = byName.get(name.toLowerCase()) ?? [];
  const exact = all.filter((supplier) => supplier.name === name);
  const [found, ...others] = exact.length ? exact : all;
  if (!others.length) return found;
  const shown = [found, ...others].map((supplier) => supplier?.number);
  fault(
    'name',
    `${shown.length} suppliers are called ${name}: ${shown.slice(0, 5).join(', ')}${shown.length > 5 ? ', ...' : ''}. Give the number`,
  );
  return undefined;
}

const forms = { email: emailAddress, phone: phoneNumber, url: webAddress } as const;

/** A text that has to have a form; what is there where the row says nothing. */
function formed(row: ParsedRow, before: ImportedSupplier, field: keyof typeof forms, fault: Fault): string | null {
  const text = textOf(row, field);
  if (text === undefined) return before[field];
  const found = forms[field].safeParse(field === 'url' && !text.includes('://') ? `https://${text}` : text);
  if (found.success) return found.data;
  fault(field, found.error.issues[0]?.message ?? 'Cannot be read');
  return null;
}

/** The main address with what the row fills; parts that it leaves empty stay as they are. */
function addressOf(row: ParsedRow, before: ImportedSupplier, name: string, fault: Fault) {
  const merged: ImportedSupplierAddress = before.address
    ? { ...before.address }
    : { id: null, name, line1: null, line2: null, city: null, state: null, postalCode: null, country: '' };
  let isGiven = false;
  for (const part of supplierAddressParts) {
    const text = textOf(row, supplierAddressField(part));
    if (text === undefined) continue;
    isGiven = true;
    merged[part] = text;
  }
  if (!isGiven) return before.address;
  if (!merged.name) fault(supplierAddressField('name'), 'Address name is required');
  if (!merged.country) fault(supplierAddressField('country'), 'Country is required');
  return merged;
}

/** The supplier as the row wants it; empty cells leave what is there. */
function wantedOf(
  row: ParsedRow,
  before: StoredSupplier | undefined,
  names: CustomerImportNames,
  fault: Fault,
): ImportedSupplier {
  const old = before ?? blankSupplier;
  const isByNumber = textOf(row, 'number') !== undefined;
  // A supplier that was found by its name keeps it as it is written.
  const name = (before && !isByNumber ? before.name : textOf(row, 'name')) ?? old.name;
  if (!name) fault('name', 'Supplier name is required');
  const termName = textOf(row, 'defaultPaymentTerm');
  let defaultPaymentTerm = old.defaultPaymentTerm;
  if (termName !== undefined) {
    const found = names.find('payment_term', termName);
    if ('record' in found) defaultPaymentTerm = { id: found.record.id, name: found.record.name };
    else fault('defaultPaymentTerm', found.message);
  }
  const isActive = row.fields['isActive'];
  return {
    number: before?.number ?? textOf(row, 'number') ?? null,
    name,
    email: formed(row, old, 'email', fault),
    phone: formed(row, old, 'phone', fault),
    url: formed(row, old, 'url', fault),
    note: textOf(row, 'note') ?? old.note,
    isActive: typeof isActive === 'boolean' ? isActive : old.isActive,
    defaultPaymentTerm,
    address: addressOf(row, old, name, fault),
  };
}

function judge(record: ImportRecord, surroundings: Surroundings): Verdict {
  const row = rowOf(record);
  const errors: Verdict['errors'] = [];
  const fault: Fault = (field, message) => void errors.push({ row: row.row, field, message });
  const before = supplierOf(row, surroundings, fault);
  const supplier = wantedOf(row, before, surroundings.names, fault);
  const changes = errors.length ? [] : supplierChanges(before, supplier);
  if (before && changes.length && !surroundings.mayUpdate) fault('', 'You do not have the right to change suppliers');
  return {
    key: record.key,
    label: [supplier.number, supplier.name].filter(Boolean).join(' ') || record.key,
    effect: errors.length ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged',
    recordID: before?.id ?? null,
    changes: errors.length ? [] : changes,
    errors,
    warnings: [],
    data: errors.length ? null : { supplier, before },
  };
}

/** A supplier that one row names by number and another by name is the same supplier twice. */
function refuseRepeats(records: readonly ImportRecord[], verdicts: readonly Verdict[]): void {
  const seen = new Map<string, number>();
  const isNumbered = (index: number): boolean => textOf(rowOf(records[index] as ImportRecord), 'number') !== undefined;
  for (const numbered of [true, false])
    for (const [index, verdict] of verdicts.entries()) {
      if (!verdict.data || isNumbered(index) !== numbered) continue;
      const { row } = rowOf(records[index] as ImportRecord);
      const key = verdict.recordID ?? `+${verdict.data.supplier.name.toLowerCase()}`;
      const other = seen.get(key);
      // Two numbers are two suppliers, whatever they are called.
      if (!numbered && other !== undefined) {
        verdict.effect = 'error';
        verdict.changes = [];
        verdict.errors.push({ row, field: 'name', message: `Row ${other} is about this supplier too` });
      }
      seen.set(key, row);
    }
}

/** Suppliers with their main address from files: created, or changed where the number or the name exists. */
export const supplierImporter = (): ImportDefinition<SupplierImportData | null> => ({
  name: 'suppliers',
  title: 'Suppliers',
  description:
    'Creates suppliers with their address, or changes those whose number exists; without a number the name says which. Empty cells leave what is there.',
  recordType: 'supplier',
  permission: 'suppliers:create',
  keys: ['number', 'name'],
  fields: supplierImportFields,
  async check(ctx, records) {
    const surroundings = await surroundingsOf(ctx, records);
    const verdicts = records.map((record) => judge(record, surroundings));
    refuseRepeats(records, verdicts);
    return verdicts;
  },
  apply: (ctx, records) =>
    writeSuppliers(
      ctx,
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
    ),
  undo: { refusals: refusalsOfSupplierUndo, apply: undoSuppliers },
});
