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
 * Who the account buys from. Its id is the id of its party in core, on which addresses hang; the foreign key of the id
 * into core.party is written in SQL, since a key column cannot be a reference here as well.
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

/** Numbers of suppliers that are gone: the number stays taken, and the series shows no gap. */
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

/**
 * An item as one supplier supplies it. Item and unit belong to inventory, so their ids are kept without foreign keys.
 */
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
    /** In which the supplier sells it; both prices and the least quantity are per one of it, or in it. */
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
