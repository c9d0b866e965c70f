import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type {
  AdjustmentType,
  TransactionMethod,
  TransactionType,
} from '../../../contracts/billing/transaction/transaction.contract.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';
import { Invoice } from '../invoice/invoice.entity.ts';
import { Settlement } from '../settlement/settlement.entity.ts';

const tableOptions = { customerColumn: 'customer_id' };

/**
 * A payment, credit or debit of a customer. Credits lower the amount that the customer owes. Debits are fees and
 * refunds: they raise it and are covered like invoices. `allocated` only changes together with the allocation rows,
 * while the transaction is locked.
 */
export const Transaction = defineEntity({
  ...tenantTable('commerce', 'transaction', tableOptions),
  name: 'Transaction',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    numberKey: column.id(),
    customer: () => belongsTo(Customer, 'customer_id'),
    type: column.text().$type<TransactionType>(),
    method: column.text().$type<TransactionMethod>().nullable(),
    adjustmentType: column.text().$type<AdjustmentType>().nullable(),
    isDebit: column.boolean().default(false),
    amount: column.money(),
    allocated: column.money().default('0.00'),
    datedOn: column.date(),
    reference: column.text().nullable(),
    note: column.text().nullable(),
    /** The order that the payment is for. The order's invoices take the payment when they are created. */
    order: () => belongsTo(SalesOrder, 'order_id').nullable(),
    /** The invoice that is credited. */
    invoice: () => belongsTo(Invoice, 'invoice_id').nullable(),
    /** The settlement that the transaction was entered with. */
    settlement: () => belongsTo(Settlement, 'settlement_id').nullable(),
    isOpeningBalance: column.boolean().default(false),
    voidedAt: column.timestamp().nullable(),
    voidedOn: column.date().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'customer', 'datedOn', 'id'] },
    { properties: ['accountID', 'order'], where: 'order_id is not null' },
    { properties: ['accountID', 'invoice'], where: 'invoice_id is not null' },
    { properties: ['accountID', 'settlement'], where: 'settlement_id is not null' },
    { properties: ['accountID', 'datedOn', 'numberKey', 'id'] },
    { properties: ['accountID', 'numberKey', 'id'] },
  ],
  checks: [
    { name: 'transaction_number', expression: "number <> '' and number_key <> ''" },
    { name: 'transaction_type', expression: "type in ('payment', 'credit_memo', 'adjustment', 'rebate')" },
    {
      name: 'transaction_method',
      expression: "method in ('cash', 'check', 'credit_card', 'gift_card', 'ach')",
    },
    {
      name: 'transaction_has_method',
      expression: "(method is not null) = (type = 'payment' or coalesce(adjustment_type = 'refund', false))",
    },
    {
      name: 'transaction_adjustment',
      expression: `(adjustment_type is not null) = (type = 'adjustment') and (adjustment_type is null
        or adjustment_type in ('discount', 'shipping_discrepancy', 'short_payment', 'write_off', 'fee', 'refund'))`,
    },
    {
      name: 'transaction_debit',
      expression: "is_debit = coalesce(adjustment_type in ('fee', 'refund'), false)",
    },
    { name: 'transaction_amount', expression: 'amount > 0' },
    { name: 'transaction_allocated', expression: 'allocated between 0 and amount' },
    {
      name: 'transaction_void',
      expression: '(voided_at is null) = (voided_on is null) and (voided_on is null or allocated = 0)',
    },
  ],
});
export type Transaction = InferEntity<typeof Transaction>;

/**
 * The amount of a credit that covers an invoice or debit. Rows are only added and undone, each on a date, so that the
 * open amounts of any past day can be computed. `customer_id` is the customer of the invoice or debit.
 */
export const TransactionAllocation = defineEntity({
  ...tenantTable('commerce', 'transaction_allocation', tableOptions),
  name: 'TransactionAllocation',
  properties: {
    ...tenantColumns(),
    customerID: column.id(),
    transaction: () => belongsTo(Transaction, 'transaction_id'),
    invoice: () => belongsTo(Invoice, 'invoice_id').nullable(),
    debit: () => belongsTo(Transaction, 'debit_id').nullable(),
    settlement: () => belongsTo(Settlement, 'settlement_id').nullable(),
    amount: column.money(),
    note: column.text().nullable(),
    why: column.text(),
    appliedOn: column.date(),
    unappliedOn: column.date().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'transaction'] },
    { properties: ['accountID', 'invoice'], where: 'invoice_id is not null' },
    { properties: ['accountID', 'debit'], where: 'debit_id is not null' },
    { properties: ['accountID', 'settlement'], where: 'settlement_id is not null' },
    { properties: ['accountID', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'transaction_allocation_target', expression: '(invoice_id is null) <> (debit_id is null)' },
    { name: 'transaction_allocation_amount', expression: 'amount > 0' },
    { name: 'transaction_allocation_days', expression: 'unapplied_on >= applied_on' },
  ],
});
export type TransactionAllocation = InferEntity<typeof TransactionAllocation>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.transaction': TableRow<typeof Transaction>;
    'commerce.transaction_allocation': TableRow<typeof TransactionAllocation>;
  }
}
