import {
  decimal,
  type EndpointRequest,
  type FieldError,
  newID,
  problems,
  sumOf,
  toWire,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  Member,
  nextNumber,
  snapshotOf,
  sql,
  todayOf,
  touched,
} from '@millwright/core/server';
import {
  type CreateSettlementInput,
  listSettlements,
  proposeAllocations,
  type proposeSettlement,
  type Settlement as SettlementReply,
  transactionProblems,
  type updateSettlement,
} from '../../../contracts/index.ts';
import { documentFormats } from '../../document/record/document-formats.ts';
import { lockDocuments } from '../../document/record/lock-documents.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { touchedReceivables } from '../receivable/touched-receivables.ts';
import { allocate, type NewAllocation, unallocate } from '../transaction/allocation.service.ts';
import { transactionRecord } from '../transaction/order-credits.ts';
import { enterTransactions } from '../transaction/transaction.service.ts';
import { openCredits, openDebts } from './open-money.queries.ts';
import { Settlement } from './settlement.entity.ts';
import { settlementByID } from './settlement.queries.ts';

const settlementRecord = (id: string) => ({ type: 'settlement', id });

/** @throws Problem 400 for each requested id that is not among the open records */
function refuseUnknown(
  field: string,
  requestedIDs: readonly string[] | undefined,
  open: readonly { id: string }[],
  message: string,
): void {
  const known = new Set(open.map(({ id }) => id));
  const errors = (requestedIDs ?? []).flatMap((id, index): FieldError[] =>
    known.has(id) ? [] : [{ path: `${field}.${index}`, message }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
}

/**
 * Proposes how to allocate a customer's credits to the open invoices of the customer and its child customers. Writes
 * nothing.
 */
export async function propose(ctx: AccountContext, input: EndpointRequest<typeof proposeSettlement>['body']) {
  const { customerID, transactionIDs, invoiceIDs, amount } = input;
  const { rows } = await sql<{ id: string; name: string; number: string }>`select customer.id, customer.name,
      customer.number from commerce.customer customer
    left join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
    where customer.account_id = ${ctx.account.id} and (customer.id = ${customerID} or party.parent_id = ${customerID})
    order by customer.id = ${customerID} desc`.execute(ctx.em.query());
  const [customer] = rows;
  if (customer?.id !== customerID)
    throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
  const customerIDs = rows.map(({ id }) => id);
  const debts = await openDebts(ctx, { customerIDs });
  const credits = await openCredits(ctx, { customerIDs });
  refuseUnknown('transactionIDs', transactionIDs, credits, 'There is no such credit of this customer that is open');
  refuseUnknown('invoiceIDs', invoiceIDs, debts, 'There is no such invoice of this customer that is open');
  const typed = amount
    ? [{ id: null, type: 'payment' as const, number: '', customerID, date: todayOf(ctx), open: amount }]
    : [];
  const proposed = proposeAllocations(
    [
      ...credits
        .filter(({ id }) => !transactionIDs || transactionIDs.includes(id))
        .map(({ type, customer: owner, ...credit }) => ({ ...credit, type: type.code, customerID: owner.id })),
      ...typed,
    ],
    debts
      .filter(({ id }) => !invoiceIDs || invoiceIDs.includes(id))
      .map(({ customer: owner, ...debt }) => ({ ...debt, customerID: owner.id })),
  );
  const total = (values: readonly (number | string)[]): number => toWire(sumOf(values));
  return {
    customer,
    receivables: debts.map(({ parentID: _, ...debt }) => debt),
    credits,
    allocations: proposed.map(({ credit, debt, amount: part, why }) => ({
      transactionID: credit.id,
      invoiceID: debt.kind === 'invoice' ? debt.id : null,
      debitID: debt.kind === 'debit' ? debt.id : null,
      amount: toWire(part),
      why,
    })),
    totals: {
      open: total(debts.map(({ open }) => open)),
      credits: total([...credits.map(({ open }) => open), ...(amount ? [amount] : [])]),
      allocated: total(proposed.map(({ amount: part }) => part.toFixed(2))),
    },
  };
}

async function refuseStranger(ctx: AccountContext, memberID: string | null | undefined): Promise<void> {
  if (!memberID) return;
  const { rows } = await sql`select from core.v_members
    where account_id = ${ctx.account.id} and id = ${memberID}`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({
      errors: [{ path: 'responsibleUserID', message: 'There is no such member of the team' }],
    });
}

/** Refuses allocations of a new transaction that exceed its amount. */
function refuseOverfull({ transactions }: CreateSettlementInput): void {
  const errors = transactions.flatMap(({ amount, allocations }, index): FieldError[] => {
    const used = sumOf(allocations.map((each) => each.amount));
    return used.gt(decimal(amount))
      ? [{ path: `transactions.${index}.amount`, message: `${used.toFixed(2)} of it would be allocated` }]
      : [];
  });
  if (errors.length)
    throw transactionProblems.allocation_exceeds({ message: 'More would be allocated than is entered', errors });
}

/** Allocates credits and enters new transactions together, completely or not at all. */
export async function settle(ctx: AccountContext, input: CreateSettlementInput): Promise<SettlementReply> {
  const { allocations, transactions, note, date } = input;
  const responsibleID = input.responsibleUserID ?? ctx.memberID ?? null;
  await refuseStranger(ctx, input.responsibleUserID);
  refuseOverfull(input);
  const targets = [...allocations, ...transactions.flatMap((entered) => entered.allocations)];
  await lockDocuments(ctx, {
    transactionIDs: [
      ...allocations.map(({ transactionID }) => transactionID),
      ...targets.flatMap(({ debitID }) => debitID ?? []),
    ],
    invoiceIDs: targets.flatMap(({ invoiceID }) => invoiceID ?? []),
  });
  const id = newID('stl');
  const now = ctx.clock.now();
  const number = await nextNumber(ctx, 'settlement');
  await ctx.em.insert('commerce.settlement', [
    {
      version: 1,
      created_at: now,
      updated_at: now,
      id,
      number,
      number_key: numberKey(number),
      responsible_id: responsibleID,
      note: note || null,
    },
  ]);
  const entered = await enterTransactions(
    ctx,
    transactions.map((each) => ({ date, ...each })),
    { settlementID: id, at: (index) => `transactions.${index}` },
  );
  const why = `Settlement ${number}`;
  const rows: NewAllocation[] = [
    ...allocations.map((each, index) => ({ ...each, why, path: `allocations.${index}` })),
    ...transactions.flatMap((each, place) =>
      each.allocations.map((part, index) => ({
        ...part,
        transactionID: entered[place] as string,
        why,
        path: `transactions.${place}.allocations.${index}`,
      })),
    ),
  ];
  await allocate(ctx, rows, { date, settlementID: id });
  audit(ctx, {
    record: settlementRecord(id),
    action: 'created',
    note: documentFormats(ctx).amount(sumOf(rows.map(({ amount }) => amount))),
  });
  await ctx.em.flush();
  touched(ctx, listSettlements);
  touchedReceivables(ctx);
  return settlementByID(ctx, id);
}

async function locked(ctx: AccountContext, id: string) {
  const found = await ctx.em.getForUpdate(Settlement, id);
  if (found.deletedAt) throw problems.not_found();
  return found;
}

/** Changes the responsible person and the note of a settlement. */
export async function changeSettlement(
  ctx: AccountContext,
  id: string,
  input: EndpointRequest<typeof updateSettlement>['body'],
): Promise<SettlementReply> {
  await refuseStranger(ctx, input.responsibleUserID);
  const found = await locked(ctx, id);
  ctx.em.expectVersion(found, input.version);
  const before = snapshotOf(found, ['note', 'responsible']);
  const { note, responsibleUserID } = input;
  ctx.em.assign(found, {
    note: note === '' ? null : note,
    responsible:
      responsibleUserID === undefined
        ? undefined
        : responsibleUserID === null
          ? null
          : ctx.em.reference(Member, responsibleUserID),
  });
  audit(ctx, {
    record: settlementRecord(id),
    action: 'updated',
    changes: changesOf(before, found, ['note', 'responsible']),
  });
  await ctx.em.flush();
  touched(ctx, listSettlements);
  touchedReceivables(ctx);
  return settlementByID(ctx, id);
}

/** Undoes a settlement as a whole, and voids the transactions that were entered with it. */
export async function undoSettlement(ctx: AccountContext, id: string): Promise<undefined> {
  const found = await locked(ctx, id);
  const query = ctx.em.query();
  const { rows: entered } = await sql<{ id: string }>`select id from commerce.transaction
    where account_id = ${ctx.account.id} and settlement_id = ${id} and voided_on is null`.execute(query);
  const ids = entered.map((each) => each.id);
  await unallocate(ctx, sql`settlement_id = ${id}`, ids);
  const { rows: used } = await sql<{ number: string }>`select number from commerce.transaction
    where account_id = ${ctx.account.id} and id = any(${ids}::text[]) and allocated > 0 order by number_key`.execute(
    query,
  );
  if (used.length) {
    const numbers = used.map(({ number }) => number).join(', ');
    throw transactionProblems.transaction_allocated({
      message: `Settlement ${found.number} cannot be undone: ${numbers} of it pays something else by now`,
    });
  }
  const now = ctx.clock.now();
  await sql`update commerce.transaction set voided_at = ${now}, voided_on = ${todayOf(ctx)}::date, updated_at = ${now},
      version = version + 1
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(query);
  for (const each of ids)
    audit(ctx, { record: transactionRecord(each), action: 'voided', note: `With settlement ${found.number}` });
  ctx.em.assign(found, { deletedAt: now });
  audit(ctx, { record: settlementRecord(id), action: 'deleted' });
  await ctx.em.flush();
  touched(ctx, listSettlements);
  touchedReceivables(ctx);
  return undefined;
}
