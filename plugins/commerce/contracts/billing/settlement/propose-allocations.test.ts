import { type Big, decimal, zero } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../../../core/testing/plan/fixed-seed.ts';
import { mayPay, type OpenCredit, type OpenDebt, proposeAllocations } from './propose-allocations.ts';

const kinds = ['rebate', 'payment', 'adjustment', 'credit_memo'] as const;
/** A parent, two of its children, and an unrelated customer. */
const customers = [
  { customerID: 'parent', parentID: null },
  { customerID: 'north', parentID: 'parent' },
  { customerID: 'south', parentID: 'parent' },
  { customerID: 'other', parentID: null },
];
const who = fc.constantFrom(...customers);
// Only three days, so that many documents have the same date and are ordered by number.
const date = fc.constantFrom('2026-01-30', '2026-01-31', '2026-02-01');
const open = fc.integer({ min: 1, max: 30_000 }).map((cents) => (cents / 100).toFixed(2));
const numbers = ['9', '10', '999', '1000', '1a', 'A1', 'A10', 'INV-7'];
const number = fc.constantFrom(...numbers);

const credit = fc.record({ type: fc.constantFrom(...kinds), number, date, open, who });
const debt = fc.record({ kind: fc.constantFrom('invoice' as const, 'debit' as const), number, date, open, who });
const credits = fc
  .uniqueArray(credit, { maxLength: 8, selector: (each) => each.number })
  .map((all) =>
    all.map(({ who: { customerID }, ...each }, index): OpenCredit => ({ ...each, id: `trx_${index}`, customerID })),
  );
const debts = fc
  .uniqueArray(debt, { maxLength: 8, selector: (each) => each.number })
  .map((all) => all.map(({ who: own, ...each }, index): OpenDebt => ({ ...each, ...own, id: `inv_${index}` })));

const key = (text: string) => (/^\d+$/.test(text) ? text.padStart(20, '0') : text);
const creditKey = ({ type, date: day, number: own }: OpenCredit) => [kinds.indexOf(type), day, key(own)].join(' ');
const debtKey = ({ date: day, number: own }: OpenDebt) => `${day} ${key(own)}`;
const rows = (found: ReturnType<typeof proposeAllocations>) =>
  found.map(({ credit: { id }, debt: { id: target }, amount, why }) => [id, target, amount.toFixed(2), why]);
const sums = (entries: readonly (readonly [id: string | null, amount: Big])[]) => {
  const by = new Map<string | null, Big>();
  for (const [id, amount] of entries) by.set(id, (by.get(id) ?? zero).plus(amount));
  return by;
};

describe('proposed allocations', () => {
  it('use rebates, payments, adjustments, then credits, the oldest first, onto the oldest that each may pay', () => {
    fc.assert(
      fc.property(credits, debts, fc.nat(), (given, owed, turn) => {
        const found = proposeAllocations(given, owed);
        const used = sums(found.map((row) => [row.credit.id, row.amount]));
        const paid = sums(found.map((row) => [row.debt.id, row.amount]));
        for (const each of found) {
          expect(each.amount.gt(zero)).toBe(true);
          expect(mayPay(each.credit, each.debt)).toBe(true);
        }
        const leftOf = ({ id, open: own }: OpenCredit | OpenDebt, by: typeof used) =>
          decimal(own).minus(by.get(id) ?? zero);
        for (const each of given) expect(leftOf(each, used).gte(zero)).toBe(true);
        for (const each of owed) expect(leftOf(each, paid).gte(zero)).toBe(true);
        // No remaining credit may pay a remaining debt.
        for (const each of given.filter((own) => leftOf(own, used).gt(zero)))
          for (const target of owed.filter((own) => leftOf(own, paid).gt(zero)))
            expect(mayPay(each, target)).toBe(false);
        const order = found.map((row) => `${creditKey(row.credit)} | ${debtKey(row.debt)}`);
        expect(order).toEqual([...order].sort());
        // Older debts that the same credit could pay are paid in full.
        for (const row of found)
          for (const target of owed.filter((own) => debtKey(own) < debtKey(row.debt) && mayPay(row.credit, own)))
            expect(leftOf(target, paid).eq(zero)).toBe(true);
        // The result does not depend on the order of the arguments.
        const turned = <T>(all: readonly T[]): T[] => [...all.slice(turn % 3), ...all.slice(0, turn % 3)].reverse();
        expect(rows(proposeAllocations(turned(given), turned(owed)))).toEqual(rows(found));
      }),
      { numRuns: runsOf(400) },
    );
  });

  it('say why, and what stays open', () => {
    const own = { customerID: 'north', date: '2026-01-31' };
    const [first, second] = proposeAllocations(
      [
        { ...own, id: null, type: 'payment', number: '', open: '50.00' },
        { ...own, id: 'trx_1', type: 'rebate', number: '12', open: '20.00' },
      ],
      [{ ...own, id: 'inv_1', kind: 'invoice', number: '999', parentID: 'parent', open: '100.00' }],
    );
    expect(first?.why).toBe('Rebate 12 pays the oldest open invoice: 999 of 2026-01-31; 80.00 of it stays open');
    expect(second?.why).toBe('This payment pays the oldest open invoice: 999 of 2026-01-31; 30.00 of it stays open');
  });
});
