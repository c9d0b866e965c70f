import type { NamedReference } from '@millwright/core/contracts';
import {
  type AccountContext,
  type ExportedRow,
  type ImportChoices,
  type ImportDefinition,
  type ImportVerdict,
  mapWithPauses,
  type NamedRecords,
} from '@millwright/core/server';
import { customerReferences } from '../../../../contracts/index.ts';
import { type Fault, type ImportRecord, rowOf, textOf } from '../../../document/import/import-row.ts';
import { undoWithTerms, withTerms, writeWithTerms } from '../../../terms/new-terms.ts';
import { type KnownParties, knownParties, partyOfRow, refuse, refuseRepeats } from '../../party/party-import.ts';
import { addressField, addressRoles } from './address-import-fields.ts';
import { addressParts, customerImportFields } from './customer-import-fields.ts';
import { customerImportNames } from './customer-import-names.ts';
import { type CustomerImportData, importedCustomerChanges, type StoredCustomer } from './customer-import-record.ts';
import { customerOfRow } from './customer-import-row.ts';
import { customerIDsByNumber, ringsOfParents, storedCustomers } from './customer-import-stored.ts';
import { customerUndoRefusals, undoCustomers } from './customer-import-undo.ts';
import { writeCustomers } from './customer-import-write.ts';

type Verdict = ImportVerdict<CustomerImportData | null>;

/** Data for judging a chunk, read in a fixed number of statements. */
interface Surroundings extends KnownParties<StoredCustomer> {
  names: NamedRecords;
  parentIDs: ReadonlyMap<string, string>;
}

async function surroundingsOf(ctx: AccountContext, records: readonly ImportRecord[]): Promise<Surroundings> {
  const rows = records.map(rowOf);
  const parents = new Set(rows.flatMap((row) => textOf(row, 'parent') ?? []));
  const [names, parentIDs, known] = await Promise.all([
    customerImportNames(ctx),
    customerIDsByNumber(ctx, [...parents]),
    knownParties(ctx, 'customer', rows, (wanted) => storedCustomers(ctx, wanted)),
  ]);
  return { ...known, names, parentIDs };
}

interface Judging extends Surroundings {
  ctx: AccountContext;
  choices: ImportChoices;
  mayUpdate: boolean;
  /** Numbers of new customers in earlier rows. */
  numbersBefore: Set<string>;
}

function judge(record: ImportRecord, judging: Judging): Verdict {
  const row = rowOf(record);
  const [errors, warnings]: [Verdict['errors'], Verdict['warnings']] = [[], []];
  const fault: Fault = (field, message) => void errors.push({ row: row.row, field, message });
  const warn: Fault = (field, message) => void warnings.push({ row: row.row, field, message });
  const { names, choices, parentIDs, numbersBefore } = judging;
  const before = partyOfRow('customer', row, judging, fault);
  const parentOf = (number: string): NamedReference | undefined => {
    const id = parentIDs.get(number) ?? null;
    return id !== null || numbersBefore.has(number) ? { id, name: number } : undefined;
  };
  const customer = customerOfRow({ ctx: judging.ctx, row, before, names, choices, parentOf, fault, warn });
  const changes = errors.length ? [] : importedCustomerChanges(before, customer);
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

/** Refuses parents that are descendants of the customer. */
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

/** A customer as an export row. */
function exportedCustomer(customer: StoredCustomer, names: NamedRecords): ExportedRow {
  const { id: _, version: __, partyVersion: ___, billTo, shipTo, customerPriceGroups, ...own } = customer;
  const addresses = { billTo, shipTo };
  const rep = customer.defaultSalesRep?.id ? names.byID.get(customer.defaultSalesRep.id) : undefined;
  return {
    fields: {
      ...Object.fromEntries(
        Object.entries(own).map(([name, value]) => [name, typeof value === 'object' ? (value?.name ?? null) : value]),
      ),
      // Several people may have the same name; former members are not exported.
      defaultSalesRep: rep && !rep.isGone ? (rep.code ?? rep.name) : null,
      customerPriceGroups: customerPriceGroups.map(({ name }) => name).join('; '),
      ...Object.fromEntries(
        addressRoles.flatMap((role) =>
          addressParts.map((part) => [addressField(role, part), addresses[role]?.[part] ?? null]),
        ),
      ),
    },
  };
}

/** Import of customers with their addresses: created, or changed if the number or the name exists. */
export const customerImporter: ImportDefinition<CustomerImportData | null> = {
  name: 'customers',
  title: 'Customers',
  description:
    'Creates customers with their addresses, or changes those whose number exists; ' +
    'without a number the name says which. Empty cells leave what is there.',
  recordType: 'customer',
  permission: 'customers:create',
  keys: ['number', 'name'],
  isIndependent: true,
  fields: customerImportFields,
  async check(ctx, records, choices) {
    const groups = ['customerTypeGroup', 'customerPriceGroups'];
    if (groups.some((field) => choices.createReferences.has(field))) ctx.require('customer_groups:create');
    const judging = {
      ctx,
      ...(await surroundingsOf(ctx, records)),
      choices,
      mayUpdate: ctx.can('customers:update'),
      numbersBefore: new Set<string>(),
    };
    const verdicts = await mapWithPauses(records, (record) => judge(record, judging));
    refuseRepeats('customer', records, verdicts, ({ customer }) => customer.name);
    await refuseCycles(ctx, records, verdicts);
    return verdicts;
  },
  apply: (ctx, records) =>
    writeWithTerms(
      ctx,
      records.flatMap(({ key, data }) => (data ? [{ key, ...data }] : [])),
      async (row, make) => ({ ...row, customer: await withTerms(row.customer, customerReferences, make) }),
      (rows) => writeCustomers(ctx, rows),
    ),
  async exported(ctx, items) {
    const ids = items.map(({ id }) => id);
    const names = await customerImportNames(ctx);
    const stored = new Map((await storedCustomers(ctx, { ids })).map((customer) => [customer.id, customer]));
    return ids.flatMap((id) => stored.get(id) ?? []).map((customer) => exportedCustomer(customer, names));
  },
  undo: undoWithTerms({ refusals: customerUndoRefusals, apply: undoCustomers }),
};
