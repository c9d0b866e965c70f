import { type Big, decimal, newID, toColumn, zero } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  accountSettings,
  auditAll,
  claimNumbers,
  type ImportDefinition,
  type ImportVerdict,
  type ParsedRow,
  releaseNumbers,
  sql,
  todayOf,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import { billingSettings } from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { indexDocuments } from '../billing-search.ts';
import type { OpeningData, OpeningKind, StoredOpening } from './opening-kind.ts';

interface Customer {
  id: string;
  number: string;
  name: string;
}
type Verdict = ImportVerdict<OpeningData | null>;
type Fault = (field: string, message: string) => void;

const text = ({ fields }: ParsedRow, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const amount = (row: ParsedRow, name: string): Big | undefined => {
  const value = text(row, name);
  return value === undefined ? undefined : decimal(value);
};

/** Customers by number and by name, in lower case: one statement. */
async function customersOf(ctx: AccountContext, rows: readonly ParsedRow[]): Promise<Map<string, Customer[]>> {
  const wanted = [...new Set(rows.flatMap((row) => text(row, 'customer')?.toLowerCase() ?? []))];
  const { rows: found } = await sql<Customer>`select id, number, name from commerce.customer
    where account_id = ${ctx.account.id}
      and (lower(number) = any(${wanted}::text[]) or lower(name) = any(${wanted}::text[]))
    order by id`.execute(ctx.em.query());
  const byText = Map.groupBy(found, ({ name }) => name.toLowerCase());
  // A number says more than a name.
  for (const customer of found) byText.set(customer.number.toLowerCase(), [customer]);
  return byText;
}

/** What a file says of a record that is there, and what stands there, field by field. */
function differences(row: ParsedRow, stored: StoredOpening, names: readonly string[]): string[] {
  return names.filter((name) => {
    const wanted = text(row, name);
    if (wanted === undefined) return false;
    const is = stored.fields[name] ?? '';
    if (name === 'customer')
      return ![is, stored.customerName].some((own) => own.toLowerCase() === wanted.toLowerCase());
    return /^-?\d+(?:\.\d+)?$/.test(wanted) && /^-?\d+(?:\.\d+)?$/.test(is)
      ? !decimal(wanted).eq(decimal(is))
      : wanted !== is;
  });
}

function customerOf(customers: ReadonlyMap<string, Customer[]>, row: ParsedRow, fault: Fault): Customer | undefined {
  const wanted = text(row, 'customer');
  if (wanted === undefined) return undefined;
  const [one, ...others] = customers.get(wanted.toLowerCase()) ?? [];
  if (!one) fault('customer', `There is no customer ${wanted.slice(0, 80)}`);
  else if (others.length) fault('customer', `${others.length + 1} customers are called ${one.name}: give the number`);
  return others.length ? undefined : one;
}

/** What is wrong with a day. */
function refuseDay(ctx: AccountContext, closed: string | null, date: string | undefined, fault: Fault): void {
  if (date === undefined) return;
  if (date > todayOf(ctx)) fault('date', `Must not be after today, ${todayOf(ctx)}`);
  if (closed && date <= closed) fault('date', `The books are closed through ${closed}`);
}

/** What a new row is: its amount is what is open, for what was paid before is business of the older system. */
function dataOf(
  ctx: AccountContext,
  kind: OpeningKind,
  row: ParsedRow,
  customer: Customer,
  fault: Fault,
): OpeningData | null {
  const total = amount(row, kind.amountField);
  const date = text(row, 'date');
  if (!total || !date) return null;
  const open = amount(row, 'open') ?? total;
  if (!total.gt(zero)) fault(kind.amountField, 'Must be above 0');
  if (open.lt(zero)) fault('open', 'Must not be below 0');
  if (open.gt(total)) fault('open', `Must not be more than ${total.toFixed(2)}`);
  const { money } = documentFormats(ctx);
  const before = open.lt(total)
    ? `Of ${money(Number(total.toFixed(2)))}, ${money(Number(total.minus(open).toFixed(2)))} was settled before.`
    : undefined;
  return {
    number: text(row, 'number') ?? '',
    customerID: customer.id,
    date,
    amount: toColumn(open, 2),
    note: [before, text(row, 'note')].filter(Boolean).join(' ') || null,
    ...kind.read(Object.fromEntries(kind.fields.map(({ name }) => [name, text(row, name)])), fault),
  };
}

async function check(
  ctx: AccountContext,
  kind: OpeningKind,
  records: readonly { key: string; rows: readonly ParsedRow[] }[],
): Promise<Verdict[]> {
  const rows = records.flatMap((record) => record.rows);
  const customers = await customersOf(ctx, rows);
  const stored = await kind.stored(ctx, { numbers: rows.flatMap((row) => text(row, 'number') ?? []) });
  const byNumber = new Map(stored.map((each) => [each.number.toLowerCase(), each]));
  const { booksClosedThrough } = await accountSettings(ctx, 'commerce', billingSettings);
  return records.map(({ key, rows: [row] }): Verdict => {
    const verdict: Verdict = {
      key,
      label: key,
      effect: 'error',
      recordID: null,
      changes: [],
      errors: [],
      warnings: [],
      data: null,
    };
    if (!row) return verdict;
    const fault: Fault = (field, message) => void verdict.errors.push({ row: row.row, field, message });
    const known = byNumber.get(key.toLowerCase());
    if (known) {
      const [first] = differences(
        row,
        known,
        kind.fields.map(({ name }) => name),
      );
      if (first === undefined) return { ...verdict, effect: 'unchanged', recordID: known.id };
      const why = known.isOpening
        ? 'was brought in before: undo that import to correct it'
        : 'was written here: files do not change it';
      fault(first, `${kind.what} ${known.number} ${why}`);
      return verdict;
    }
    const customer = customerOf(customers, row, fault);
    refuseDay(ctx, booksClosedThrough, text(row, 'date'), fault);
    const data = customer ? dataOf(ctx, kind, row, customer, fault) : null;
    if (verdict.errors.length || !data) return verdict;
    if (!decimal(data.amount).gt(zero)) {
      fault('open', 'Nothing of it is open');
      return { ...verdict, effect: 'skip' };
    }
    return { ...verdict, effect: 'create', data };
  });
}

async function apply(
  ctx: AccountContext,
  kind: OpeningKind,
  records: readonly (Verdict & { data: OpeningData | null })[],
): Promise<
  { key: string; recordID: string; undo: unknown; versions: Record<string, { found: null; left: number }> }[]
> {
  const wanted = records.flatMap(({ key, data }) => (data ? [{ key, data, id: newID(kind.prefix) }] : []));
  if (!wanted.length) return [];
  await claimNumbers(
    ctx,
    kind.recordType,
    wanted.map(({ data }) => data.number),
    async (numbers) => (await kind.stored(ctx, { numbers })).map(({ number }) => number),
  );
  const now = ctx.clock.now();
  await ctx.em.insert(
    kind.table,
    wanted.map(({ id, data }) => ({ version: 1, created_at: now, updated_at: now, id, ...kind.row(data) })),
  );
  await auditAll(
    ctx,
    wanted.map(({ id, data }) => ({
      record: { type: kind.recordType, id },
      action: 'created',
      note: `Opening balance ${documentFormats(ctx).amount(data.amount)}`,
    })),
  );
  await indexDocuments(
    ctx,
    kind.recordType,
    wanted.map(({ id }) => id),
  );
  touched(ctx, kind.list);
  return wanted.map(({ key, id, data }) => ({
    key,
    recordID: id,
    undo: { label: data.number },
    versions: { [id]: { found: null, left: 1 } },
  }));
}

const idsOf = (rows: readonly AppliedRow[]): string[] =>
  rows.flatMap(({ recordID, undo }) => (recordID && undo ? [recordID] : []));

async function refusals(ctx: AccountContext, kind: OpeningKind, rows: readonly AppliedRow[]) {
  const ids = idsOf(rows);
  await sql`select from ${sql.table(kind.table)} where account_id = ${ctx.account.id} and id = any(${ids}::text[])
    order by id for update`.execute(ctx.em.query());
  const standing = new Map((await kind.stored(ctx, { ids })).map((each) => [each.id, each]));
  const { booksClosedThrough } = await accountSettings(ctx, 'commerce', billingSettings);
  return rows.flatMap(({ row, recordID }) => {
    const found = standing.get(recordID ?? '');
    if (!found) return [];
    const { isUsed, number: label, fields } = found;
    if (isUsed) return [{ row, label, reason: 'something of it is, or was, allocated' }];
    if (booksClosedThrough && (fields['date'] ?? '') <= booksClosedThrough)
      return [{ row, label, reason: `the books are closed through ${booksClosedThrough}` }];
    return [];
  });
}

/** They go as if they had never been; those whose number the series has passed stay, void from the first day on. */
async function takeBack(
  ctx: AccountContext,
  kind: OpeningKind,
  rows: readonly AppliedRow[],
): Promise<Map<string, number>> {
  const standing = await kind.stored(ctx, { ids: idsOf(rows) });
  const kept = await releaseNumbers(
    ctx,
    kind.recordType,
    standing.map(({ number }) => number),
  );
  const now = ctx.clock.now();
  const idsThat = (stay: boolean) => standing.filter(({ number }) => kept.has(number) === stay).map(({ id }) => id);
  const [gone, hidden] = [idsThat(false), idsThat(true)];
  await sql`delete from ${sql.table(kind.table)} where account_id = ${ctx.account.id}
    and id = any(${gone}::text[])`.execute(ctx.em.query());
  const { rows: left } = await sql<{ id: string; version: number }>`update ${sql.table(kind.table)}
    set voided_at = ${now}, voided_on = dated_on, updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and id = any(${hidden}::text[]) returning id, version`.execute(ctx.em.query());
  await unindexRecords(ctx, kind.recordType, gone);
  await auditAll(
    ctx,
    standing.map(({ id, number }) => ({ record: { type: kind.recordType, id }, action: 'deleted', note: number })),
  );
  touched(ctx, kind.list);
  return new Map(left.map(({ id, version }) => [id, version]));
}

/** Brings in what is open of an older system: created once, never changed by a file, undone as a whole. */
export const openingImporter = (kind: OpeningKind): ImportDefinition<OpeningData | null> => ({
  name: kind.name,
  title: kind.title,
  description: kind.description,
  recordType: kind.recordType,
  permission: kind.permission,
  keys: ['number'],
  hasCaselessKeys: true,
  fields: kind.fields,
  check: (ctx, records) => check(ctx, kind, records),
  apply: (ctx, records) => apply(ctx, kind, records),
  exported: async (ctx, items) => {
    const stored = await kind.stored(ctx, { ids: items.map(({ id }) => id) });
    const byID = new Map(stored.map(({ id, fields }) => [id, fields]));
    return items.flatMap(({ id }) => (byID.has(id) ? [{ fields: byID.get(id) ?? {} }] : []));
  },
  undo: {
    refusals: (ctx, rows) => refusals(ctx, kind, rows),
    apply: (ctx, rows) => takeBack(ctx, kind, rows),
  },
});
