import type {
  AccountContext,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import { customerImportFields } from './customer-import-fields.ts';
import { type CustomerImportNames, customerImportNames } from './customer-import-names.ts';
import {
  type CustomerImportData,
  type CustomerImportParts,
  customerChanges,
  type ImportedReference,
  type StoredCustomer,
} from './customer-import-record.ts';
import { customerOfRow } from './customer-import-row.ts';
import { customerIDsByNumber, retiredNumbers, ringsOfParents, storedCustomers } from './customer-import-stored.ts';
import { refusalsOfUndo, undoCustomers } from './customer-import-undo.ts';
import { writeCustomers } from './customer-import-write.ts';

type Verdict = ImportVerdict<CustomerImportData | null>;
type ImportRecord = { key: string; rows: readonly ParsedRow[] };

const textOf = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' ? value : undefined;
};

const rowOf = ({ rows: [row] }: ImportRecord): ParsedRow => row as ParsedRow;

/** What a chunk is judged against, found in a fixed number of statements. */
interface Surroundings {
  names: CustomerImportNames;
  byNumber: ReadonlyMap<string, StoredCustomer>;
  /** In lower case; several may have one name. */
  byName: ReadonlyMap<string, readonly StoredCustomer[]>;
  retired: ReadonlySet<string>;
  parentIDs: ReadonlyMap<string, string>;
}

async function surroundingsOf(ctx: AccountContext, records: readonly ImportRecord[]): Promise<Surroundings> {
  const [numbers, wantedNames, parents] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const record of records) {
    const row = rowOf(record);
    const [number, name, parent] = [textOf(row, 'number'), textOf(row, 'name'), textOf(row, 'parent')];
    if (number !== undefined) numbers.add(number);
    else if (name !== undefined) wantedNames.add(name);
    if (parent !== undefined) parents.add(parent);
  }
  const names = await customerImportNames(ctx);
  const stored = await storedCustomers(ctx, names, { numbers: [...numbers], names: [...wantedNames] });
  const byNumber = new Map(stored.map((customer) => [customer.number, customer]));
  return {
    names,
    byNumber,
    byName: Map.groupBy(stored, ({ name }) => name.toLowerCase()),
    retired: await retiredNumbers(
      ctx,
      [...numbers].filter((number) => !byNumber.has(number)),
    ),
    parentIDs: await customerIDsByNumber(ctx, [...parents]),
  };
}

/** The customer that a row is about: by its number, else by its name, where only one has it. */
function customerOf(
  row: ParsedRow,
  { byNumber, byName, retired }: Surroundings,
  fault: (field: string, message: string) => void,
): StoredCustomer | undefined {
  const number = textOf(row, 'number');
  if (number !== undefined) {
    if (retired.has(number)) fault('number', `The number ${number} stays taken by a customer that was deleted`);
    return byNumber.get(number);
  }
  const name = textOf(row, 'name') ?? '';
  const all = byName.get(name.toLowerCase()) ?? [];
  const exact = all.filter((customer) => customer.name === name);
  const [found, ...others] = exact.length ? exact : all;
  if (!others.length) return found;
  const numbers = [found, ...others].map((customer) => customer?.number);
  const shown = `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ', ...' : ''}`;
  fault('name', `${numbers.length} customers are called ${name}: ${shown}. Give the number`);
  return undefined;
}

interface Judging extends Surroundings {
  choices: ImportChoices;
  mayUpdate: boolean;
  /** Numbers of new customers in rows before. */
  numbersBefore: Set<string>;
}

function judge(record: ImportRecord, judging: Judging): Verdict {
  const row = rowOf(record);
  const [errors, warnings]: [Verdict['errors'], Verdict['warnings']] = [[], []];
  const fault = (field: string, message: string): void => void errors.push({ row: row.row, field, message });
  const warn = (field: string, message: string): void => void warnings.push({ row: row.row, field, message });
  const { names, choices, parentIDs, numbersBefore } = judging;
  const before = customerOf(row, judging, fault);
  const parentOf = (number: string): ImportedReference | undefined => {
    const id = parentIDs.get(number) ?? null;
    return id !== null || numbersBefore.has(number) ? { id, name: number } : undefined;
  };
  const customer = customerOfRow({ row, before, names, choices, parentOf, fault, warn });
  const changes = errors.length ? [] : customerChanges(before, customer);
  if (before && changes.length && !judging.mayUpdate) fault('', 'You do not have the right to change customers');
  const isRefused = errors.length > 0 || row.errors.length > 0;
  if (!before && customer.number !== null && !isRefused) numbersBefore.add(customer.number);
  return {
    key: record.key,
    label: [customer.number, customer.name].filter(Boolean).join(' ') || record.key,
    effect: errors.length ? 'error' : !before ? 'create' : changes.length ? 'update' : 'unchanged',
    recordID: before?.id ?? null,
    changes: errors.length ? [] : changes,
    errors,
    warnings: errors.length ? [] : warnings,
    data: errors.length ? null : { customer, before },
  };
}

function refuse(verdict: Verdict, row: number, field: string, message: string): void {
  verdict.effect = 'error';
  verdict.changes = [];
  verdict.warnings = [];
  verdict.errors.push({ row, field, message });
}

/** A customer that one row names by number and another by name is the same customer twice. */
function refuseRepeats(records: readonly ImportRecord[], verdicts: readonly Verdict[]): void {
  const numbered = new Map<string, number>();
  for (const [index, { recordID, data }] of verdicts.entries()) {
    const row = rowOf(records[index] as ImportRecord);
    if (!data || textOf(row, 'number') === undefined) continue;
    numbered.set(recordID ?? `+${data.customer.name.toLowerCase()}`, row.row);
  }
  const named = new Map<string, number>();
  for (const [index, verdict] of verdicts.entries()) {
    const row = rowOf(records[index] as ImportRecord);
    if (!verdict.data || textOf(row, 'number') !== undefined) continue;
    const key = verdict.recordID ?? `+${verdict.data.customer.name.toLowerCase()}`;
    const other = numbered.get(key) ?? named.get(key);
    named.set(key, row.row);
    if (other !== undefined) refuse(verdict, row.row, 'name', `Row ${other} is about this customer too`);
  }
}

/** Refuses parents that stand below the customer. */
async function refuseCycles(
  ctx: AccountContext,
  records: readonly ImportRecord[],
  verdicts: readonly Verdict[],
): Promise<void> {
  const links = verdicts.flatMap(({ recordID, data }) => {
    const [old, parentID] = [data?.before?.parent?.id ?? null, data?.customer.parent?.id ?? null];
    return recordID && parentID && parentID !== old ? [{ id: recordID, parentID }] : [];
  });
  const rings = await ringsOfParents(ctx, links);
  for (const [index, verdict] of verdicts.entries())
    if (verdict.recordID && rings.has(verdict.recordID))
      refuse(verdict, rowOf(records[index] as ImportRecord).row, 'parent', 'This customer is below the other one');
}

/** Customers with their addresses from files: created, or changed where the number or the name exists. */
export const customerImporter = (parts: CustomerImportParts): ImportDefinition<CustomerImportData | null> => ({
  name: 'customers',
  title: 'Customers',
  description:
    'Creates customers with their addresses, or changes those whose number exists; without a number the name says which. Empty cells leave what is there.',
  recordType: 'customer',
  permission: 'customers:create',
  keys: ['number', 'name'],
  fields: customerImportFields,
  async check(ctx, records, choices) {
    if (choices.createReferences.size) ctx.require('customer_groups:create');
    const judging = {
      ...(await surroundingsOf(ctx, records)),
      choices,
      mayUpdate: ctx.can('customers:update'),
      numbersBefore: new Set<string>(),
    };
    const verdicts = records.map((record) => judge(record, judging));
    refuseRepeats(records, verdicts);
    await refuseCycles(ctx, records, verdicts);
    return verdicts;
  },
  apply: (ctx, records) =>
    writeCustomers(
      ctx,
      parts,
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
    ),
  undo: {
    refusals: refusalsOfUndo,
    apply: (ctx, rows) => undoCustomers(ctx, parts, rows),
  },
});
