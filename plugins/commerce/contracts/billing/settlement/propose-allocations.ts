import { type Big, type DecimalSource, decimal, lesserOf, zero } from '@millwright/core/contracts';
import type { TransactionType } from '../transaction/transaction.contract.ts';

/** A credit with its unused amount. */
export interface OpenCredit {
  /** Null for a payment that is not saved yet. */
  id: string | null;
  type: TransactionType;
  number: string;
  customerID: string;
  date: string;
  open: DecimalSource;
}

/** An invoice or debit with its open amount. */
export interface OpenDebt {
  id: string;
  kind: 'invoice' | 'debit';
  number: string;
  customerID: string;
  /** Parent of the customer. */
  parentID: string | null;
  date: string;
  open: DecimalSource;
}

/** A proposed allocation of a credit to an invoice or debit, with the reason. */
export interface ProposedAllocation {
  credit: OpenCredit;
  debt: OpenDebt;
  amount: Big;
  why: string;
}

/** Kinds of credits in the order of their use (spec commerce section 4). */
const order: readonly TransactionType[] = ['rebate', 'payment', 'adjustment', 'credit_memo'];
const kindNames: Record<TransactionType, string> = {
  rebate: 'Rebate',
  payment: 'Payment',
  adjustment: 'Adjustment',
  credit_memo: 'Credit memo',
};

/** Sort key of a number, with padded digits: 999 before 1000, as in lists of documents. */
const keyOf = (number: string): string => (/^\d{1,20}$/.test(number) ? number.padStart(20, '0') : number);
const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const oldestFirst = (left: { date: string; number: string }, right: { date: string; number: string }): number =>
  byText(left.date, right.date) || byText(keyOf(left.number), keyOf(right.number));

/** Whether a credit may pay a debt: both belong to the same customer, or the credit to its parent. */
export const mayPay = (
  credit: { customerID: string },
  debt: { customerID: string; parentID: string | null },
): boolean => credit.customerID === debt.customerID || credit.customerID === debt.parentID;

/**
 * Proposes the use of credits: rebates, payments, adjustments, credit memos, each kind the oldest first, for the oldest
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
