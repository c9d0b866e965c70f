import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  accountColumn,
  belongsTo,
  column,
  fieldColumns,
  PartyAddress,
  referenceIndexes,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { supplierFields } from '../../../contracts/parties/supplier/supplier-fields.ts';
import { referenceTables } from '../reference-tables.ts';

/**
 * A supplier of the account. Its id equals the id of its party in core, which has the addresses. The foreign key to
 * core.party is written in SQL, because a key column cannot be a reference here.
 */
export const Supplier = defineEntity({
  ...tenantTable('commerce', 'supplier'),
  name: 'Supplier',
  properties: {
    ...tenantColumns(),
    number: column.text(),
    name: column.text(),
    ...fieldColumns(supplierFields, referenceTables),
    address: () => belongsTo(PartyAddress, 'address_id').nullable(),
  },
  uniques: [{ properties: ['accountID', 'number'] }],
  indexes: [
    { properties: ['accountID', 'name', 'id'] },
    { properties: ['accountID', 'createdAt', 'id'] },
    { properties: ['accountID', 'address'], where: 'address_id is not null' },
    ...referenceIndexes(supplierFields),
  ],
  checks: [{ name: 'supplier_text', expression: "number <> '' and name <> ''" }],
});
export type Supplier = InferEntity<typeof Supplier>;

/** Numbers of deleted suppliers, which are not reused, so that the series has no gaps. */
export const RetiredSupplierNumber = defineEntity({
  ...tenantTable('commerce', 'retired_supplier_number', { tenant: 'cr' }),
  name: 'RetiredSupplierNumber',
  properties: {
    ...accountColumn(),
    number: column.id().primary(),
    supplierID: column.id(),
    deletedAt: column.timestamp(),
  },
});
export type RetiredSupplierNumber = InferEntity<typeof RetiredSupplierNumber>;

/** An item of a supplier. Item and unit belong to inventory, so their ids have no foreign keys. */
export const SupplierMaterial = defineEntity({
  ...tenantTable('commerce', 'supplier_material'),
  name: 'SupplierMaterial',
  properties: {
    ...tenantColumns(),
    supplier: () => belongsTo(Supplier, 'supplier_id'),
    itemID: column.id(),
    supplierPartNumber: column.text().nullable(),
    supplierDescription: column.text().nullable(),
    isActive: column.boolean().default(true),
    /** Unit of sale; both prices are per this unit, and the minimum quantity is in it. */
    unitID: column.id(),
    unitPrice: column.unitPrice().nullable(),
    leadTimeDays: column.integer().nullable(),
    minimumOrderQuantity: column.quantity().nullable(),
    lastCost: column.unitPrice().nullable(),
    lastPurchasedOn: column.date().nullable(),
  },
  uniques: [{ properties: ['accountID', 'supplier', 'itemID'] }],
  indexes: [{ properties: ['accountID', 'itemID'] }],
  checks: [
    { name: 'supplier_material_prices', expression: 'unit_price >= 0 and last_cost >= 0' },
    { name: 'supplier_material_lead_time', expression: 'lead_time_days >= 0' },
    { name: 'supplier_material_minimum', expression: 'minimum_order_quantity > 0' },
  ],
});
export type SupplierMaterial = InferEntity<typeof SupplierMaterial>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.supplier': TableRow<typeof Supplier>;
    'commerce.supplier_material': TableRow<typeof SupplierMaterial>;
    'commerce.retired_supplier_number': TableRow<typeof RetiredSupplierNumber>;
  }
}
