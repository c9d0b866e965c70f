import { referencedKinds } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldFacts,
  fieldsOfRow,
  type ImportChoices,
  type ImportDefinition,
  type ImportVerdict,
  type NamedRecords,
  namedRecords,
  type ParsedRow,
  type ReadReference,
} from '@millwright/core/server';
import { supplierFields } from '../../../../contracts/index.ts';
import { type Fault, type ImportRecord, rowOf, textOf } from '../../../document/import/import-row.ts';
import { undoWithTerms, withTerms, writeWithTerms } from '../../../terms/new-terms.ts';
import { namedOrNew } from '../../party/named-or-new.ts';
import { type KnownParties, knownParties, namesOf, partyOfRow, refuseRepeats } from '../../party/party-import.ts';
import { referenceTables } from '../../reference-tables.ts';
import { supplierAddressField, supplierAddressParts, supplierImportFields } from './supplier-import-fields.ts';
import {
  blankSupplier,
  type ImportedSupplier,
  type ImportedSupplierAddress,
  importedSupplierChanges,
  type StoredSupplier,
  type SupplierImportData,
  storedSuppliers,
} from './supplier-import-record.ts';
import { refusalsOfSupplierUndo, undoSuppliers } from './supplier-import-undo.ts';
import { writeSuppliers } from './supplier-import-write.ts';

type Verdict = ImportVerdict<SupplierImportData | null>;

/** Data for judging a chunk, read in a fixed number of statements. */
interface Surroundings extends KnownParties<StoredSupplier> {
  names: NamedRecords;
  mayUpdate: boolean;
  ctx: AccountContext;
  choices: ImportChoices;
}

async function surroundingsOf(
  ctx: AccountContext,
  records: readonly ImportRecord[],
  choices: ImportChoices,
): Promise<Surroundings> {
  const [known, names] = await Promise.all([
    knownParties(ctx, 'supplier', records.map(rowOf), (wanted) => storedSuppliers(ctx, wanted)),
    namedRecords(ctx, referencedKinds(supplierFields), referenceTables),
  ]);
  return { ...known, names, mayUpdate: ctx.can('suppliers:update'), ctx, choices };
}

/** The main address with the values of the row; empty cells keep the present parts. */
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

/** The supplier described by the row; empty cells keep present values. */
function wantedOf(
  row: ParsedRow,
  before: StoredSupplier | undefined,
  { ctx, names, choices }: Surroundings,
  fault: Fault,
): ImportedSupplier {
  const old = before ?? blankSupplier;
  const { number, name } = namesOf('supplier', row, before, fault);
  const readReference: ReadReference = (field, kind, text) => {
    const kept = old[field as 'defaultPaymentTerm'];
    return namedOrNew(ctx, names.find(kind, text), { kind, text, field, kept, choices, fault });
  };
  return {
    number,
    name,
    ...fieldsOfRow(supplierFields, row, old, fault, readReference),
    address: addressOf(row, old, name, fault),
  };
}

function judge(record: ImportRecord, surroundings: Surroundings): Verdict {
  const row = rowOf(record);
  const errors: Verdict['errors'] = [];
  const fault: Fault = (field, message) => void errors.push({ row: row.row, field, message });
  const before = partyOfRow('supplier', row, surroundings, fault);
  const supplier = wantedOf(row, before, surroundings, fault);
  const changes = errors.length ? [] : importedSupplierChanges(before, supplier);
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

/** Import of suppliers with their main address: created, or changed if the number or the name exists. */
export const supplierImporter: ImportDefinition<SupplierImportData | null> = {
  name: 'suppliers',
  title: 'Suppliers',
  description:
    'Creates suppliers with their address, or changes those whose number exists; ' +
    'without a number the name says which. Empty cells leave what is there.',
  recordType: 'supplier',
  permission: 'suppliers:create',
  keys: ['number', 'name'],
  fields: supplierImportFields,
  async check(ctx, records, choices) {
    const surroundings = await surroundingsOf(ctx, records, choices);
    const verdicts = records.map((record) => judge(record, surroundings));
    refuseRepeats('supplier', records, verdicts, ({ supplier }) => supplier.name);
    return verdicts;
  },
  apply: (ctx, records) =>
    writeWithTerms(
      ctx,
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
      async (row, make) => ({ ...row, supplier: await withTerms(row.supplier, supplierFields, make) }),
      (rows) => writeSuppliers(ctx, rows),
    ),
  async exported(ctx, items) {
    const ids = items.map(({ id }) => id);
    const stored = new Map((await storedSuppliers(ctx, { ids })).map((supplier) => [supplier.id, supplier]));
    return ids
      .flatMap((id) => stored.get(id) ?? [])
      .map(({ number, name, address, ...own }) => ({
        fields: {
          number,
          name,
          ...fieldFacts(supplierFields, own),
          ...Object.fromEntries(
            supplierAddressParts.map((part) => [supplierAddressField(part), address?.[part] ?? null]),
          ),
        },
      }));
  },
  undo: undoWithTerms({ refusals: refusalsOfSupplierUndo, apply: undoSuppliers }),
};
