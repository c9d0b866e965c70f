import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import { belongsTo, column, Member, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { ProductType } from '@millwright/inventory/contracts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { SalesOrder } from '../../sales/sales-order/sales-order.entity.ts';
import { PaymentTerm } from '../../terms/payment-term/payment-term.entity.ts';

const tableOptions = { customerColumn: 'customer_id' };

/**
 * An invoice to a customer. `allocated` only changes together with the allocation rows, while the invoice is locked.
 */
export const Invoice = defineEntity({
  ...tenantTable('commerce', 'invoice', {
    ...tableOptions,
    jobColumns: {
      select: ['account_id', 'order_id', 'total', 'allocated', 'voided_on'],
      update: [],
      why: 'accounts with sales to sum up, and with cents to write off',
    },
  }),
  name: 'Invoice',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number. */
    numberKey: column.id(),
    /** Null for an invoice imported from an older system. */
    order: () => belongsTo(SalesOrder, 'order_id').nullable(),
    /** Null if the invoice is not for a shipment. */
    shipmentID: column.id().nullable(),
    customer: () => belongsTo(Customer, 'customer_id'),
    paymentTerm: () => belongsTo(PaymentTerm, 'payment_term_id').nullable(),
    salesRep: () => belongsTo(Member, 'sales_rep_id').nullable(),
    billTo: column.json<AddressSnapshot>().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    emails: column.textArray(),
    note: column.text().nullable(),
    datedOn: column.date(),
    dueOn: column.date(),
    lineCount: column.integer(),
    subtotal: column.money(),
    discount: column.money(),
    /** Credits beyond the invoiced amount, which are carried forward as a credit memo. */
    carried: column.money(),
    total: column.money(),
    /** Products and services less discounts and credits, without freight and tax. */
    sales: column.money().default('0.00'),
    allocated: column.money().default('0.00'),
    isOpeningBalance: column.boolean().default(false),
    sentAt: column.timestamp().nullable(),
    isEdiSent: column.boolean().default(false),
    voidedAt: column.timestamp().nullable(),
    voidedOn: column.date().nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'order'], where: 'order_id is not null' },
    { properties: ['accountID', 'shipmentID'], where: 'shipment_id is not null' },
    { properties: ['accountID', 'customer', 'datedOn', 'id'] },
    { properties: ['accountID', 'paymentTerm'], where: 'payment_term_id is not null' },
    { properties: ['accountID', 'salesRep'], where: 'sales_rep_id is not null' },
    { properties: ['accountID', 'datedOn', 'numberKey', 'id'] },
    { properties: ['accountID', 'numberKey', 'id'] },
  ],
  checks: [
    { name: 'invoice_number', expression: "number <> '' and number_key <> ''" },
    {
      name: 'invoice_total',
      expression: 'total = subtotal - discount + carried and total >= 0 and discount >= 0 and carried >= 0',
    },
    { name: 'invoice_carried', expression: 'carried = 0 or total = 0' },
    { name: 'invoice_allocated', expression: 'allocated between 0 and total' },
    { name: 'invoice_due', expression: 'due_on >= dated_on' },
    {
      name: 'invoice_void',
      expression: '(voided_at is null) = (voided_on is null) and (voided_on is null or allocated = 0)',
    },
  ],
});
export type Invoice = InferEntity<typeof Invoice>;

/** A line of an invoice; also one-time charges, credits and freight. Never changed after it is written. */
export const InvoiceLine = defineEntity({
  ...tenantTable('commerce', 'invoice_line', tableOptions),
  name: 'InvoiceLine',
  properties: {
    ...tenantColumns(),
    invoice: () => belongsTo(Invoice, 'invoice_id'),
    customerID: column.id(),
    position: column.integer(),
    /** The order line, null for freight. An order line cannot be deleted after a part of it is invoiced. */
    orderLineID: column.id().nullable(),
    itemID: column.id().nullable(),
    sku: column.text(),
    description: column.text(),
    productType: column.text().$type<ProductType>(),
    quantity: column.quantity(),
    unitID: column.id(),
    unitName: column.text(),
    baseQuantity: column.quantity(),
    unitPrice: column.unitPrice(),
    /** Cost per unit, copied from the order line. */
    unitCost: column.unitPrice(),
    total: column.money(),
    /** The line's share of the order discount. */
    discount: column.money(),
    quantityCredited: column.quantity().default('0'),
    amountCredited: column.money().default('0.00'),
    why: column.text().nullable(),
  },
  uniques: [{ properties: ['accountID', 'invoice', 'position'] }],
  indexes: [
    { properties: ['accountID', 'orderLineID'], where: 'order_line_id is not null' },
    { properties: ['accountID', 'itemID', 'invoice'], where: 'item_id is not null' },
    { properties: ['accountID', 'unitID'] },
  ],
  checks: [
    {
      name: 'invoice_line_product_type',
      expression: "product_type in ('sale', 'service', 'shipping', 'credit', 'return', 'tax')",
    },
    { name: 'invoice_line_quantity', expression: 'quantity > 0 and base_quantity > 0' },
    { name: 'invoice_line_discount', expression: "discount >= 0 and (discount = 0 or product_type = 'sale')" },
    { name: 'invoice_line_credited', expression: 'quantity_credited between 0 and base_quantity' },
    {
      name: 'invoice_line_amount_credited',
      expression: 'abs(amount_credited) <= abs(total) and amount_credited * total >= 0',
    },
  ],
});
export type InvoiceLine = InferEntity<typeof InvoiceLine>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.invoice': TableRow<typeof Invoice>;
    'commerce.invoice_line': TableRow<typeof InvoiceLine>;
  }
}
