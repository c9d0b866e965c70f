import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * How new customers register with the account (spec commerce section 3 leaves its fields open). The active one is
 * looked up by the account's slug.
 */
export const RegistrationFlow = defineEntity({
  ...tenantTable('core', 'registration_flow'),
  name: 'RegistrationFlow',
  properties: {
    ...tenantColumns(),
    name: column.text(),
    title: column.text(),
    message: column.text().nullable(),
    isActive: column.boolean().default(false),
    allowsExistingCustomers: column.boolean().default(true),
    asksForPhone: column.boolean().default(true),
    asksForAddress: column.boolean().default(true),
    /**
     * What a new customer gets; ids of commerce records, kept without foreign key because commerce is another plugin.
     */
    defaultCustomerGroupID: column.id().nullable(),
    defaultShippingTermID: column.id().nullable(),
    defaultPaymentTermID: column.id().nullable(),
  },
  uniques: [
    { properties: ['accountID', 'name'] },
    { name: 'registration_flow_one_active', properties: ['accountID'], where: 'is_active' },
  ],
});
export type RegistrationFlow = InferEntity<typeof RegistrationFlow>;
