import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { FlowApproval, FlowFieldMode } from '../contracts/accounts/registration-flow.contract.ts';
import { column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';

/**
 * How new customers register with the account (spec commerce section 3 leaves its fields open). The active flow is
 * found by the account's slug.
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
    phoneField: column.text().$type<FlowFieldMode>().default('optional'),
    addressField: column.text().$type<FlowFieldMode>().default('optional'),
    websiteField: column.text().$type<FlowFieldMode>().default('hidden'),
    noteField: column.text().$type<FlowFieldMode>().default('optional'),
    /** Whether the team approves new customers, or approval is automatic. */
    approval: column.text().$type<FlowApproval>().default('staff'),
    /** Addresses that are mailed about a waiting registration; may be empty. */
    notifiedEmails: column.textArray().defaultRaw("'{}'"),
    closingWords: column.text().nullable(),
    /** Defaults of a new customer: ids of commerce records, without foreign key, because commerce is another plugin. */
    defaultCustomerGroupID: column.id().nullable(),
    defaultShippingTermID: column.id().nullable(),
    defaultPaymentTermID: column.id().nullable(),
    /** Alternatives that customers may choose. Deleted records are no longer offered. */
    offeredCustomerGroupIDs: column.textArray().defaultRaw("'{}'"),
    offeredShippingTermIDs: column.textArray().defaultRaw("'{}'"),
    offeredPaymentTermIDs: column.textArray().defaultRaw("'{}'"),
  },
  uniques: [
    { properties: ['accountID', 'name'] },
    { name: 'registration_flow_one_active', properties: ['accountID'], where: 'is_active' },
  ],
  checks: [
    ...(['phone', 'address', 'website', 'note'] as const).map((field) => ({
      name: `registration_flow_${field}`,
      expression: `${field}_field in ('hidden', 'optional', 'required')`,
    })),
    { name: 'registration_flow_approval', expression: "approval in ('staff', 'at_once')" },
  ],
});
export type RegistrationFlow = InferEntity<typeof RegistrationFlow>;
