import type { PermissionCode } from '@millwright/core/contracts';
import { type AccountContext, type ImportFieldDeclaration, type ListEndpoint, sql } from '@millwright/core/server';
import {
  type AdjustmentType,
  isDebitAdjustment,
  listInvoices,
  listTransactions,
  type TransactionMethod,
  type TransactionType,
} from '../../../contracts/index.ts';
import { numberKey } from '../../document/record/number-key.ts';
import { transactionFaults } from '../transaction/transaction.service.ts';
import { openInvoiceFields, openTransactionFields } from './opening-fields.ts';

/** Values of an imported row, stored as JSON. */
export interface OpeningData {
  number: string;
  customerID: string;
  date: string;
  /** The open amount, decimal text. */
  amount: string;
  note: string | null;
  dueAt?: string | undefined;
  type?: TransactionType | undefined;
  adjustmentType?: AdjustmentType | null | undefined;
  method?: TransactionMethod | null | undefined;
  reference?: string | null | undefined;
}

/** An existing record in the form of an import file. */
export interface StoredOpening {
  id: string;
  number: string;
  customerName: string;
  isOpening: boolean;
  /** Whether it is or was allocated or credited. */
  isUsed: boolean;
  fields: Record<string, string>;
}

/** A kind of open items from an older system: invoices, or payments and credits. */
export interface OpeningKind {
  name: string;
  title: string;
  description: string;
  /** Record type for search and number series. */
  recordType: 'invoice' | 'transaction';
  prefix: string;
  table: 'commerce.invoice' | 'commerce.transaction';
  permission: PermissionCode;
  list: ListEndpoint;
  what: string;
  fields: readonly ImportFieldDeclaration[];
  amountField: string;
  read(
    cells: Record<string, string | undefined>,
    fault: (field: string, message: string) => void,
  ): Partial<OpeningData>;
  row(data: OpeningData): Record<string, unknown>;
  stored(
    ctx: AccountContext,
    which: { ids?: readonly string[]; numbers?: readonly string[] },
  ): Promise<StoredOpening[]>;
}

const which = ({ ids, numbers }: { ids?: readonly string[]; numbers?: readonly string[] }) =>
  ids
    ? sql`own.id = any(${[...ids]}::text[])`
    : sql`(own.number = any(${[...(numbers ?? [])]}::text[])
        or lower(own.number) = any(${(numbers ?? []).map((number) => number.toLowerCase())}::text[]))`;

const withoutNulls = (rows: (Omit<StoredOpening, 'fields'> & { fields: Record<string, string | null> })[]) =>
  rows.map(
    (row): StoredOpening => ({
      ...row,
      fields: Object.fromEntries(
        Object.entries(row.fields).flatMap(([name, value]): [string, string][] =>
          value === null ? [] : [[name, value]],
        ),
      ),
    }),
  );

type Raw = Omit<StoredOpening, 'fields'> & { fields: Record<string, string | null> };

/** Open invoices of an older system. */
export const openInvoicesKind: OpeningKind = {
  name: 'invoices',
  title: 'Open invoices',
  description: 'Brings in what customers owe from an older system. Files never change an invoice that is there.',
  recordType: 'invoice',
  prefix: 'inv',
  table: 'commerce.invoice',
  permission: 'invoices:create',
  list: listInvoices,
  what: 'Invoice',
  fields: openInvoiceFields,
  amountField: 'total',
  read: ({ date, dueAt }, fault) => {
    if (dueAt && date && dueAt < date) fault('dueAt', `Must not be before ${date}`);
    return { dueAt: dueAt ?? date };
  },
  row: ({ number, customerID, date, dueAt, amount, note }) => ({
    number,
    number_key: numberKey(number),
    customer_id: customerID,
    emails: [],
    note,
    dated_on: date,
    due_on: dueAt ?? date,
    line_count: 0,
    subtotal: amount,
    discount: '0.00',
    carried: '0.00',
    total: amount,
    is_opening_balance: true,
  }),
  stored: async (ctx, selection) => {
    const { rows } = await sql<Raw>`select own.id, own.number, customer.name as "customerName",
        own.is_opening_balance as "isOpening",
        exists (select from commerce.transaction_allocation allocation
          where allocation.account_id = own.account_id and allocation.invoice_id = own.id)
          or exists (select from commerce.transaction memo
            where memo.account_id = own.account_id and memo.invoice_id = own.id) as "isUsed",
        json_build_object('number', own.number, 'customer', customer.number, 'date', own.dated_on::text,
          'dueAt', own.due_on::text, 'total', own.total::text, 'open',
          case when own.voided_on is null then own.total - own.allocated else 0 end::text, 'note', own.note) as fields
      from commerce.invoice own
      join commerce.customer customer on customer.account_id = own.account_id and customer.id = own.customer_id
      where own.account_id = ${ctx.account.id} and ${which(selection)} order by own.id`.execute(ctx.em.query());
    return withoutNulls(rows);
  },
};

/** Open payments, credits and debits of an older system. */
export const openTransactions: OpeningKind = {
  name: 'transactions',
  title: 'Unallocated transactions',
  description:
    'Brings in payments, credits and fees of an older system that are left. Files never change what is there.',
  recordType: 'transaction',
  prefix: 'trx',
  table: 'commerce.transaction',
  permission: 'transactions:create',
  list: listTransactions,
  what: 'Transaction',
  fields: openTransactionFields,
  amountField: 'amount',
  read: ({ type, adjustmentType, method, reference }, fault) => {
    const read = {
      type: type as TransactionType,
      adjustmentType: (adjustmentType as AdjustmentType | undefined) ?? null,
      method: (method as TransactionMethod | undefined) ?? null,
    };
    const fields: Record<string, string> = { adjustmentTypeCode: 'adjustmentType', methodCode: 'method' };
    const codes = { typeCode: read.type, adjustmentTypeCode: read.adjustmentType, methodCode: read.method };
    // An invalid type was already reported when its cell was read.
    const faults = type === undefined ? [] : transactionFaults(codes, '');
    for (const { path, message } of faults) fault(fields[path] ?? 'type', message);
    return { ...read, reference: reference ?? null };
  },
  row: ({ number, customerID, date, amount, note, type, adjustmentType, method, reference }) => ({
    number,
    number_key: numberKey(number),
    customer_id: customerID,
    type,
    method,
    adjustment_type: adjustmentType,
    is_debit: isDebitAdjustment(adjustmentType),
    amount,
    dated_on: date,
    reference,
    note,
    is_opening_balance: true,
  }),
  stored: async (ctx, selection) => {
    const { rows } = await sql<Raw>`select own.id, own.number, customer.name as "customerName",
        own.is_opening_balance as "isOpening",
        exists (select from commerce.transaction_allocation allocation where allocation.account_id = own.account_id
          and (allocation.transaction_id = own.id or allocation.debit_id = own.id)) as "isUsed",
        json_build_object('number', own.number, 'customer', customer.number, 'type', own.type,
          'adjustmentType', own.adjustment_type, 'method', own.method, 'date', own.dated_on::text,
          'amount', own.amount::text, 'open',
          case when own.voided_on is null then own.amount - own.allocated else 0 end::text,
          'reference', own.reference, 'note', own.note) as fields
      from commerce.transaction own
      join commerce.customer customer on customer.account_id = own.account_id and customer.id = own.customer_id
      where own.account_id = ${ctx.account.id} and ${which(selection)} order by own.id`.execute(ctx.em.query());
    return withoutNulls(rows);
  },
};
