import {
  binaryReply,
  booleanText,
  declareStates,
  endpoint,
  filterValue,
  idOf,
  isoDate,
  listOf,
  listQuery,
  noContent,
  noteText,
  positiveMoney,
  recordShape,
  repeated,
  type StateOf,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { allocationView } from '../invoice/invoice.contract.ts';
import { creditLine } from './credit-line.ts';

/** Types of transactions (spec commerce section 9), with people's names. */
export const transactionTypeNames = {
  payment: 'Payment',
  credit_memo: 'Credit memo',
  adjustment: 'Adjustment',
  rebate: 'Rebate',
} as const;
export type TransactionType = keyof typeof transactionTypeNames;

/** How money comes or goes. */
export const transactionMethodNames = {
  cash: 'Cash',
  check: 'Check',
  credit_card: 'Credit card',
  gift_card: 'Gift card',
  ach: 'ACH',
} as const;
export type TransactionMethod = keyof typeof transactionMethodNames;

/** What an adjustment is for. Fees and refunds raise what is owed, the others lower it. */
export const adjustmentTypeNames = {
  discount: 'Discount',
  shipping_discrepancy: 'Shipping discrepancy',
  short_payment: 'Short payment',
  write_off: 'Write-off',
  fee: 'Fee',
  refund: 'Refund',
} as const;
export type AdjustmentType = keyof typeof adjustmentTypeNames;

/** What is left of a transaction; worked out, never set. */
export const transactionStates = declareStates('transaction', {
  unallocated: { name: 'Unallocated', tone: 'warning', is: ['live'], next: ['settle'] },
  partly_allocated: { name: 'Partly allocated', tone: 'info', is: ['live'], next: ['settle'] },
  allocated: { name: 'Allocated', tone: 'success', is: ['live', 'allocated'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type TransactionStatus = StateOf<typeof transactionStates>;

const codesOf = <Code extends string>(names: Record<Code, string>) => Object.keys(names) as [Code, ...Code[]];
const oneOf = <Code extends string>(names: Record<Code, string>) =>
  z.enum(codesOf(names), { error: `Must be one of ${codesOf(names).join(', ')}` });

/** Codes in requests. */
export const transactionTypeCode = oneOf(transactionTypeNames);
export const transactionMethodCode = oneOf(transactionMethodNames);
export const adjustmentTypeCode = oneOf(adjustmentTypeNames);

/** Whether an adjustment raises what is owed. */
export const isDebitAdjustment = (type: AdjustmentType | null | undefined): boolean =>
  type === 'fee' || type === 'refund';

const coded = <Code extends string>(names: Record<Code, string>) =>
  z.object({ code: z.enum(codesOf(names)), name: z.string() });
const named = z.object({ id: z.string(), name: z.string() });

/** Id of a transaction in requests. */
export const transactionReference = idOf('trx', 'Transaction is required');

const row = {
  /** Unique in the account. */
  number: z.string(),
  customer: named.extend({ number: z.string() }),
  type: coded(transactionTypeNames),
  transactionMethod: coded(transactionMethodNames).nullable(),
  adjustmentType: coded(adjustmentTypeNames).nullable(),
  /** Raises what is owed instead of lowering it. */
  isDebit: z.boolean(),
  amount: z.number(),
  /** Of a credit what it covers, of a debit what covers it. */
  allocated: z.number(),
  /** What is left; 0 of a void one. */
  open: z.number(),
  /** Calendar date. */
  date: z.string(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** Order it is paid for. */
  orderID: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** Invoice it is a credit of. */
  invoiceID: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Settlement it was entered with. */
  settlementID: z.string().nullable(),
  status: transactionStates.view,
  isFullyAllocated: z.boolean(),
  /** Allocations that stand. */
  allocationCount: z.int(),
};

/** A transaction in lists. */
export const transactionRow = z.object({ ...recordShape, ...row });
export type TransactionRow = z.output<typeof transactionRow>;

/** A transaction with where it went. */
export const transaction = z.object({
  ...recordShape,
  ...row,
  voidedAt: z.iso.datetime().nullable(),
  /** Oldest first; those that were taken back too. */
  allocations: z.array(allocationView),
  /** What a credit of an invoice gives back; empty for all else. */
  lines: z.array(creditLine),
  /** What of a card payment can still be paid back to the card; null for all else, and for customers. */
  refundable: z.number().nullable(),
  /** Whether amount, date and the rest can change: nothing of it is allocated. */
  isEditable: z.boolean(),
});
export type Transaction = z.output<typeof transaction>;

const fields = {
  /** Needed for payments and refunds, and for nothing else. */
  methodCode: transactionMethodCode.nullish(),
  amount: positiveMoney,
  reference: singleLine(100).nullish(),
  note: noteText.nullish(),
};

/** Body of a new transaction. Without a date it is of today; a day ahead is refused. */
export const createTransactionBody = z.strictObject({
  customerID: customerReference,
  typeCode: transactionTypeCode,
  /** Needed for adjustments, and for nothing else. */
  adjustmentTypeCode: adjustmentTypeCode.nullish(),
  ...fields,
  date: isoDate.optional(),
  number: singleLine(40).nullish(),
  orderID: idOf('so').nullish(),
});
export type CreateTransactionInput = z.output<typeof createTransactionBody>;

/** Body of a change; of what is allocated only reference and note. Type and customer stay. */
export const updateTransactionBody = z.strictObject({
  methodCode: transactionMethodCode.optional(),
  amount: positiveMoney.optional(),
  reference: fields.reference,
  note: fields.note,
  date: isoDate.optional(),
  version: z.int().optional(),
});
export type UpdateTransactionInput = z.output<typeof updateTransactionBody>;

const ids = repeated(z.string().max(100));
const transactionQuery = listQuery({
  sortBy: ['number', 'date', 'amount', 'open', 'customer', 'createdAt'],
  filters: {
    status: repeated(transactionStates.code),
    typeCodes: repeated(transactionTypeCode),
    adjustmentTypeCodes: repeated(adjustmentTypeCode),
    methodCodes: repeated(transactionMethodCode),
    customerIDs: ids,
    customerGroupIDs: ids,
    orderIDs: ids,
    isDebit: booleanText,
    /** Calendar dates of the transaction, both included. */
    startDate: filterValue(isoDate),
    endDate: filterValue(isoDate),
  },
});

/** Transactions, the newest first. `query` finds parts of number, reference, customer name and number. */
export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/v1/transactions',
  permission: 'transactions:read',
  summary: 'Lists transactions.',
  query: transactionQuery,
  reply: listOf(transactionRow),
});

/** The transactions of one customer. */
export const listAccountTransactions = endpoint({
  name: 'listAccountTransactions',
  method: 'GET',
  path: '/v1/accounts/{accountID}/transactions',
  permission: 'transactions:read',
  summary: 'Lists the transactions of a customer; of all of them where it is the account itself.',
  query: transactionQuery,
  reply: listOf(transactionRow),
});

export const getTransaction = endpoint({
  name: 'getTransaction',
  method: 'GET',
  path: '/v1/transactions/{transactionID}',
  permission: 'transactions:read',
  summary: 'Reads a transaction with its allocations.',
  reply: transaction,
});

/** Enters a payment, credit, adjustment or rebate; 409 `period_closed` for a day of closed books. */
export const createTransaction = endpoint({
  name: 'createTransaction',
  method: 'POST',
  path: '/v1/transactions',
  permission: 'transactions:create',
  summary: 'Enters a transaction.',
  body: createTransactionBody,
  reply: transaction,
});

/** Changes a transaction; 409 `transaction_allocated` for more than reference and note once it is. */
export const updateTransaction = endpoint({
  name: 'updateTransaction',
  method: 'PATCH',
  path: '/v1/transactions/{transactionID}',
  permission: 'transactions:update',
  summary: 'Changes a transaction.',
  body: updateTransactionBody,
  reply: transaction,
});

/**
 * Voids a transaction: its allocations are taken back today, so that what they covered is open again. It stays with its
 * number.
 */
export const deleteTransaction = endpoint({
  name: 'deleteTransaction',
  method: 'DELETE',
  path: '/v1/transactions/{transactionID}',
  permission: 'transactions:delete',
  summary: 'Voids a transaction.',
  reply: noContent,
});

/** The receipt of a payment, or the paper of a credit, as a PDF in the account's brand. */
export const getTransactionPDF = endpoint({
  name: 'getTransactionPDF',
  method: 'GET',
  path: '/v1/transactions/{transactionID}/pdf',
  outside: true,
  isLong: true,
  permission: 'transactions:read',
  summary: 'The receipt of a transaction as a PDF.',
  reply: binaryReply('application/pdf'),
});

const codeList = listOf(z.object({ code: z.string(), name: z.string() }));
const listCodes = <Name extends string, Path extends string>(name: Name, path: Path, what: string) =>
  endpoint({ name, method: 'GET', path, permission: 'transactions:read', summary: `Lists ${what}.`, reply: codeList });

export const listTransactionTypes = listCodes(
  'listTransactionTypes',
  '/v1/transaction-types',
  'the types of transactions',
);
export const listAdjustmentTypes = listCodes('listAdjustmentTypes', '/v1/adjustment-types', 'the types of adjustments');
export const listTransactionMethods = listCodes(
  'listTransactionMethods',
  '/v1/transaction-methods',
  'how money comes and goes',
);
