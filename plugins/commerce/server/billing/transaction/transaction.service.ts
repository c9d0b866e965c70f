import { type DecimalSource, decimal, type FieldError, newID, problems, toColumn } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  claimNumber,
  nextNumbers,
  snapshotOf,
  sql,
  todayOf,
} from '@millwright/core/server';
import type { SupplyPort } from '@millwright/inventory/contracts';
import {
  type AdjustmentType,
  adjustmentTypeNames,
  isDebitAdjustment,
  type TransactionMethod,
  type Transaction as TransactionReply,
  type TransactionType,
  transactionProblems,
  transactionTypeNames,
  type UpdateTransactionInput,
} from '../../../contracts/index.ts';
import { closePages } from '../../document/payable/close-pages.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { lockDocuments } from '../../document/record/lock-documents.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { indexDocuments, indexFound } from '../billing-search.ts';
import { takeBackCredit } from '../credit/credit-lines.ts';
import { refuseAhead, refuseClosed } from '../journal/books.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';
import { unallocate } from './allocation.service.ts';
import { transactionRecord } from './order-credits.ts';
import { Transaction } from './transaction.entity.ts';
import { transactionByID } from './transaction.queries.ts';

/** A transaction to enter. */
export interface NewTransaction {
  /** Given if another record refers to the transaction before it is inserted. */
  id?: string | undefined;
  customerID: string;
  typeCode: TransactionType;
  adjustmentTypeCode?: AdjustmentType | null | undefined;
  methodCode?: TransactionMethod | null | undefined;
  amount: DecimalSource;
  date?: string | undefined;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  orderID?: string | null | undefined;
  invoiceID?: string | null | undefined;
  number?: string | null | undefined;
}

const needsMethod = (type: TransactionType, adjustment: AdjustmentType | null | undefined): boolean =>
  type === 'payment' || adjustment === 'refund';

/** Contradicting fields of a new transaction, one entry per field. */
export function transactionFaults(
  { typeCode, adjustmentTypeCode, methodCode }: Pick<NewTransaction, 'typeCode' | 'adjustmentTypeCode' | 'methodCode'>,
  at: string,
): FieldError[] {
  const name = transactionTypeNames[typeCode].toLowerCase();
  const path = (field: string): string => (at ? `${at}.${field}` : field);
  const faults: FieldError[] = [];
  if (typeCode === 'adjustment' && !adjustmentTypeCode)
    faults.push({ path: path('adjustmentTypeCode'), message: 'Say what is adjusted' });
  if (typeCode !== 'adjustment' && adjustmentTypeCode)
    faults.push({ path: path('adjustmentTypeCode'), message: `Must be empty for a ${name}` });
  const isNeeded = needsMethod(typeCode, adjustmentTypeCode);
  const what = adjustmentTypeCode ? adjustmentTypeNames[adjustmentTypeCode].toLowerCase() : name;
  if (isNeeded && !methodCode) faults.push({ path: path('methodCode'), message: `Is needed for a ${what}` });
  if (!isNeeded && methodCode) faults.push({ path: path('methodCode'), message: `Must be empty for a ${what}` });
  return faults;
}

async function refuseStrangers(ctx: AccountContext, inputs: readonly NewTransaction[], at: (index: number) => string) {
  const customerIDs = [...new Set(inputs.map(({ customerID }) => customerID))];
  const { rows: customers } = await sql<{ id: string; name: string; number: string }>`select id, name, number
    from commerce.customer
    where account_id = ${ctx.account.id} and id = any(${customerIDs}::text[]) for key share`.execute(ctx.em.query());
  const known = new Set(customers.map(({ id }) => id));
  const orderIDs = inputs.flatMap(({ orderID }) => orderID ?? []);
  const { rows: orders } = orderIDs.length
    ? await sql<{ id: string; customerID: string | null }>`select id, customer_id as "customerID"
        from commerce.sales_order where account_id = ${ctx.account.id} and id = any(${orderIDs}::text[])`.execute(
        ctx.em.query(),
      )
    : { rows: [] };
  const ownerOf = new Map(orders.map(({ id, customerID }) => [id, customerID]));
  const errors = inputs.flatMap(({ customerID, orderID }, index): FieldError[] => {
    const prefix = at(index) ? `${at(index)}.` : '';
    if (!known.has(customerID)) return [{ path: `${prefix}customerID`, message: 'There is no such customer' }];
    if (orderID && ownerOf.get(orderID) !== customerID)
      return [{ path: `${prefix}orderID`, message: 'There is no such order of this customer' }];
    return [];
  });
  if (errors.length) throw problems.invalid_input({ errors });
  return new Map(customers.map((customer) => [customer.id, customer]));
}

const isNumberTaken = async (ctx: AccountContext, number: string): Promise<boolean> => {
  const { rows } = await sql`select from commerce.transaction
    where account_id = ${ctx.account.id} and number = ${number}`.execute(ctx.em.query());
  return rows.length > 0;
};

/**
 * Enters transactions and answers their ids in order. Records that have to be locked must be locked before the call,
 * because other transactions that need a transaction number wait from here until this one ends. `at`: paths in the
 * request.
 * @throws Problem 400 field by field, 409 `period_closed`, `number_taken`
 */
export async function enterTransactions(
  ctx: AccountContext,
  inputs: readonly NewTransaction[],
  { settlementID, at = () => '' }: { settlementID?: string; at?(index: number): string } = {},
): Promise<string[]> {
  if (!inputs.length) return [];
  const errors = inputs.flatMap((input, index) => transactionFaults(input, at(index)));
  if (errors.length) throw problems.invalid_input({ errors });
  const today = todayOf(ctx);
  for (const [index, { date }] of inputs.entries()) refuseAhead(ctx, date, at(index) ? `${at(index)}.date` : 'date');
  await refuseClosed(
    ctx,
    inputs.map(({ date }) => date ?? today),
  );
  const customers = await refuseStrangers(ctx, inputs, at);
  const now = ctx.clock.now();
  const given = inputs.filter(({ number }) => number);
  for (const { number } of given)
    await claimNumber(ctx, 'transaction', number as string, () => isNumberTaken(ctx, number as string));
  const numbers = await nextNumbers(ctx, 'transaction', inputs.length - given.length);
  const rows = inputs.map((input) => {
    const number = input.number || (numbers.shift() as string);
    return {
      version: 1,
      created_at: now,
      updated_at: now,
      id: input.id ?? newID('trx'),
      number,
      number_key: numberKey(number),
      customer_id: input.customerID,
      type: input.typeCode,
      method: input.methodCode ?? null,
      adjustment_type: input.adjustmentTypeCode ?? null,
      is_debit: isDebitAdjustment(input.adjustmentTypeCode),
      amount: toColumn(decimal(input.amount), 2),
      dated_on: input.date ?? today,
      reference: input.reference || null,
      note: input.note || null,
      order_id: input.orderID ?? null,
      invoice_id: input.invoiceID ?? null,
      settlement_id: settlementID ?? null,
    };
  });
  await ctx.em.insert('commerce.transaction', rows);
  const ids = rows.map(({ id }) => id);
  for (const { id, type, amount } of rows)
    audit(ctx, {
      record: transactionRecord(id),
      action: 'created',
      note: `${transactionTypeNames[type]} ${documentFormats(ctx).amount(amount)}`,
    });
  ctx.em.noteHeld(Transaction, ids);
  await ctx.em.flush();
  await indexFound(
    ctx,
    'transaction',
    rows.map(({ id, number, reference, customer_id: customerID }) => {
      const { name = '', number: customerNumber = '' } = customers.get(customerID) ?? {};
      return { id, number, text: reference, customerID, customerName: name, customerNumber };
    }),
  );
  const orderIDs = inputs.flatMap(({ orderID }) => orderID ?? []);
  if (orderIDs.length) await closePages(ctx, { orderIDs });
  touchedReceivables(ctx);
  return ids;
}

/**
 * Whether the transaction ever had an allocation. Undone allocations count too, because they were valid on past days.
 */
async function wasAllocated(ctx: AccountContext, id: string): Promise<boolean> {
  const { rows } = await sql`select from commerce.transaction_allocation
    where account_id = ${ctx.account.id} and (transaction_id = ${id} or debit_id = ${id}) limit 1`.execute(
    ctx.em.query(),
  );
  return rows.length > 0;
}

const editable = ['method', 'amount', 'datedOn', 'reference', 'note'] as const;

/** Changes a transaction. Once it has been allocated, only reference and note can change. */
export async function changeTransaction(
  ctx: AccountContext,
  id: string,
  input: UpdateTransactionInput,
): Promise<TransactionReply> {
  const found = await ctx.em.getForUpdate(Transaction, id);
  ctx.em.expectVersion(found, input.version);
  const { amount, methodCode, date, reference, note } = input;
  const isMore = amount !== undefined || methodCode !== undefined || date !== undefined;
  if (found.voidedOn && isMore)
    throw transactionProblems.transaction_void({ message: `Transaction ${found.number} is void` });
  if (isMore && (found.invoice || found.isOpeningBalance || (await wasAllocated(ctx, id))))
    throw transactionProblems.transaction_allocated({
      message: `Transaction ${found.number} is or was allocated: only reference and note can change`,
    });
  refuseAhead(ctx, date);
  if (isMore) await refuseClosed(ctx, [found.datedOn, date ?? found.datedOn]);
  if (methodCode && !needsMethod(found.type, found.adjustmentType))
    throw problems.invalid_input({ errors: [{ path: 'methodCode', message: 'Must be empty for this type' }] });
  const before = snapshotOf(found, editable);
  ctx.em.assign(found, {
    method: methodCode,
    amount: amount === undefined ? undefined : toColumn(decimal(amount), 2),
    datedOn: date,
    reference: reference === '' ? null : reference,
    note: note === '' ? null : note,
  });
  audit(ctx, { record: transactionRecord(id), action: 'updated', changes: changesOf(before, found, editable) });
  await ctx.em.flush();
  if (reference !== undefined) await indexDocuments(ctx, 'transaction', [id]);
  if (found.order && amount !== undefined) await closePages(ctx, { orderIDs: [found.order.id] });
  touchedReceivables(ctx);
  return transactionByID(ctx, id);
}

/**
 * Voids a transaction. Its allocations are undone as of today, and returned goods of a credit leave stock again.
 * @throws Problem 409
 */
export async function voidTransaction(ctx: AccountContext, supply: SupplyPort, id: string): Promise<undefined> {
  const { invoice, order, isOpeningBalance, number } = await ctx.em.get(Transaction, id);
  if (isOpeningBalance)
    throw transactionProblems.transaction_allocated({
      message: `Transaction ${number} came from an older system; undo its import`,
    });
  await lockDocuments(ctx, { transactionIDs: [id], invoiceIDs: invoice ? [invoice.id] : [] });
  await unallocate(ctx, sql`(transaction_id = ${id} or debit_id = ${id})`, [id]);
  const found = await ctx.em.getForUpdate(Transaction, id);
  if (found.voidedOn) throw transactionProblems.transaction_void({ message: `Transaction ${number} is void already` });
  await refuseClosed(ctx, [found.datedOn, todayOf(ctx)]);
  // The credit memo for an invoice's carried credit is voided with the invoice.
  if (invoice && order)
    throw transactionProblems.transaction_allocated({
      message: `Credit memo ${number} belongs to its invoice: void that`,
    });
  if (invoice) await takeBackCredit(ctx, supply, id);
  ctx.em.assign(found, { voidedAt: ctx.clock.now(), voidedOn: todayOf(ctx) });
  audit(ctx, { record: transactionRecord(id), action: 'voided' });
  await ctx.em.flush();
  if (order) await closePages(ctx, { orderIDs: [order.id] });
  touchedReceivables(ctx);
  return undefined;
}
