import { dayLength, newID, Problem } from '@millwright/core/contracts';
import { type AccountContext, nextNumber, StoppedClock, sql, updateAccountSettings } from '@millwright/core/server';
import { runsOf } from '@millwright/core/testing';
import { SupplyPort } from '@millwright/inventory/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingSettings } from '../../../contracts/billing/billing-settings.ts';
import { agingBuckets, createCustomer, type JournalEntry } from '../../../contracts/index.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { type OrderFixture, orderFixture } from '../../sales/sales-order/record/sales-order-fixture.ts';
import { indexDocuments } from '../billing-search.ts';
import { findJournalEntries } from '../journal/journal.queries.ts';
import { findReceivables } from '../receivable/receivable.queries.ts';
import { takeBackAllocation } from '../transaction/allocation.service.ts';
import { enterTransactions, voidTransaction } from '../transaction/transaction.service.ts';
import { settle, undoSettlement } from './settlement.service.ts';

let at: OrderFixture;
let customers: string[];
beforeAll(async () => {
  at = await orderFixture();
  const other = await at.admin.call(createCustomer, { body: { name: 'Ridge Supply' } });
  customers = [at.customer.id, other.id];
});
afterAll(() => at?.kernel.stop());

const start = Date.UTC(2025, 0, 6);
const clockOf = (day: string) => new StoppedClock(new Date(`${day}T18:00:00Z`));
const dayOf = (index: number): string => new Date(start + index * dayLength).toISOString().slice(0, 10);
const onDay = <T>(day: string, work: (ctx: AccountContext) => Promise<T>): Promise<T> =>
  at.kernel.a.run((ctx) => work({ ...ctx, clock: clockOf(day) }));

/** An opening balance invoice over an amount. Its lines do not matter here. */
async function invoice(ctx: AccountContext, customerID: string, cents: number, day: string): Promise<string> {
  const id = newID('inv');
  const number = await nextNumber(ctx, 'invoice');
  const total = (cents / 100).toFixed(2);
  const now = ctx.clock.now();
  await ctx.em.insert('commerce.invoice', [
    {
      version: 1,
      created_at: now,
      updated_at: now,
      id,
      number,
      number_key: numberKey(number),
      customer_id: customerID,
      emails: [],
      dated_on: day,
      due_on: day,
      line_count: 0,
      subtotal: total,
      discount: '0.00',
      carried: '0.00',
      total,
      is_opening_balance: true,
    },
  ]);
  await indexDocuments(ctx, 'invoice', [id]);
  return id;
}

/** The model's copy of a document and of an allocation. */
interface Document {
  id: string;
  isCredit: boolean;
  customerID: string;
  cents: number;
  date: string;
  voidedOn: string | null;
  freedOn: string;
}
interface Part {
  id: string;
  settlementID: string;
  creditID: string;
  debtID: string;
  cents: number;
  appliedOn: string;
  unappliedOn: string | null;
}

class Replay {
  documents: Document[] = [];
  parts: Part[] = [];
  settlements: string[] = [];

  partsOf = (id: string): Part[] => this.parts.filter(({ creditID, debtID }) => creditID === id || debtID === id);
  allocated = (id: string, day?: string): number =>
    this.partsOf(id)
      .filter(({ appliedOn, unappliedOn }) =>
        day === undefined ? unappliedOn === null : appliedOn <= day && (unappliedOn === null || unappliedOn > day),
      )
      .reduce((sum, { cents }) => sum + cents, 0);
  document = (id: string): Document => this.documents.find((each) => each.id === id) as Document;

  takeBack(parts: readonly Part[], day: string): void {
    for (const part of parts) {
      part.unappliedOn = day;
      for (const id of [part.creditID, part.debtID]) this.document(id).freedOn = day;
    }
  }

  /** A customer's aging buckets on a day in cents, computed from the model's history. */
  aging(customerID: string, day: string): Record<string, number> {
    const sums: Record<string, number> = { credits: 0 };
    for (const { name } of agingBuckets) sums[name] = 0;
    for (const each of this.documents) {
      if (each.customerID !== customerID || each.date > day || (each.voidedOn !== null && each.voidedOn <= day))
        continue;
      const open = each.cents - this.allocated(each.id, day);
      expect(open).toBeGreaterThanOrEqual(0);
      const age = Math.round((Date.parse(day) - Date.parse(each.date)) / dayLength);
      const bucket = agingBuckets.find(({ to }) => to === null || age <= to)?.name ?? 'current';
      const name = each.isCredit ? 'credits' : bucket;
      sums[name] = (sums[name] ?? 0) + open;
    }
    return sums;
  }
}

async function agingOf(day: string, asked: string): Promise<Map<string, Record<string, number>>> {
  const { items } = await onDay(day, (ctx) =>
    findReceivables(ctx, { take: 500, skip: 0, sortOrder: 'asc', cutoffDate: asked }),
  );
  return new Map(
    items.map((row) => [
      row.id,
      Object.fromEntries(
        ['credits', ...agingBuckets.map(({ name }) => name)].map((name) => [
          name,
          Math.round(row[name as 'credits'] * 100),
        ]),
      ),
    ]),
  );
}

const pick = <T>(values: readonly T[], by: number): T | undefined => values[by % Math.max(values.length, 1)];

const step = fc.record({
  kind: fc.constantFrom('invoice', 'credit', 'debit', 'settle', 'settle', 'settle', 'unapply', 'undo', 'void'),
  later: fc.integer({ min: 0, max: 12 }),
  /** Number of days before today for the date of a document. */
  back: fc.integer({ min: 0, max: 70 }),
  who: fc.nat(50),
  what: fc.nat(50),
  cents: fc.integer({ min: 1, max: 50_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Takes a step in the system and in the model. A refused step changes neither. */
async function take(replay: Replay, { kind, back, who, what, cents }: Step, today: string): Promise<void> {
  const customerID = customers[who % customers.length] as string;
  const day = new Date(Date.parse(today) - back * dayLength).toISOString().slice(0, 10);
  const document = (id: string, isCredit: boolean) =>
    replay.documents.push({ id, isCredit, customerID, cents, date: day, voidedOn: null, freedOn: '' });
  if (kind === 'invoice') document(await onDay(today, (ctx) => invoice(ctx, customerID, cents, day)), false);
  if (kind === 'credit' || kind === 'debit') {
    const isCredit = kind === 'credit';
    const typed = isCredit
      ? { typeCode: 'payment' as const, methodCode: 'ach' as const }
      : { typeCode: 'adjustment' as const, adjustmentTypeCode: 'fee' as const };
    const [id = ''] = await onDay(today, (ctx) =>
      enterTransactions(ctx, [{ customerID, ...typed, amount: (cents / 100).toFixed(2), date: day }]),
    );
    document(id, isCredit);
  }
  if (kind === 'settle') {
    const own = replay.documents.filter((each) => each.customerID === customerID);
    const credit = pick(
      own.filter(({ isCredit }) => isCredit),
      what,
    );
    const debt = pick(
      own.filter(({ isCredit }) => !isCredit),
      what + back,
    );
    if (!credit || !debt) return;
    const most = Math.min(credit.cents - replay.allocated(credit.id), debt.cents - replay.allocated(debt.id));
    // Mostly an amount that fits, sometimes more than is open.
    const wanted = what % 4 && most > 0 ? 1 + (cents % most) : cents;
    const amount = wanted / 100;
    const target = debt.id.startsWith('inv_') ? { invoiceID: debt.id } : { debitID: debt.id };
    const fits = credit.voidedOn === null && debt.voidedOn === null && wanted <= most;
    const written = onDay(today, (ctx) =>
      settle(ctx, { date: day, allocations: [{ transactionID: credit.id, ...target, amount }], transactions: [] }),
    );
    if (!fits) return void (await expect(written).rejects.toThrow(Problem));
    const settlement = await written;
    const [part] = settlement.allocations;
    const appliedOn = [day, credit.date, debt.date, credit.freedOn, debt.freedOn].sort().at(-1) as string;
    expect(part).toMatchObject({ appliedOn, unappliedOn: null });
    replay.settlements.push(settlement.id);
    replay.parts.push({
      id: part?.id ?? '',
      settlementID: settlement.id,
      creditID: credit.id,
      debtID: debt.id,
      cents: wanted,
      appliedOn,
      unappliedOn: null,
    });
  }
  if (kind === 'unapply') {
    const part = pick(
      replay.parts.filter(({ unappliedOn }) => unappliedOn === null),
      what,
    );
    if (!part) return;
    await onDay(today, (ctx) => takeBackAllocation(ctx, part.id));
    replay.takeBack([part], today);
  }
  if (kind === 'undo') {
    const id = pick(replay.settlements, what);
    if (!id) return;
    await onDay(today, (ctx) => undoSettlement(ctx, id));
    replay.settlements = replay.settlements.filter((each) => each !== id);
    replay.takeBack(
      replay.parts.filter(({ settlementID, unappliedOn }) => settlementID === id && unappliedOn === null),
      today,
    );
  }
  if (kind === 'void') {
    const found = pick(
      replay.documents.filter(({ id, voidedOn }) => id.startsWith('trx_') && voidedOn === null),
      what,
    );
    if (!found) return;
    await onDay(today, (ctx) => voidTransaction(ctx, at.kernel.services.get(SupplyPort), found.id));
    replay.takeBack(
      replay.partsOf(found.id).filter(({ unappliedOn }) => unappliedOn === null),
      today,
    );
    found.voidedOn = today;
  }
}

/** The journal balances on each day, and its accounts equal the open amounts. */
async function balances(today: string, days: readonly string[]): Promise<void> {
  const { items, count } = await onDay(today, (ctx) =>
    findJournalEntries(ctx, { take: 100_000, skip: 0, sortOrder: 'asc' }),
  );
  expect(items).toHaveLength(count);
  const cents = ({ debit, credit }: JournalEntry): number => Math.round((debit - credit) * 100);
  const sums = new Map<string, number>();
  for (const entry of items) sums.set(entry.date, (sums.get(entry.date) ?? 0) + cents(entry));
  expect([...sums].filter(([, sum]) => sum !== 0)).toEqual([]);
  const upTo = (account: string, day: string): number =>
    items
      .filter((entry) => entry.account === account && entry.date <= day)
      .reduce((sum, entry) => sum + cents(entry), 0);
  for (const cutoffDate of days) {
    const { totals } = await onDay(today, (ctx) =>
      findReceivables(ctx, { take: 1, skip: 0, sortOrder: 'asc', cutoffDate }),
    );
    expect(upTo('receivables', cutoffDate)).toBe(Math.round(totals.total * 100));
    expect(upTo('unapplied', cutoffDate)).toBe(0 - Math.round(totals.credits * 100));
  }
}

async function compare(replay: Replay, today: string, asked: readonly string[]): Promise<void> {
  for (const day of asked) {
    const told = await agingOf(today, day);
    for (const customerID of customers) {
      const worked = replay.aging(customerID, day);
      const isNothing = Object.values(worked).every((cents) => cents === 0);
      expect(told.get(customerID) ?? (isNothing ? worked : undefined), `${customerID} on ${day}`).toEqual(worked);
    }
  }
}

const rules = async () => (await at.violations()).filter((rule) => !rule.startsWith('commerce.invoice-sums'));

describe('money that goes back and forth', () => {
  it('ages on every day as a replay of what happened says, and never exceeds either side', async () => {
    const replay = new Replay();
    let index = 120;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 25, maxLength: 25 }),
        fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
        async (steps, days) => {
          for (const each of steps) {
            index += each.later;
            await take(replay, each, dayOf(index));
          }
          const today = dayOf(index);
          await compare(replay, today, [today, ...days.map((each) => dayOf(40 + (each % (index - 40))))]);
        },
      ),
      // Failures cannot be shrunk, because each run continues with the books of the run before.
      { numRuns: runsOf(4), endOnFailure: true },
    );
    expect(await rules()).toEqual([]);
    await balances(dayOf(index), [60, 110, 150, index - 9, index].map(dayOf));
    expect(replay.parts.length).toBeGreaterThan(0);

    const [today, closed] = [dayOf(index), dayOf(index - 20)];
    const before = await agingOf(today, closed);
    const set = (booksClosedThrough: string | null) =>
      onDay(today, (ctx) => updateAccountSettings(ctx, 'commerce', billingSettings, { booksClosedThrough }));
    await set(closed);
    const early = onDay(today, (ctx) =>
      enterTransactions(ctx, [
        { customerID: customers[0] as string, typeCode: 'rebate', amount: '1.00', date: closed },
      ]),
    );
    await expect(early).rejects.toMatchObject({ code: 'period_closed', status: 409, details: { today } });
    for (const part of replay.parts.filter(({ unappliedOn }) => unappliedOn === null).slice(0, 3))
      await onDay(today, (ctx) => takeBackAllocation(ctx, part.id));
    expect(await agingOf(today, closed)).toEqual(before);
    await set(null);
  });

  it('is the same with eight at work at once', async () => {
    const today = dayOf(900);
    const customerID = customers[0] as string;
    const documents = await onDay(today, async (ctx) => {
      const credits = await enterTransactions(
        ctx,
        Array.from({ length: 4 }, () => ({ customerID, typeCode: 'rebate' as const, amount: '100.00' })),
      );
      const invoices: string[] = [];
      for (let each = 0; each < 4; each += 1) invoices.push(await invoice(ctx, customerID, 10_000, today));
      return { credits, invoices };
    });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        const codes: string[] = [];
        for (let round = 0; round < 4; round += 1) {
          const transactionID = documents.credits[(client + round) % 4] as string;
          const invoiceID = documents.invoices[(client * 3 + round) % 4] as string;
          const body = { allocations: [{ transactionID, invoiceID, amount: 35 }], transactions: [] };
          await at.kernel.a
            .run((ctx) => settle({ ...ctx, clock: clockOf(today) }, body))
            .then(
              async ({ id }) => {
                codes.push('settled');
                if ((client + round) % 3 === 0)
                  await at.kernel.a.run((ctx) => undoSettlement({ ...ctx, clock: clockOf(today) }, id));
              },
              (error: unknown) => codes.push(error instanceof Problem ? error.code : String(error)),
            );
        }
        return codes;
      }),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(['settled', 'allocation_exceeds']));
    expect(await rules()).toEqual([]);
    const { rows } = await at.kernel.a.run((ctx) =>
      sql<{ most: string }>`select max(allocated)::text as most from commerce.invoice
        where account_id = ${ctx.account.id} and id = any(${documents.invoices}::text[])`.execute(ctx.em.query()),
    );
    expect(Number(rows[0]?.most)).toBeLessThanOrEqual(100);
  });
});
