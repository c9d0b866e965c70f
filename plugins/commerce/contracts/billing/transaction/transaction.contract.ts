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
  namedCode,
  namedCodeView,
  nameLine,
  noContent,
  noteText,
  positiveMoney,
  recordShape,
  repeated,
  type StateOf,
  shownMoney,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { customerReference } from '../../parties/customer/customer.contract.ts';
import { allocationView } from '../invoice/invoice.contract.ts';
import { creditLine } from './credit-line.ts';

/** Types of transactions (spec commerce section 9), with names. */
export const transactionTypeNames = {
  payment: 'Payment',
  credit_memo: 'Credit memo',
  adjustment: 'Adjustment',
  rebate: 'Rebate',
} as const;
export type TransactionType = keyof typeof transactionTypeNames;

/** Payment methods. */
export const transactionMethodNames = {
  cash: 'Cash',
  check: 'Check',
  credit_card: 'Credit card',
  gift_card: 'Gift card',
  ach: 'ACH',
} as const;
export type TransactionMethod = keyof typeof transactionMethodNames;

/** Kinds of adjustments. Fees and refunds increase the amount owed, others decrease it. */
export const adjustmentTypeNames = {
  discount: 'Discount',
  shipping_discrepancy: 'Shipping discrepancy',
  short_payment: 'Short payment',
  write_off: 'Write-off',
  fee: 'Fee',
  refund: 'Refund',
} as const;
export type AdjustmentType = keyof typeof adjustmentTypeNames;

/** State of a transaction's unused amount; calculated, never set. */
export const transactionStates = declareStates('transaction', {
  unallocated: { name: 'Unallocated', tone: 'warning', is: ['live'], next: ['settle'] },
  partly_allocated: { name: 'Partly allocated', tone: 'info', is: ['live'], next: ['settle'] },
  allocated: { name: 'Allocated', tone: 'success', is: ['live', 'allocated'] },
  void: { name: 'Void', tone: 'neutral', is: ['void'] },
});
export type TransactionStatus = StateOf<typeof transactionStates>;

/** Codes in requests. */
export const transactionTypeCode = namedCode(transactionTypeNames);
export const transactionMethodCode = namedCode(transactionMethodNames);
export const adjustmentTypeCode = namedCode(adjustmentTypeNames);

/** Whether an adjustment increases the amount owed. */
export const isDebitAdjustment = (type: AdjustmentType | null | undefined): boolean =>
  type === 'fee' || type === 'refund';

const named = z.object({ id: z.string(), name: z.string() });

/** Id of a transaction in requests. */
export const transactionReference = idOf('trx', 'Transaction is required');

const row = {
  /** Unique in the account. */
  number: z.string(),
  customer: named.extend({ number: z.string() }),
  type: namedCodeView(transactionTypeNames),
  transactionMethod: namedCodeView(transactionMethodNames).nullable(),
  adjustmentType: namedCodeView(adjustmentTypeNames).nullable(),
  /** Whether it increases the amount owed. */
  isDebit: z.boolean(),
  amount: shownMoney,
  /** For a credit the amount it covers, for a debit the amount that covers it. */
  allocated: z.number(),
  /** Unused amount; 0 for a void transaction. */
  open: shownMoney,
  /** Calendar date. */
  date: z.iso.date(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  /** The order it was paid for. */
  orderID: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** The invoice that it credits. */
  invoiceID: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** The settlement that it was entered with. */
  settlementID: z.string().nullable(),
  status: transactionStates.view,
  isFullyAllocated: z.boolean(),
  /** Number of valid allocations. */
  allocationCount: z.int(),
};

/** A transaction in lists. */
export const transactionRow = z.object({ ...recordShape, ...row });
export type TransactionRow = z.output<typeof transactionRow>;

/** A transaction with its allocations. */
export const transaction = z.object({
  ...recordShape,
  ...row,
  voidedAt: z.iso.datetime().nullable(),
  /** The oldest first, including those taken back. */
  allocations: z.array(allocationView),
  /** Lines of a credit of an invoice; empty for other transactions. */
  lines: z.array(creditLine),
  /**
   * Amount of a card payment that can still be refunded to the card; null for other transactions, and for customers.
   */
  refundable: z.number().nullable(),
  /** Whether amount, date and other fields can be changed: only without allocations. */
  isEditable: z.boolean(),
});
export type Transaction = z.output<typeof transaction>;

const fields = {
  /** Required for payments and refunds, refused for others. */
  methodCode: transactionMethodCode.nullish(),
  amount: positiveMoney,
  reference: nameLine(100).nullish(),
  note: noteText.nullish(),
};

/** Body of a new transaction. The default date is today; a future date is refused. */
export const createTransactionBody = z.strictObject({
  customerID: customerReference,
  typeCode: transactionTypeCode,
  /** Required for adjustments, refused for others. */
  adjustmentTypeCode: adjustmentTypeCode.nullish(),
  ...fields,
  date: isoDate.optional(),
  number: nameLine(40).nullish(),
  orderID: idOf('so').nullish(),
});
export type CreateTransactionInput = z.output<typeof createTransactionBody>;

/** Body of a change; an allocated transaction can only change reference and note. Type and customer are fixed. */
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
    /** Transaction dates, both included. */
    startDate: filterValue(isoDate),
    endDate: filterValue(isoDate),
  },
});

/** Transactions, the newest first. `query` matches parts of number, reference, customer name and number. */
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

/** Enters a payment, credit, adjustment or rebate; 409 `period_closed` for a date in a closed period. */
export const createTransaction = endpoint({
  name: 'createTransaction',
  method: 'POST',
  path: '/v1/transactions',
  permission: 'transactions:create',
  summary: 'Enters a transaction.',
  body: createTransactionBody,
  reply: transaction,
});

/**
 * Changes a transaction; 409 `transaction_allocated` for fields other than reference and note if it has allocations.
 */
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
 * Voids a transaction: its allocations are taken back today, so that the amounts they covered are open again. It stays
 * with its number.
 */
export const deleteTransaction = endpoint({
  name: 'deleteTransaction',
  method: 'DELETE',
  path: '/v1/transactions/{transactionID}',
  permission: 'transactions:delete',
  summary: 'Voids a transaction.',
  reply: noContent,
});

/** The receipt of a payment, or the credit document, as a PDF with the account's branding. */
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

/** Words and endpoint of transactions. */
export const transactions = {
  type: 'transaction',
  prefix: 'trx',
  words: ['transaction', 'transactions'],
  get: getTransaction,
} as const;
