import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { belongsTo, column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { Restock } from '../../../contracts/billing/transaction/credit-line.ts';
import { InvoiceLine } from '../invoice/invoice.entity.ts';
import { Transaction } from '../transaction/transaction.entity.ts';

/**
 * The credited part of an invoice line on a credit memo. Never changed after it is written. It counts until the memo is
 * void.
 */
export const CreditLine = defineEntity({
  ...tenantTable('commerce', 'credit_line', { customerColumn: 'customer_id' }),
  name: 'CreditLine',
  properties: {
    ...tenantColumns(),
    transaction: () => belongsTo(Transaction, 'transaction_id'),
    invoiceLine: () => belongsTo(InvoiceLine, 'invoice_line_id'),
    customerID: column.id(),
    position: column.integer(),
    /** Base units, 0 if only an amount is credited. */
    quantity: column.quantity(),
    amount: column.money(),
    why: column.text(),
    /** Destination of the goods, null without goods. */
    restock: column.text().$type<Restock>().nullable(),
  },
  uniques: [{ properties: ['accountID', 'transaction', 'position'] }],
  indexes: [{ properties: ['accountID', 'invoiceLine'] }],
  checks: [
    { name: 'credit_line_amounts', expression: 'quantity >= 0 and amount >= 0 and quantity + amount > 0' },
    {
      name: 'credit_line_restock',
      expression: "restock in ('place', 'scrap', 'none') and (restock is null or quantity > 0)",
    },
  ],
});
export type CreditLine = InferEntity<typeof CreditLine>;

/** Goods of a credit line that are back in stock, by the shipment line with which they had left. */
export const ReturnedGoods = defineEntity({
  ...tenantTable('commerce', 'returned_goods', { isClosedToCustomers: true }),
  name: 'ReturnedGoods',
  properties: {
    ...tenantColumns(),
    creditLine: () => belongsTo(CreditLine, 'credit_line_id'),
    /** Null for goods that left before their stock was kept here. */
    shipmentLineID: column.id().nullable(),
    lotNumber: column.text().nullable(),
    locationID: column.id(),
    locationName: column.text(),
    /** Base units, and the value of the goods when they left. */
    quantity: column.quantity(),
    value: column.stockValue(),
  },
  indexes: [
    { properties: ['accountID', 'creditLine'] },
    { properties: ['accountID', 'shipmentLineID'], where: 'shipment_line_id is not null' },
  ],
  checks: [{ name: 'returned_goods_amounts', expression: 'quantity > 0 and value >= 0' }],
});
export type ReturnedGoods = InferEntity<typeof ReturnedGoods>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.credit_line': TableRow<typeof CreditLine>;
    'commerce.returned_goods': TableRow<typeof ReturnedGoods>;
  }
}
