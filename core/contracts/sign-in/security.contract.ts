import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery } from '../endpoints/list-query.ts';
import { requiredLine } from '../texts/text.ts';

/** The account's requirements for signing in. */
export const securityPolicy = z.object({
  secondFactor: z.object({
    /** Whether everyone in the account and in its customers' portals needs a second factor. */
    everyone: z.boolean(),
    /** Roles whose people need a second factor. */
    roleIDs: z.array(z.string()),
    /** Days that people have for setting one up, from the day of the requirement or from joining. */
    graceDays: z.number(),
  }),
  /** 0 before the first change. */
  version: z.number(),
});
export type SecurityPolicy = z.output<typeof securityPolicy>;

export const getSecurityPolicy = endpoint({
  name: 'getSecurityPolicy',
  method: 'GET',
  path: '/v1/security/policy',
  permission: 'security:read',
  summary: 'Reads how the people of the account have to sign in.',
  reply: securityPolicy,
});

const days = { error: 'Must be a whole number of days from 0 to 90' };

/** Changes the policy. 400 for unknown roles, 409 `stale_version`. */
export const updateSecurityPolicy = endpoint({
  name: 'updateSecurityPolicy',
  method: 'PUT',
  path: '/v1/security/policy',
  permission: 'security:update',
  summary: 'Changes how the people of the account have to sign in.',
  touches: ['/v1/security/members', '/v1/me/second-factor'],
  body: z.strictObject({
    secondFactor: z.strictObject({
      everyone: z.boolean(),
      roleIDs: z.array(requiredLine(60, 'Role is required')).max(200),
      graceDays: z.int(days).min(0, days).max(90, days),
    }),
    version: z.int().optional(),
  }),
  reply: securityPolicy,
});

/** `set_up`: has a second factor. `grace` and `overdue`: has none but must, before or after the deadline. */
export const secondFactorStandings = ['set_up', 'none', 'grace', 'overdue'] as const;

/** A member's ways of signing in. */
export const securityMember = z.object({
  /** Id of the membership. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  isOfPortal: z.boolean(),
  joinedAt: z.iso.datetime().nullable(),
  secondFactor: z.enum(secondFactorStandings),
  /** Deadline for setting up a second factor. */
  graceUntil: z.iso.datetime().nullable(),
  appSince: z.iso.datetime().nullable(),
  passkeys: z.number(),
  /** Sign-in method and last use of the member's most recently used active session. */
  lastMethod: z.string().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type SecurityMember = z.output<typeof securityMember>;

/** Lists the active people of the account and of its customers' portals with their ways of signing in. */
export const listSecurityMembers = endpoint({
  name: 'listSecurityMembers',
  method: 'GET',
  path: '/v1/security/members',
  permission: 'security:read',
  summary: 'Lists how people sign in.',
  query: listQuery({
    sortBy: ['name', 'email', 'role', 'joinedAt', 'lastSeenAt'],
    filters: {
      secondFactor: filterValue(
        z.enum(secondFactorStandings, { error: `Must be one of ${secondFactorStandings.join(', ')}` }),
      ),
    },
  }),
  reply: listOf(securityMember),
});
