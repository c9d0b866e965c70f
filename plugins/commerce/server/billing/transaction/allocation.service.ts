import {
  type Big,
  type DecimalSource,
  decimal,
  type FieldError,
  newID,
  problems,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, audit, sql, todayOf } from '@millwright/core/server';
import { mayPay, transactionProblems } from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { lockDocuments } from '../../document/record/lock-documents.ts';
import { refuseAhead, refuseClosed } from '../journal/books.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';
import { transactionRecord } from './order-credits.ts';

/** An amount of a credit for an invoice or debit. */
export interface NewAllocation {
  transactionID: string;
  invoiceID?: string | null | undefined;
  debitID?: string | null | undefined;
  amount: DecimalSource;
  note?: string | null | undefined;
  /** Reason of the allocation, for people. */
  why: string;
  /** Path in the request: `allocations.3`. */
  path: string;
}

/** Values of an invoice or transaction that allocation depends on. */
interface Side {
  id: string;
  kind: 'invoice' | 'transaction';
  number: string;
  customerID: string;
  parentID: string | null;
  isDebit: boolean;
  open: string;
  datedOn: string;
  isVoid: boolean;
  /** The last day on which an allocation of it was undone. */
  freedOn: string | null;
}

const freedOn = (column: 'transaction_id' | 'debit_id' | 'invoice_id') =>
  sql`(select max(gone.unapplied_on) from commerce.transaction_allocation gone
    where gone.account_id = own.account_id and ${sql.ref(`gone.${column}`)} = own.id)`;

async function sidesOf(ctx: AccountContext, rows: readonly NewAllocation[]): Promise<Map<string, Side>> {
  const transactionIDs = [
    ...new Set(rows.flatMap(({ transactionID, debitID }) => [transactionID, debitID ?? []].flat())),
  ];
  const invoiceIDs = [...new Set(rows.flatMap(({ invoiceID }) => invoiceID ?? []))];
  await lockDocuments(ctx, { transactionIDs, invoiceIDs });
  const { rows: sides } = await sql<Side>`select own.id, 'transaction' as kind, own.number,
      own.customer_id as "customerID", party.parent_id as "parentID", own.is_debit as "isDebit",
      (own.amount - own.allocated)::text as open, own.dated_on::text as "datedOn", own.voided_on is not null as
        "isVoid",
      greatest(${freedOn('transaction_id')}, ${freedOn('debit_id')})::text as "freedOn"
    from commerce.transaction own
    left join core.v_parties party on party.account_id = own.account_id and party.id = own.customer_id
    where own.account_id = ${ctx.account.id} and own.id = any(${transactionIDs}::text[])
    union all
    select own.id, 'invoice', own.number, own.customer_id, party.parent_id, true, (own.total - own.allocated)::text,
      own.dated_on::text, own.voided_on is not null, ${freedOn('invoice_id')}::text
    from commerce.invoice own
    left join core.v_parties party on party.account_id = own.account_id and party.id = own.customer_id
    where own.account_id = ${ctx.account.id} and own.id = any(${invoiceIDs}::text[])`.execute(ctx.em.query());
  return new Map(sides.map((side) => [side.id, side]));
}

const nameOf = ({ kind, number, isDebit }: Side): string =>
  kind === 'invoice' ? `invoice ${number}` : isDebit ? `debit ${number}` : `credit ${number}`;

/** Reason why a credit cannot be allocated to this debt at all. Undefined if it can. */
function misfit(credit: Side | undefined, debt: Side | undefined, row: NewAllocation): FieldError | undefined {
  const field = row.invoiceID ? 'invoiceID' : 'debitID';
  const at = (path: string, message: string): FieldError => ({
    path: `${row.path}.${path}`.replace(/^\./, ''),
    message,
  });
  if (!credit) return at('transactionID', 'There is no such transaction');
  if (!debt) return at(field, row.invoiceID ? 'There is no such invoice' : 'There is no such debit');
  if (credit.isVoid) return at('transactionID', `Transaction ${credit.number} is void`);
  if (debt.isVoid) return at(field, `${nameOf(debt)} is void`);
  if (credit.isDebit)
    return at('transactionID', `Transaction ${credit.number} is a fee or refund: it is paid, and pays nothing`);
  if (!debt.isDebit) return at(field, `Transaction ${debt.number} is a credit: nothing pays it`);
  if (!mayPay(credit, debt)) return at(field, `${nameOf(debt)} is of another customer than credit ${credit.number}`);
  return undefined;
}

/**
 * Checks all rows together against the open amounts.
 * @throws Problem 409 naming each refused row
 */
function refuseUnfit(rows: readonly NewAllocation[], sides: ReadonlyMap<string, Side>): void {
  const left = new Map([...sides.values()].map(({ id, open }) => [id, decimal(open)]));
  const unfit: FieldError[] = [];
  const exceeding: FieldError[] = [];
  const allowed: Record<string, number> = {};
  for (const row of rows) {
    const credit = sides.get(row.transactionID);
    const debt = sides.get(row.invoiceID ?? row.debitID ?? '');
    const fault = misfit(credit, debt, row);
    if (fault) unfit.push(fault);
    if (fault || !credit || !debt) continue;
    const amount = decimal(row.amount);
    const [has, owes] = [left.get(credit.id) ?? zero, left.get(debt.id) ?? zero];
    const most = has.lt(owes) ? has : owes;
    if (amount.gt(most)) {
      const short = has.lt(owes) ? credit : debt;
      const path = `${row.path}.amount`.replace(/^\./, '');
      allowed[path] = Number(most.toFixed(2));
      exceeding.push({ path, message: `At most ${most.toFixed(2)}: more is not open of ${nameOf(short)}` });
      continue;
    }
    left.set(credit.id, has.minus(amount));
    left.set(debt.id, owes.minus(amount));
  }
  if (unfit.length) throw transactionProblems.allocation_refused({ message: unfit[0]?.message ?? '', errors: unfit });
  if (exceeding.length)
    throw transactionProblems.allocation_exceeds({
      message: exceeding[0]?.message ?? '',
      errors: exceeding,
      details: { allowed },
    });
}

const latest = (...days: (string | null | undefined)[]): string =>
  days.reduce<string>((last, day) => (day && day > last ? day : last), '');

/**
 * Adds amounts, possibly negative, to the allocated amounts of transactions and invoices, in one statement for each
 * table.
 */
async function book(ctx: AccountContext, amounts: ReadonlyMap<string, Big>): Promise<void> {
  const now = ctx.clock.now();
  for (const table of ['commerce.transaction', 'commerce.invoice']) {
    const entries = [...amounts].filter(([id]) => id.startsWith('inv_') === (table === 'commerce.invoice'));
    if (!entries.length) continue;
    await ctx.em.write(
      table,
      sql`update ${sql.table(table)} own set allocated = own.allocated + part.amount, updated_at = ${now},
        version = own.version + 1
      from unnest(${entries.map(([id]) => id)}::text[], ${entries.map(([, amount]) => amount.toFixed(2))}::numeric[])
        as part (id, amount)
      where own.account_id = ${ctx.account.id} and own.id = part.id`,
      entries.length,
    );
  }
  await closePages(ctx, {
    invoiceIDs: [...amounts.keys()].filter((id) => id.startsWith('inv_')),
    transactionIDs: [...amounts.keys()].filter((id) => !id.startsWith('inv_')),
  });
  touchedReceivables(ctx);
}

const summed = (parts: readonly (readonly [id: string, amount: Big])[]): Map<string, Big> => {
  const sums = new Map<string, Big>();
  for (const [id, amount] of parts) sums.set(id, (sums.get(id) ?? zero).plus(amount));
  return sums;
};

const recordOf = (id: string) => (id.startsWith('inv_') ? { type: 'invoice', id } : transactionRecord(id));

/**
 * Allocates credits to invoices and debits, completely or not at all. The date of an allocation is the requested one or
 * today, but not before the date of either side, nor before the last day on which an allocation of either side was
 * undone. This way, no more than the open amount is allocated on any day.
 * @throws Problem 409 `allocation_refused`, `allocation_exceeds` with the largest allowed amount, `period_closed`
 */
export async function allocate(
  ctx: AccountContext,
  rows: readonly NewAllocation[],
  { date, settlementID }: { date?: string | undefined; settlementID?: string | null },
): Promise<string[]> {
  if (!rows.length) return [];
  refuseAhead(ctx, date);
  const sides = await sidesOf(ctx, rows);
  refuseUnfit(rows, sides);
  const now = ctx.clock.now();
  const written = rows.map((row) => {
    const credit = sides.get(row.transactionID) as Side;
    const debt = sides.get(row.invoiceID ?? row.debitID ?? '') as Side;
    return {
      version: 1,
      created_at: now,
      updated_at: now,
      id: newID('alc'),
      customer_id: debt.customerID,
      transaction_id: credit.id,
      invoice_id: row.invoiceID ?? null,
      debit_id: row.debitID ?? null,
      settlement_id: settlementID ?? null,
      amount: toColumn(decimal(row.amount), 2),
      note: row.note || null,
      why: row.why,
      applied_on: latest(date ?? todayOf(ctx), credit.datedOn, debt.datedOn, credit.freedOn, debt.freedOn),
    };
  });
  await refuseClosed(
    ctx,
    written.map(({ applied_on }) => applied_on),
  );
  await ctx.em.insert('commerce.transaction_allocation', written);
  const parts = written.flatMap((row) => [
    [row.transaction_id, decimal(row.amount)] as const,
    [row.invoice_id ?? row.debit_id ?? '', decimal(row.amount)] as const,
  ]);
  const sums = summed(parts);
  await book(ctx, sums);
  const formats = documentFormats(ctx);
  for (const [id, amount] of sums)
    audit(ctx, {
      record: recordOf(id),
      action: 'allocated',
      note: `${formats.amount(amount)} on ${formats.day(date ?? todayOf(ctx))}`,
    });
  await ctx.em.flush();
  return written.map(({ id }) => id);
}

interface LiveAllocation {
  id: string;
  transactionID: string;
  invoiceID: string | null;
  debitID: string | null;
  settlementID: string | null;
  amount: string;
  note: string | null;
  why: string;
}

/** Active allocations that match a condition over `allocation`. */
export async function liveAllocations(ctx: AccountContext, which: ReturnType<typeof sql>): Promise<LiveAllocation[]> {
  const { rows } = await sql<LiveAllocation>`select id, transaction_id as "transactionID", invoice_id as "invoiceID",
      debit_id as "debitID", settlement_id as "settlementID", amount::text as amount, note, why
    from commerce.transaction_allocation allocation
    where account_id = ${ctx.account.id} and unapplied_on is null and ${which} order by id`.execute(ctx.em.query());
  return rows;
}

/**
 * Undoes active allocations as of today. Allocations that were undone meanwhile are skipped. `also`: transactions to
 * lock together with them.
 * @throws Problem 409 `period_closed` if today is closed
 */
export async function unallocate(
  ctx: AccountContext,
  which: ReturnType<typeof sql>,
  also: readonly string[] = [],
): Promise<LiveAllocation[]> {
  const found = await liveAllocations(ctx, which);
  await lockDocuments(ctx, {
    transactionIDs: [...also, ...found.flatMap(({ transactionID, debitID }) => [transactionID, debitID ?? []].flat())],
    invoiceIDs: found.flatMap(({ invoiceID }) => invoiceID ?? []),
  });
  const today = todayOf(ctx);
  if (found.length) await refuseClosed(ctx, [today]);
  const ids = found.map(({ id }) => id);
  const now = ctx.clock.now();
  const { rows: taken } = await sql<{ id: string }>`update commerce.transaction_allocation
      set unapplied_on = ${today}::date, updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and id = any(${ids}::text[]) and unapplied_on is null returning id`.execute(
    ctx.em.query(),
  );
  const gone = new Set(taken.map(({ id }) => id));
  const undone = found.filter(({ id }) => gone.has(id));
  const parts = undone.flatMap(({ transactionID, invoiceID, debitID, amount }) => [
    [transactionID, zero.minus(decimal(amount))] as const,
    [invoiceID ?? debitID ?? '', zero.minus(decimal(amount))] as const,
  ]);
  const sums = summed(parts);
  await book(ctx, sums);
  for (const [id, amount] of sums)
    audit(ctx, { record: recordOf(id), action: 'unallocated', note: documentFormats(ctx).amount(zero.minus(amount)) });
  await ctx.em.flush();
  return undone;
}

/** Undoes one allocation. 404 for an unknown id, 409 `allocation_undone` if it is already undone. */
export async function takeBackAllocation(ctx: AccountContext, id: string): Promise<LiveAllocation> {
  const { rows } = await sql`select from commerce.transaction_allocation
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  const [undone] = await unallocate(ctx, sql`id = ${id}`);
  if (!undone) throw transactionProblems.allocation_undone();
  return undone;
}

/** Undoes an allocation and writes it again with another amount or note. Answers the new id. */
export async function changeAllocation(
  ctx: AccountContext,
  id: string,
  input: { amount?: number | string | undefined; note?: string | null | undefined },
): Promise<string> {
  const { amount, note, settlementID, ...rest } = await takeBackAllocation(ctx, id);
  const next = {
    ...rest,
    amount: input.amount ?? amount,
    note: input.note === undefined ? note : input.note,
    path: '',
  };
  const [written = ''] = await allocate(ctx, [next], { settlementID });
  return written;
}
