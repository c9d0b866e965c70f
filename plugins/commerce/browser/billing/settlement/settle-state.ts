import { type Big, decimal, lesserOf, sumOf, toWire, zero } from '@millwright/core/contracts';
import {
  type AdjustmentType,
  type CreateSettlementInput,
  type OpenCreditView,
  type OpenDebtView,
  proposeAllocations,
  type TransactionMethod,
} from '../../../contracts/index.ts';

/** A payment typed on the sheet. */
export interface TypedPayment {
  amount: number | null;
  methodCode: TransactionMethod;
  reference: string;
  date: string | null;
}

/** Adjustment for the part of an invoice that stays open. */
export type Rest = Extract<AdjustmentType, 'short_payment' | 'write_off' | 'discount'>;

/** Choices on the sheet. */
export interface Sheet {
  customerID: string;
  payment: TypedPayment;
  /** Ids of credits that are not used. */
  without: ReadonlySet<string>;
  /** Typed amounts by invoice or debit; empty while the proposal is unchanged. */
  amounts: ReadonlyMap<string, number>;
  rests: ReadonlyMap<string, Rest>;
}

interface Money {
  credits: readonly OpenCreditView[];
  debts: readonly (OpenDebtView & { parentID?: string | null })[];
  today: string;
}

const sorted = (sheet: Sheet, { credits, today }: Money) => [
  ...credits
    .filter(({ id }) => !sheet.without.has(id))
    .map(({ id, type, number, customer, date, open }) => ({
      id,
      type: type.code,
      number,
      customerID: customer.id,
      date,
      open,
    })),
  ...(sheet.payment.amount
    ? [
        {
          id: null,
          type: 'payment' as const,
          number: '',
          customerID: sheet.customerID,
          date: sheet.payment.date ?? today,
          open: sheet.payment.amount,
        },
      ]
    : []),
];

/** Distribution of the chosen credits: typed amounts per invoice, otherwise the proposal. */
export function settlementPlanOf(sheet: Sheet, money: Money) {
  const credits = sorted(sheet, money);
  const debts = money.debts.map(({ customer, ...debt }) => ({
    ...debt,
    customerID: customer.id,
    // Debts of child customers are paid by the customer of the sheet.
    parentID: customer.id === sheet.customerID ? null : sheet.customerID,
    open: sheet.amounts.size ? (sheet.amounts.get(debt.id) ?? 0) : debt.open,
  }));
  const parts = proposeAllocations(credits, debts);
  const applied = new Map<string, Big>();
  for (const { debt, amount } of parts) applied.set(debt.id, (applied.get(debt.id) ?? zero).plus(amount));
  const wanted = sheet.amounts.size ? sumOf(sheet.amounts.values()) : sumOf(applied.values());
  const available = sumOf(credits.map(({ open }) => open));
  return {
    parts,
    /** Amounts by invoice or debit. */
    applied,
    /** Unused amount of the credits; negative if the typed amounts exceed it. */
    left: toWire(available.minus(wanted)),
    total: toWire(sumOf(applied.values())),
    available: toWire(available),
  };
}

/** The body of the request that creates the settlement. */
export function settlementOf(sheet: Sheet, money: Money, note: string | null): CreateSettlementInput {
  const { parts, applied } = settlementPlanOf(sheet, money);
  const target = ({ id, kind }: { id: string; kind: string }) =>
    kind === 'invoice' ? { invoiceID: id } : { debitID: id };
  const of = (isTyped: boolean) => parts.filter(({ credit }) => (credit.id === null) === isTyped);
  const { amount, methodCode, reference, date } = sheet.payment;
  const adjusted = money.debts.flatMap((debt) => {
    const rest = sheet.rests.get(debt.id);
    const open = decimal(debt.open).minus(lesserOf(applied.get(debt.id) ?? zero, decimal(debt.open)));
    if (!rest || !open.gt(zero)) return [];
    return [
      {
        customerID: debt.customer.id,
        typeCode: 'adjustment' as const,
        adjustmentTypeCode: rest,
        amount: toWire(open),
        allocations: [{ ...target(debt), amount: toWire(open) }],
      },
    ];
  });
  return {
    note,
    ...(date ? { date } : {}),
    allocations: of(false).map(({ credit, debt, amount: part }) => ({
      transactionID: credit.id ?? '',
      ...target(debt),
      amount: toWire(part),
    })),
    transactions: [
      ...(amount
        ? [
            {
              customerID: sheet.customerID,
              typeCode: 'payment' as const,
              methodCode,
              amount,
              reference: reference || null,
              allocations: of(true).map(({ debt, amount: part }) => ({ ...target(debt), amount: toWire(part) })),
            },
          ]
        : []),
      ...adjusted,
    ],
  };
}
