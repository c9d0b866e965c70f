import { type Big, type DecimalSource, decimal, lesserOf, zero } from '@millwright/core/contracts';
import type { TransactionType } from '../transaction/transaction.contract.ts';

/** What is left of a credit. */
export interface OpenCredit {
  /** Null for a payment that is being typed. */
  id: string | null;
  type: TransactionType;
  number: string;
  customerID: string;
  date: string;
  open: DecimalSource;
}

/** What is left to pay of an invoice or debit. */
export interface OpenDebt {
  id: string;
  kind: 'invoice' | 'debit';
  number: string;
  customerID: string;
  /** Whose child the customer is. */
  parentID: string | null;
  date: string;
  open: DecimalSource;
}

/** A credit that goes onto an invoice or debit, and why there. */
export interface ProposedAllocation {
  credit: OpenCredit;
  debt: OpenDebt;
  amount: Big;
  why: string;
}

/** Kinds of credits in the order in which they are used up (spec commerce section 4). */
const order: readonly TransactionType[] = ['rebate', 'payment', 'adjustment', 'credit_memo'];
const kindNames: Record<TransactionType, string> = {
  rebate: 'Rebate',
  payment: 'Payment',
  adjustment: 'Adjustment',
  credit_memo: 'Credit memo',
};

/** A number as it sorts, digits padded: 999 before 1000, and as the lists of documents have them. */
const keyOf = (number: string): string => (/^\d{1,20}$/.test(number) ? number.padStart(20, '0') : number);
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const oldestFirst = (left: { date: string; number: string }, right: { date: string; number: string }): number =>
  byText(left.date, right.date) || byText(keyOf(left.number), keyOf(right.number));

/** Whether a credit may pay this: it is of the same customer, or of its parent. */
export const mayPay = (
  credit: { customerID: string },
  debt: { customerID: string; parentID: string | null },
): boolean => credit.customerID === debt.customerID || credit.customerID === debt.parentID;

/**
 * How credits would be used up: rebates, payments, adjustments, credit memos, each kind oldest first, onto the oldest
 * invoices and debits, by day, then number.
 */
export function proposeAllocations(credits: readonly OpenCredit[], debts: readonly OpenDebt[]): ProposedAllocation[] {
  const sorted = [...credits].sort(
    (left, right) => order.indexOf(left.type) - order.indexOf(right.type) || oldestFirst(left, right),
  );
  const waiting = [...debts].sort(oldestFirst).map((debt) => ({ debt, left: decimal(debt.open) }));
  return sorted.flatMap((credit) => {
    let left = decimal(credit.open);
    return waiting.flatMap((target): ProposedAllocation[] => {
      if (!left.gt(zero) || !target.left.gt(zero) || !mayPay(credit, target.debt)) return [];
      const amount = lesserOf(left, target.left);
      left = left.minus(amount);
      target.left = target.left.minus(amount);
      const { kind, number, date } = target.debt;
      const what = credit.id === null ? 'This payment' : `${kindNames[credit.type]} ${credit.number}`;
      const rest = target.left.gt(zero) ? `; ${target.left.toFixed(2)} of it stays open` : '';
      const why = `${what} pays the oldest open ${kind}: ${number} of ${date}${rest}`;
      return [{ credit, debt: target.debt, amount, why }];
    });
  });
}
