import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { memberStates } from '../contracts/member.contract.ts';
import type { StateOf } from '../contracts/states.ts';
import { accountColumn, belongsTo, column, tenantColumns, tenantTable } from '../database/tenant-entity.ts';
import { Role } from '../permissions/role.entity.ts';
import { memberIs } from './member-is.ts';
import { Party } from './party.entity.ts';

/**
 * The spec's user statuses (commerce section 4). `unclaimed`: entered without a mail; `deactivated` covers the removed.
 */
export type MemberStatus = StateOf<typeof memberStates>;

/**
 * A person as one account knows them: its name for them, their role, their state. The person's own record (`core.user`)
 * is out of reach of tenants; the auth role links the two when an invitation is taken.
 */
export const Member = defineEntity({
  ...tenantTable('core', 'member', { authReadsAll: true, auth: 'cru' }),
  name: 'Member',
  properties: {
    ...tenantColumns(),
    /** `core.user.id`; empty until the invitation is taken. */
    userID: column.id().nullable(),
    name: column.text(),
    email: column.text(),
    image: column.text().nullable(),
    role: () => belongsTo(Role, 'role_id'),
    status: column.text().$type<MemberStatus>(),
    /** The customer whose portal this person uses; empty for staff. */
    customer: () => belongsTo(Party, 'customer_id').nullable(),
    invitedAt: column.timestamp().nullable(),
    /** How who invited last is called, for the page of the invitation. */
    invitedByName: column.text().nullable(),
    /** SHA-256 in hex of the mailed token; empty once it was used, and where none was mailed. */
    invitationHash: column.id().nullable(),
    joinedAt: column.timestamp().nullable(),
    /** Removed from the team; the row stays because documents name it. */
    removedAt: column.timestamp().nullable(),
  },
  uniques: [{ properties: ['accountID', 'email'] }, { properties: ['accountID', 'userID'] }],
  indexes: [
    { properties: ['accountID', 'role'] },
    { properties: ['accountID', 'customer'] },
    { properties: ['userID'] },
    { properties: ['email'] },
    { properties: ['invitationHash'] },
  ],
  checks: [
    { name: 'member_status', expression: memberIs.check() },
    { name: 'member_active_has_user', expression: `${memberIs.not.active('status')} or user_id is not null` },
    { name: 'member_removed_is_deactivated', expression: `removed_at is null or ${memberIs.deactivated('status')}` },
    { name: 'member_token_is_of_invitation', expression: `invitation_hash is null or ${memberIs.invited('status')}` },
    { name: 'member_email_form', expression: 'email = lower(email)' },
  ],
});
export type Member = InferEntity<typeof Member>;

/** Whether a member wants the mails of one kind; no row means yes. */
export const NotificationPreference = defineEntity({
  ...tenantTable('core', 'notification_preference'),
  name: 'NotificationPreference',
  properties: {
    ...accountColumn(),
    member: () => belongsTo(Member, 'member_id').primary(),
    notificationTypeCode: column.id().primary(),
    isEnabled: column.boolean(),
  },
});
export type NotificationPreference = InferEntity<typeof NotificationPreference>;

/** What a member is to sell in a period. */
export const SalesTarget = defineEntity({
  ...tenantTable('core', 'sales_target'),
  name: 'SalesTarget',
  properties: {
    ...tenantColumns(),
    member: () => belongsTo(Member, 'member_id'),
    /** In the account's currency. */
    amount: column.money(),
    startsOn: column.date(),
    endsOn: column.date(),
    note: column.text().nullable(),
  },
  indexes: [{ properties: ['accountID', 'member', 'startsOn'] }],
  checks: [
    { name: 'sales_target_amount', expression: 'amount >= 0' },
    { name: 'sales_target_period', expression: 'ends_on >= starts_on' },
  ],
});
export type SalesTarget = InferEntity<typeof SalesTarget>;
