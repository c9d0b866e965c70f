import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import {
  belongsTo,
  column,
  fieldColumns,
  Member,
  referenceIndexes,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import type { PurchaseOrderStatus } from '../../../contracts/index.ts';
import { purchaseOrderReferences } from '../../../contracts/purchasing/purchase-order/purchase-order-fields.ts';
import { referenceTables } from '../../parties/reference-tables.ts';
import { Supplier } from '../../parties/supplier/supplier.entity.ts';
import { purchaseOrderIs } from '../../states/states.ts';

/**
 * An order to a supplier. Its sums are those of its lines, written together with them. Indexes for the sorted list,
 * without deleted orders, are written in SQL.
 */
export const PurchaseOrder = defineEntity({
  ...tenantTable('commerce', 'purchase_order', { isClosedToCustomers: true }),
  name: 'PurchaseOrder',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    /** Sort key of the number. */
    numberKey: column.id(),
    status: column.text().$type<PurchaseOrderStatus>(),
    /** Null for a deleted order, which gives up its references. */
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable(),
    /** Sort column; updated by a subscription when the supplier's name changes. */
    supplierName: column.text(),
    billTo: column.json<AddressSnapshot>().nullable(),
    shipTo: column.json<AddressSnapshot>().nullable(),
    ...fieldColumns(purchaseOrderReferences, referenceTables),
    createdBy: () => belongsTo(Member, 'created_by_id').nullable(),
    createdByName: column.text(),
    note: column.text().nullable(),
    supplierNote: column.text().nullable(),
    contacts: column.textArray(),
    emailSent: column.boolean().default(false),
    scheduledAt: column.date().nullable(),
    /** The earliest expected date of a line; null unless issued. */
    expectedOn: column.date().nullable(),
    issuedAt: column.timestamp().nullable(),
    completedAt: column.timestamp().nullable(),
    deletedAt: column.timestamp().nullable(),
    lineCount: column.integer().default(0),
    total: column.money().default('0.00'),
    /** Base units of all lines; the stocked quantity counts at most the ordered quantity of each line. */
    quantityOrdered: column.quantity().default('0'),
    quantityReceived: column.quantity().default('0'),
    quantityStocked: column.quantity().default('0'),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    ...referenceIndexes(purchaseOrderReferences),
    { properties: ['accountID', 'createdBy'], where: 'created_by_id is not null' },
    { properties: ['accountID', 'supplier', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'purchase_order_number', expression: "number <> '' and number_key <> ''" },
    {
      name: 'purchase_order_status',
      expression: purchaseOrderIs.check(),
    },
    {
      name: 'purchase_order_issued',
      expression: `(issued_at is not null) = (${purchaseOrderIs.placed('status')})`,
    },
    {
      name: 'purchase_order_completed',
      expression: `(completed_at is not null) = (${purchaseOrderIs.over('status')})`,
    },
    { name: 'purchase_order_deletable', expression: `deleted_at is null or ${purchaseOrderIs.quoted('status')}` },
    { name: 'purchase_order_supplier', expression: '(supplier_id is null) = (deleted_at is not null)' },
    { name: 'purchase_order_expected', expression: `expected_on is null or ${purchaseOrderIs.open('status')}` },
    {
      name: 'purchase_order_sums',
      expression:
        'line_count >= 0 and total >= 0 and quantity_received >= 0 and quantity_stocked between 0 and quantity_ordered',
    },
  ],
});
export type PurchaseOrder = InferEntity<typeof PurchaseOrder>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.purchase_order': TableRow<typeof PurchaseOrder>;
  }
}
