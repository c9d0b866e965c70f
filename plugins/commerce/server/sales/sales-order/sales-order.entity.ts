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
 * What a customer orders. The sums are those of its lines, written with them. Indexes for the sorted list, which leave
 * deleted orders out, are written in SQL.
 */
export const SalesOrder = defineEntity({
  ...tenantTable('commerce', 'sales_order', { customerColumn: 'customer_id' }),
  name: 'SalesOrder',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** The number as it sorts: digits padded, so that 999 comes before 1000. */
    numberKey: column.id(),
    customerPO: column.text().nullable(),
    status: column.text().$type<SalesOrderStatus>(),
    /** Null for a deleted order: it lets go of everything that could otherwise never be deleted. */
    customer: () => belongsTo(Customer, 'customer_id').nullable(),
    /** To sort by; follows the customer's name by subscription. */
    customerName: column.text(),
    billTo: column.json<AddressSnapshot>().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    ...fieldColumns(salesOrderReferences, referenceTables),
    createdBy: () => belongsTo(Member, 'created_by_id').nullable(),
    createdByName: column.text(),
    /** Internal: never in the portal, in mails, widgets or papers of the customer. */
    note: column.text().nullable(),
    customerNote: column.text().nullable(),
    acknowledgementEmails: column.textArray(),
    invoiceEmails: column.textArray(),
    isAcknowledgmentSent: column.boolean().default(false),
    promisedAt: column.date().nullable(),
    expiredAt: column.date().nullable(),
    /** When an estimate was offered to its customer: from then on the portal has it, and its prices stay. */
    offeredAt: column.timestamp().nullable(),
    /** Counts each change of the offer that its customer can see; 0 until it is offered. */
    offerVersion: column.integer().default(0),
    /** Digest of what the customer sees of the offer, as of its version. */
    offerDigest: column.text().nullable(),
    /** Ordered by card: it is issued once the money is there, and neither accepted nor declined before. */
    paysFirst: column.boolean().default(false),
    issuedAt: column.timestamp().nullable(),
    completedAt: column.timestamp().nullable(),
    deletedAt: column.timestamp().nullable(),
    orderDiscount: () => belongsTo(OrderDiscount, 'order_discount_id').nullable(),
    /** As agreed when it was given: later changes of the discount do not touch the order. */
    orderDiscountTerms: column.json<OrderDiscountSnapshot>().nullable(),
    lineCount: column.integer().default(0),
    /** What the discount takes off; the total is what is left of the lines. */
    discount: column.money().default('0.00'),
    total: column.money().default('0.00'),
    /** Base units of sale products: ordered, and what the documents that follow the order say of them. */
    quantityToPick: column.quantity().default('0'),
    quantityPicked: column.quantity().default('0'),
    quantityPacked: column.quantity().default('0'),
    quantityShipped: column.quantity().default('0'),
    /** Base units of every line. */
    quantityToInvoice: column.quantity().default('0'),
    quantityInvoiced: column.quantity().default('0'),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    // Orders of a sales rep are listed by day; that index serves both.
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
