import {
  endpoint,
  filterValue,
  idOf,
  isoDate,
  listOf,
  listQuery,
  nameLine,
  noContent,
  noteText,
  positiveMoney,
  recordShape,
  repeated,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { allocationView, invoiceReference } from '../invoice/invoice.contract.ts';
import {
  adjustmentTypeCode,
  transactionMethodCode,
  transactionReference,
  transactionRow,
  transactionTypeCode,
  transactionTypeNames,
} from '../transaction/transaction.contract.ts';

/** Largest number of allocations in a settlement. */
export const mostAllocations = 2_000;

const named = z.object({ id: z.string(), name: z.string() });
const customer = named.extend({ number: z.string() });

const facts = {
  ...recordShape,
  number: z.string(),
  responsibleUser: named.nullable(),
  note: z.string().nullable(),
  /** Valid amounts by kind of credit. */
  totalRebates: shownMoney,
  totalPayments: shownMoney,
  totalAdjustments: shownMoney,
  totalCredits: shownMoney,
  /** Numbers of the paid invoices and debits. */
  invoiceNumbers: z.array(z.string()),
  customers: z.array(customer),
  /** Number of valid allocations. */
  allocationCount: z.int(),
};

/** A settlement in lists (spec commerce section 3). */
export const settlementRow = z.object(facts);
export type SettlementRow = z.output<typeof settlementRow>;

/** A settlement with its allocations. */
export const settlement = z.object({
  ...facts,
  /** Including allocations that were taken back. */
  allocations: z.array(allocationView),
  /** Transactions entered with it; undoing the settlement voids them. */
  transactions: z.array(transactionRow.pick({ id: true, number: true, type: true, amount: true, date: true })),
});
export type Settlement = z.output<typeof settlement>;

const target = { invoiceID: invoiceReference.nullish(), debitID: transactionReference.nullish() };
const oneTarget = (body: { invoiceID?: unknown; debitID?: unknown }): boolean => !body.invoiceID !== !body.debitID;
const oneTargetError = { error: 'Send the invoice or the debit that it pays', path: ['invoiceID'] };
const part = { ...target, amount: positiveMoney, note: noteText.nullish() };

/** An allocation of a credit to an invoice or debit. */
export const allocationInput = z
  .strictObject({ transactionID: transactionReference, ...part })
  .refine(oneTarget, oneTargetError);
export type AllocationInput = z.output<typeof allocationInput>;

const ownPart = z.strictObject(part).refine(oneTarget, oneTargetError);

/** A new transaction in a settlement, with its allocations. */
export const settledTransaction = z.strictObject({
  customerID: customerReference,
  typeCode: transactionTypeCode,
  methodCode: transactionMethodCode.nullish(),
  adjustmentTypeCode: adjustmentTypeCode.nullish(),
  amount: positiveMoney,
  date: isoDate.optional(),
  reference: nameLine(100).nullish(),
  note: noteText.nullish(),
  allocations: z.array(ownPart).max(mostAllocations).default([]),
});
export type SettledTransaction = z.output<typeof settledTransaction>;

/** Body of `createSettlement`. The default date is today, the default person the caller. */
export const createSettlementBody = z
  .strictObject({
    responsibleUserID: idOf('mem').nullish(),
    note: noteText.nullish(),
    date: isoDate.optional(),
    allocations: z.array(allocationInput).max(mostAllocations).default([]),
    transactions: z.array(settledTransaction).max(100).default([]),
  })
  .refine(({ allocations, transactions }) => allocations.length + transactions.length > 0, {
    error: 'Nothing would be settled',
    path: ['allocations'],
  });
export type CreateSettlementInput = z.output<typeof createSettlementBody>;

/** Settlements that were not undone, the newest first. */
export const listSettlements = endpoint({
  name: 'listSettlements',
  method: 'GET',
  path: '/v1/settlements',
  permission: 'settlements:read',
  summary: 'Lists settlements.',
  query: listQuery({
    sortBy: ['number', 'createdAt'],
    filters: {
      customerIDs: repeated(z.string().max(100)),
      responsibleUserIDs: repeated(z.string().max(100)),
      startDate: filterValue(isoDate),
      endDate: filterValue(isoDate),
    },
  }),
  reply: listOf(settlementRow),
});

export const getSettlement = endpoint({
  name: 'getSettlement',
  method: 'GET',
  path: '/v1/settlements/{settlementID}',
  permission: 'settlements:read',
  summary: 'Reads a settlement with its allocations.',
  reply: settlement,
});

/**
 * Allocates several credits to invoices and debits, and enters transactions with them: all or nothing. 409
 * `allocation_exceeds` or `allocation_refused` with one entry per invalid row, 409 `period_closed` for the date.
 */
export const createSettlement = endpoint({
  name: 'createSettlement',
  method: 'POST',
  path: '/v1/settlements',
  permission: 'settlements:create',
  summary: 'Settles invoices with credits.',
  body: createSettlementBody,
  reply: settlement,
});

/** Body of `updateSettlement`. */
export const updateSettlementBody = z.strictObject({
  responsibleUserID: idOf('mem').nullish(),
  note: noteText.nullish(),
  version: z.int().optional(),
});

export const updateSettlement = endpoint({
  name: 'updateSettlement',
  method: 'PATCH',
  path: '/v1/settlements/{settlementID}',
  permission: 'settlements:update',
  summary: 'Changes note and responsible person of a settlement.',
  body: updateSettlementBody,
  reply: settlement,
});

/**
 * Undoes a settlement as of today: its allocations, and the transactions entered with it. 409 `transaction_allocated`
 * if one of these pays something else now.
 */
export const deleteSettlement = endpoint({
  name: 'deleteSettlement',
  method: 'DELETE',
  path: '/v1/settlements/{settlementID}',
  permission: 'settlements:delete',
  summary: 'Undoes a settlement.',
  reply: noContent,
});

/** An invoice or debit with its open amount. */
export const openDebt = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'debit']),
  number: z.string(),
  customer,
  date: z.string(),
  dueAt: z.string(),
  total: z.number(),
  open: z.number(),
});
export type OpenDebtView = z.output<typeof openDebt>;

/** A credit with its unused amount. */
export const openCredit = z.object({
  id: z.string(),
  number: z.string(),
  type: z.object({
    code: z.enum(Object.keys(transactionTypeNames) as [keyof typeof transactionTypeNames]),
    name: z.string(),
  }),
  customer,
  date: z.string(),
  reference: z.string().nullable(),
  amount: z.number(),
  open: z.number(),
});
export type OpenCreditView = z.output<typeof openCredit>;

/**
 * Proposes how a customer's credits pay its invoices and those of its children: rebates, payments, adjustments, credit
 * memos, each kind the oldest first, for the oldest debts. `amount` is a payment that is not saved yet. Writes nothing.
 */
export const proposeSettlement = endpoint({
  name: 'proposeSettlement',
  method: 'POST',
  path: '/v1/settlements/actions/propose',
  permission: 'settlements:read',
  reads: true,
  summary: 'Says how credits would pay invoices.',
  body: z.strictObject({
    customerID: customerReference,
    /** Only these transactions; absent: all with an unused amount. */
    transactionIDs: z.array(transactionReference).max(mostAllocations).optional(),
    invoiceIDs: z.array(invoiceReference).max(mostAllocations).optional(),
    amount: positiveMoney.nullish(),
  }),
  reply: z.object({
    customer,
    /** Oldest first. */
    receivables: z.array(openDebt),
    credits: z.array(openCredit),
    allocations: z.array(
      z.object({
        /** Null for the payment in `amount`. */
        transactionID: z.string().nullable(),
        invoiceID: z.string().nullable(),
        debitID: z.string().nullable(),
        amount: z.number(),
        why: z.string(),
      }),
    ),
    /** Totals of the receivables, of the credits including `amount`, and of the proposed allocations. */
    totals: z.object({ open: z.number(), credits: z.number(), allocated: z.number() }),
  }),
});

/** Words and endpoint of settlements. */
export const settlements = {
  type: 'settlement',
  prefix: 'stl',
  words: ['settlement', 'settlements'],
  home: '/dashboard/account-management',
  get: getSettlement,
} as const;
