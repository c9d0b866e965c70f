import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { MailChoice, memberStates } from '../../contracts/accounts/member.contract.ts';
import type { StateOf } from '../../contracts/records/states.ts';
import {
  accountColumn,
  belongsTo,
  column,
  groupRoles,
  tenantColumns,
  tenantTable,
} from '../../database/tenant-entity.ts';
import { Role } from '../../permissions/role.entity.ts';
import { Party } from '../parties/party.entity.ts';
import { memberIs } from './member-is.ts';

/**
 * The spec's user statuses (commerce section 4). `unclaimed`: added without a mail. `deactivated` includes removed
 * members.
 */
export type MemberStatus = StateOf<typeof memberStates>;

const table = tenantTable('core', 'member', { authReadsAll: true, auth: 'cru' });

/**
 * A person in one account: name, role and status there. The tenant role cannot read the person's own record
 * (`core.user`); the auth role links the two when an invitation is accepted.
 */
export const Member = defineEntity({
  ...table,
  policies: [
    ...table.policies,
    // For the function `core.people_of_members`, which reads the people of the account's members; migrations do not
    // create it.
    {
      name: 'member_owner',
      roles: [groupRoles.owner],
      command: 'select',
      using: "account_id = current_setting('app.account_id', true)",
    },
  ],
  name: 'Member',
  properties: {
    ...tenantColumns(),
    /** `core.user.id`; null until the invitation is accepted. */
    userID: column.id().nullable(),
    name: column.text(),
    email: column.text(),
    image: column.text().nullable(),
    role: () => belongsTo(Role, 'role_id'),
    status: column.text().$type<MemberStatus>(),
    /** The customer whose portal this person uses; null for staff. */
    customer: () => belongsTo(Party, 'customer_id').nullable(),
    invitedAt: column.timestamp().nullable(),
    /** Name of the last inviting person, for the page of the invitation. */
    invitedByName: column.text().nullable(),
    /** SHA-256 of the mailed token in hex; null after use, and if none was mailed. */
    invitationHash: column.id().nullable(),
    joinedAt: column.timestamp().nullable(),
    /** Time of removal from the team; the row stays, because documents refer to it. */
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

/** How a member wants to be told of one kind; no row means in the inbox and by mail at once. */
export const NotificationPreference = defineEntity({
  ...tenantTable('core', 'notification_preference'),
  name: 'NotificationPreference',
  properties: {
    ...accountColumn(),
    member: () => belongsTo(Member, 'member_id').primary(),
    notificationTypeCode: column.id().primary(),
    isInInbox: column.boolean().default(true),
    mail: column.text().$type<MailChoice>(),
  },
  checks: [{ name: 'notification_preference_mail', expression: "mail in ('at_once', 'daily', 'off')" }],
});
export type NotificationPreference = InferEntity<typeof NotificationPreference>;

/** A member's sales target for a period. */
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
