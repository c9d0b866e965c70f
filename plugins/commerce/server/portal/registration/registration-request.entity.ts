import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { AddressSnapshot } from '@millwright/core/contracts';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { RegistrationStatus } from '../../../contracts/portal/registration/registration.contract.ts';
import { registrationIs } from '../../states/states.ts';

/**
 * A request to become a customer or to join one. Unproven until the mailed code was entered. Unproven rows are in no
 * list and are deleted after a week. Record ids have no foreign key: deleted records are ignored.
 */
export const RegistrationRequest = defineEntity({
  ...tenantTable('commerce', 'registration_request', { isClosedToCustomers: true }),
  name: 'RegistrationRequest',
  properties: {
    ...tenantColumns(),
    status: column.text().$type<RegistrationStatus | 'unproven'>(),
    isExistingCustomer: column.boolean(),
    name: column.text(),
    contactName: column.text(),
    email: column.text(),
    /** The customer number that the person entered. */
    number: column.text().nullable(),
    phone: column.text().nullable(),
    website: column.text().nullable(),
    note: column.text().nullable(),
    address: column.json<AddressSnapshot>().nullable(),
    customerGroupID: column.id().nullable(),
    shippingTermID: column.id().nullable(),
    paymentTermID: column.id().nullable(),
    /** The customer to join, later the customer that was created. */
    customerID: column.id().nullable(),
    closingWords: column.text().nullable(),
    isLetInAtOnce: column.boolean(),
    notifiedEmails: column.textArray().defaultRaw("'{}'"),
    /** Null after the code was used, and if no code was mailed. */
    codeHash: column.id().nullable(),
    codeTries: column.integer().default(0),
    codeExpiresAt: column.timestamp(),
    provenAt: column.timestamp().nullable(),
    decidedAt: column.timestamp().nullable(),
    decidedBy: column.text().nullable(),
    decisionNote: column.text().nullable(),
  },
  indexes: [
    { properties: ['accountID', 'provenAt', 'id'] },
    { properties: ['accountID', 'status', 'provenAt', 'id'] },
    { properties: ['accountID', 'createdAt'], where: `${registrationIs.unproven('status')}` },
  ],
  checks: [
    {
      name: 'registration_request_status',
      expression: registrationIs.check(),
    },
    { name: 'registration_request_proven', expression: `(proven_at is null) = (${registrationIs.unproven('status')})` },
    {
      name: 'registration_request_decided',
      expression: `(decided_at is null) = (${registrationIs.undecided('status')})`,
    },
    { name: 'registration_request_email', expression: 'email = lower(email)' },
  ],
});
export type RegistrationRequest = InferEntity<typeof RegistrationRequest>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.registration_request': TableRow<typeof RegistrationRequest>;
  }
}
