import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import {
  belongsTo,
  column,
  fieldColumns,
  Member,
  referenceIndexes,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import type { OrderDiscountSnapshot } from '../../../contracts/pricing/order-discount/order-discount.contract.ts';
import { salesOrderReferences } from '../../../contracts/sales/sales-order/sales-order-fields.ts';
import type { SalesOrderStatus } from '../../../contracts/sales/sales-order/sales-order-status.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import { referenceTables } from '../../parties/reference-tables.ts';
import { OrderDiscount } from '../../pricing/order-discount/order-discount.entity.ts';
import { salesOrderIs } from '../../states/states.ts';

/**
 * A customer's order. Its sums are written together with its lines. The indexes of the sorted list exclude deleted
 * orders and are written in SQL.
 */
export const SalesOrder = defineEntity({
  ...tenantTable('commerce', 'sales_order', { customerColumn: 'customer_id' }),
  name: 'SalesOrder',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number: digits are padded, so that 999 comes before 1000. */
    numberKey: column.id(),
    customerPO: column.text().nullable(),
    status: column.text().$type<SalesOrderStatus>(),
    /** Null for a deleted order, which must not prevent the deletion of its customer. */
    customer: () => belongsTo(Customer, 'customer_id').nullable(),
    /** For sorting. An event subscription copies the customer's new name. */
    customerName: column.text(),
    billTo: column.json<AddressSnapshot>().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    ...fieldColumns(salesOrderReferences, referenceTables),
    createdBy: () => belongsTo(Member, 'created_by_id').nullable(),
    createdByName: column.text(),
    /** Internal: never shown in the portal, in emails, in widgets or on papers for the customer. */
    note: column.text().nullable(),
    customerNote: column.text().nullable(),
    acknowledgementEmails: column.textArray(),
    invoiceEmails: column.textArray(),
    isAcknowledgmentSent: column.boolean().default(false),
    promisedAt: column.date().nullable(),
    expiredAt: column.date().nullable(),
    /** When an estimate was offered to its customer. From then on the portal shows it, and its prices are frozen. */
    offeredAt: column.timestamp().nullable(),
    /** Counts the changes of the offer that its customer can see. 0 before the first offer. */
    offerVersion: column.integer().default(0),
    /** Digest of the content that the customer sees in this version of the offer. */
    offerDigest: column.text().nullable(),
    /**
     * Ordered by card: the order is issued once the payment has arrived. Until then it can be neither accepted nor
     * declined.
     */
    paysFirst: column.boolean().default(false),
    issuedAt: column.timestamp().nullable(),
    completedAt: column.timestamp().nullable(),
    deletedAt: column.timestamp().nullable(),
    orderDiscount: () => belongsTo(OrderDiscount, 'order_discount_id').nullable(),
    /** The terms when the discount was given. Later changes of the discount do not affect the order. */
    orderDiscountTerms: column.json<OrderDiscountSnapshot>().nullable(),
    lineCount: column.integer().default(0),
    /** Amount of the order discount. The total is the sum of the lines less this amount. */
    discount: column.money().default('0.00'),
    total: column.money().default('0.00'),
    /** Base units of sale products: ordered, and progressed by the documents that follow the order. */
    quantityToPick: column.quantity().default('0'),
    quantityPicked: column.quantity().default('0'),
    quantityPacked: column.quantity().default('0'),
    quantityShipped: column.quantity().default('0'),
    /** Base units of all lines. */
    quantityToInvoice: column.quantity().default('0'),
    quantityInvoiced: column.quantity().default('0'),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    // Orders of a sales rep are listed by day, and that index also serves the reference.
    ...referenceIndexes(salesOrderReferences.without('salesRep')),
    { properties: ['accountID', 'orderDiscount'], where: 'order_discount_id is not null' },
    { properties: ['accountID', 'createdBy'], where: 'created_by_id is not null' },
    { properties: ['accountID', 'customer', 'createdAt', 'id'] },
    { properties: ['accountID', 'salesRep', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'sales_order_number', expression: "number <> '' and number_key <> ''" },
    {
      name: 'sales_order_status',
      expression: salesOrderIs.check(),
    },
    {
      name: 'sales_order_issued',
      expression: `(issued_at is not null) = (${salesOrderIs.placed('status')})`,
    },
    {
      name: 'sales_order_completed',
      expression: `(completed_at is not null) = (${salesOrderIs.over('status')})`,
    },
    {
      name: 'sales_order_deletable',
      expression: `deleted_at is null or ${salesOrderIs.quoted('status')}`,
    },
    {
      name: 'sales_order_discount',
      expression: 'discount >= 0 and (order_discount_terms is not null or discount = 0)',
    },
    {
      name: 'sales_order_offer',
      expression:
        '(offered_at is null) = (offer_version = 0) and (offered_at is null) = (offer_digest is null) ' +
        'and offer_version >= 0',
    },
    { name: 'sales_order_customer', expression: '(customer_id is null) = (deleted_at is not null)' },
    {
      name: 'sales_order_option_has_carrier',
      expression: 'carrier_option_id is null or carrier_id is not null',
    },
    {
      name: 'sales_order_sums',
      expression:
        'line_count >= 0 and quantity_to_pick >= 0 and quantity_picked >= 0 and quantity_packed >= 0 ' +
        'and quantity_shipped >= 0 and quantity_to_invoice >= 0 and quantity_invoiced >= 0',
    },
  ],
});
export type SalesOrder = InferEntity<typeof SalesOrder>;
