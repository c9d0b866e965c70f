import { z } from 'zod';
import { nonNegativeMoney } from '../amounts/money.ts';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { listOf, listQuery, repeated } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { roleTypes } from '../plugins/permission.ts';
import { declareStates } from '../records/states.ts';
import { newPassword } from '../sign-in/auth.contract.ts';
import { isoDate } from '../texts/date.ts';
import { emailAddress, noteText, requiredLine } from '../texts/text.ts';

/** Refusals of the team. */
export const memberProblems = defineProblems({
  last_admin: { status: 409, message: 'The last administrator cannot go; make somebody else an administrator first' },
  not_joined: { status: 409, message: 'This person has not accepted the invitation yet' },
  already_joined: { status: 409, message: 'This person has joined already' },
  wrong_role_for_portal: {
    status: 400,
    message: 'People of a customer have a customer role, people of the account another one',
  },
  other_accounts: { status: 409, message: 'This person belongs to other accounts too and has to reset the password' },
});

/** User statuses of the spec (commerce section 4). */
export const memberStates = declareStates('user', {
  unclaimed: { name: 'Not invited', tone: 'neutral', is: ['waiting', 'unclaimed'] },
  invited: { name: 'Invited', tone: 'progress', is: ['waiting', 'invited', 'expected'] },
  active: { name: 'Active', tone: 'success', is: ['joined', 'active', 'expected'] },
  suspended: { name: 'Suspended', tone: 'warning', is: ['joined', 'keptOut', 'suspended'] },
  deactivated: { name: 'Deactivated', tone: 'danger', is: ['keptOut', 'deactivated'] },
});

/** When mails of a kind come: at once, in the digest of the morning, or never. */
export const mailChoices = ['at_once', 'daily', 'off'] as const;
export type MailChoice = (typeof mailChoices)[number];

/** How a person wants to be told of one kind. */
export const notificationPreference = z.object({
  notificationTypeCode: z.string(),
  name: z.string(),
  description: z.string(),
  /** Whether mails come at all: `mail` is not `off`. */
  enabled: z.boolean(),
  /** Whether the inbox shows the kind; always false for people of customers, who have no inbox. */
  inbox: z.boolean(),
  mail: z.enum(mailChoices),
});

/** A sales target of a person for a period, in the account's currency. */
export const salesTarget = z.object({
  id: z.string(),
  userID: z.string(),
  amount: z.number(),
  startDate: z.string(),
  endDate: z.string(),
  note: z.string().nullable(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.string(),
});
export type SalesTargetView = z.output<typeof salesTarget>;

/** A team user in lists. `id` is the id of the membership, `userID` that of the person; null before they join. */
export const teamUserRow = z.object({
  id: z.string(),
  userID: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** Username of the person's sign-in; null before they join and where they have none. */
  username: z.string().nullable(),
  /** Whether the person's email is verified; false before they join. */
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  status: memberStates.code,
  role: z.object({ id: z.string(), code: z.string(), name: z.string(), type: z.enum(roleTypes) }),
  /** The customer in whose portal the person works. */
  customerID: z.string().nullable(),
  invitedAt: z.iso.datetime().nullable(),
  joinedAt: z.iso.datetime().nullable(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.string(),
});
export type TeamUserRow = z.output<typeof teamUserRow>;

/** A team user (spec commerce section 3, Team user). */
export const teamUser = teamUserRow.extend({
  salesTargets: z.array(salesTarget),
  notificationPreferences: z.array(notificationPreference),
});
export type TeamUser = z.output<typeof teamUser>;

/** Lists the people of the account or of a customer's portal, without removed ones. */
export const listTeamUsers = endpoint({
  name: 'listTeamUsers',
  method: 'GET',
  path: '/v1/accounts/{accountID}/users',
  permission: 'team_users:read',
  summary: 'Lists the people of the account or of a customer.',
  query: listQuery({
    sortBy: ['name', 'email', 'role', 'status', 'joinedAt', 'createdAt'],
    filters: {
      roleType: repeated(z.enum(roleTypes, { error: `Must be one of ${roleTypes.join(', ')}` })),
      status: repeated(memberStates.code),
    },
  }),
  reply: listOf(teamUserRow),
});

/** An invitation. With `sendInvitation: false` the person is added but not mailed. */
export const inviteTeamUserBody = z.strictObject({
  email: emailAddress,
  name: requiredLine(120, 'Name is required'),
  roleID: requiredLine(100, 'Role is required'),
  sendInvitation: z.boolean().optional(),
});

/** Invites a person by mail; without the mail the person is `unclaimed`. 409 `duplicate` for an existing team user. */
export const inviteTeamUser = endpoint({
  name: 'inviteTeamUser',
  method: 'POST',
  path: '/v1/accounts/{accountID}/users',
  permission: 'team_users:create',
  summary: 'Invites a person.',
  body: inviteTeamUserBody,
  reply: teamUser,
});

/**
 * Reads a person with sales targets and notification preferences. `userID` is the id of the membership or the person.
 */
export const getTeamUser = endpoint({
  name: 'getTeamUser',
  method: 'GET',
  path: '/v1/accounts/{accountID}/users/{userID}',
  permission: 'team_users:read',
  summary: 'Reads a person.',
  reply: teamUser,
});

/** Changes name, role or status: `suspended` and `deactivated` deny access, `active` restores it. 409 `last_admin`. */
export const updateTeamUser = endpoint({
  name: 'updateTeamUser',
  method: 'PATCH',
  path: '/v1/accounts/{accountID}/users/{userID}',
  permission: 'team_users:update',
  summary: 'Changes a person, their role or their status.',
  body: z.strictObject({
    name: requiredLine(120, 'Name is required').optional(),
    roleID: requiredLine(100, 'Role is required').optional(),
    status: z
      .enum(['active', 'suspended', 'deactivated'], { error: 'Must be active, suspended or deactivated' })
      .optional(),
    version: z.int().optional(),
  }),
  reply: teamUser,
});

/** Removes a person from the account. Past entries keep the person's name. 409 `last_admin`. */
export const deleteTeamUser = endpoint({
  name: 'deleteTeamUser',
  method: 'DELETE',
  path: '/v1/accounts/{accountID}/users/{userID}',
  permission: 'team_users:delete',
  summary: 'Removes a person.',
  reply: noContent,
});

/** Sends the invitation again; 409 `already_joined`. */
export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/v1/accounts/{accountID}/users/{userID}/actions/invite',
  permission: 'team_users:create',
  summary: 'Sends the invitation again.',
  reply: teamUser,
});

/** Fields of a sales target; both days are included. */
export const salesTargetFields = {
  amount: nonNegativeMoney,
  startDate: isoDate,
  endDate: isoDate,
  note: noteText.nullable().optional(),
};

/** A sales target in requests. */
export const salesTargetInput = z
  .strictObject(salesTargetFields)
  .refine(({ startDate, endDate }) => endDate >= startDate, {
    error: 'The end cannot be before the start',
    path: ['endDate'],
  });

/** Lists a person's sales targets, newest period first. */
export const listSalesTargets = endpoint({
  name: 'listSalesTargets',
  method: 'GET',
  path: '/v1/accounts/{accountID}/users/{userID}/targets',
  permission: 'sales_targets:read',
  summary: 'Lists the sales targets of a person.',
  query: listQuery({ sortBy: ['startDate', 'endDate', 'amount'] }),
  reply: listOf(salesTarget),
});

/** Adds a sales target. */
export const createSalesTarget = endpoint({
  name: 'createSalesTarget',
  method: 'POST',
  path: '/v1/accounts/{accountID}/users/{userID}/targets',
  permission: 'sales_targets:create',
  summary: 'Adds a sales target.',
  body: salesTargetInput,
  reply: salesTarget,
});

/** Replaces a sales target. */
export const updateSalesTarget = endpoint({
  name: 'updateSalesTarget',
  method: 'PUT',
  path: '/v1/accounts/{accountID}/users/{userID}/targets/{targetID}',
  permission: 'sales_targets:update',
  summary: 'Replaces a sales target.',
  body: z
    .strictObject({ ...salesTargetFields, version: z.int().optional() })
    .refine(({ startDate, endDate }) => endDate >= startDate, {
      error: 'The end cannot be before the start',
      path: ['endDate'],
    }),
  reply: salesTarget,
});

/** The caller's own password and the person's new one. */
export const setTeamUserPasswordBody = z.strictObject({
  requesterPassword: z
    .string({ error: 'Your password is required' })
    .min(1, { error: 'Your password is required' })
    .max(1_000, { error: 'Must be at most 1,000 characters' })
    .refine((text) => text.isWellFormed(), { error: 'Password must be valid text' }),
  newTargetPassword: newPassword,
});

/**
 * Sets the password of a team user and ends all their sessions. The caller confirms with their own password. 409
 * `other_accounts` for a person who also belongs to other accounts, because the password is valid there too.
 */
export const setTeamUserPassword = endpoint({
  name: 'setTeamUserPassword',
  method: 'PUT',
  path: '/v1/accounts/{accountID}/users/{userID}/password',
  permission: 'team_users:update',
  summary: 'Sets the password of a person.',
  body: setTeamUserPasswordBody,
  reply: noContent,
});

/**
 * How a person wants to be told of these kinds, in requests. `enabled` alone switches mails off, or on again at once;
 * `mail` says more and has to agree with it. `inbox` and `mail` stay as they are where they are missing.
 * A kind that is named twice with contradicting values is 400 at the second.
 */
export const notificationChoices = z
  .array(
    z
      .strictObject({
        notificationTypeCode: requiredLine(120, 'Notification type is required'),
        enabled: z.boolean(),
        inbox: z.boolean().optional(),
        mail: z.enum(mailChoices, { error: `Must be one of ${mailChoices.join(', ')}` }).optional(),
      })
      .refine(({ enabled, mail }) => mail === undefined || enabled === (mail !== 'off'), {
        error: 'Contradicts enabled, which is false where mail is off, else true',
        path: ['mail'],
      }),
  )
  .max(200);

/**
 * Sets how a person wants to be told. Kinds that are not named stay as they are. Everyone may set their own; setting
 * those of others needs team_users:update.
 */
export const setNotificationPreferences = endpoint({
  name: 'setNotificationPreferences',
  method: 'PUT',
  path: '/v1/accounts/{accountID}/users/{userID}/notification-preferences',
  signedIn: 'Everyone sets their own; others need team_users:update, checked by the handler',
  summary: 'Sets which notifications a person wants.',
  body: notificationChoices,
  reply: z.array(notificationPreference),
});
