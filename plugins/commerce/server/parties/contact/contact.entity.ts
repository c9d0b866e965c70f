import { defineEntity, type InferEntity } from '@mikro-orm/core';
import {
  belongsTo,
  column,
  fieldColumns,
  Member,
  type TableRow,
  tenantColumns,
  tenantTable,
} from '@millwright/core/server';
import { customerContactFields, supplierContactFields } from '../../../contracts/parties/contact/contact-fields.ts';
import { Customer } from '../customer/customer.entity.ts';
import { Supplier } from '../supplier/supplier.entity.ts';

/** Nobody gets mail without an address. */
const getsNeedEmail = (columns: readonly string[]): string => `email is not null or not (${columns.join(' or ')})`;

/** A person of a customer whom one calls or mails. */
export const CustomerContact = defineEntity({
  ...tenantTable('commerce', 'customer_contact', { isClosedToCustomers: true }),
  name: 'CustomerContact',
  properties: {
    ...tenantColumns(),
    customer: () => belongsTo(Customer, 'customer_id'),
    name: column.text(),
    ...fieldColumns(customerContactFields),
    person: () => belongsTo(Member, 'person_id').nullable(),
  },
  uniques: [
    { properties: ['accountID', 'customer', 'name'] },
    { name: 'customer_contact_one_main', properties: ['accountID', 'customer'], where: 'is_main' },
  ],
  indexes: [
    { properties: ['accountID', 'name', 'id'] },
    { properties: ['accountID', 'person'], where: 'person_id is not null' },
  ],
  checks: [
    { name: 'customer_contact_name', expression: "name <> ''" },
    {
      name: 'customer_contact_email',
      expression: getsNeedEmail(['gets_orders', 'gets_shipments', 'gets_invoices', 'gets_statements', 'gets_dates']),
    },
  ],
});
export type CustomerContact = InferEntity<typeof CustomerContact>;

/** A person of a supplier whom one calls or mails. */
export const SupplierContact = defineEntity({
  ...tenantTable('commerce', 'supplier_contact', { isClosedToCustomers: true }),
  name: 'SupplierContact',
  properties: {
    ...tenantColumns(),
    supplier: () => belongsTo(Supplier, 'supplier_id'),
    name: column.text(),
    ...fieldColumns(supplierContactFields),
  },
  uniques: [
    { properties: ['accountID', 'supplier', 'name'] },
    { name: 'supplier_contact_one_main', properties: ['accountID', 'supplier'], where: 'is_main' },
  ],
  indexes: [{ properties: ['accountID', 'name', 'id'] }],
  checks: [
    { name: 'supplier_contact_name', expression: "name <> ''" },
    { name: 'supplier_contact_email', expression: getsNeedEmail(['gets_purchase_orders', 'gets_overdue']) },
  ],
});
export type SupplierContact = InferEntity<typeof SupplierContact>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.customer_contact': TableRow<typeof CustomerContact>;
    'commerce.supplier_contact': TableRow<typeof SupplierContact>;
  }
}
