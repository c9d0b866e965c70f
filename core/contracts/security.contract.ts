import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filterValue, listOf, listQuery } from './list-query.ts';
import { requiredLine } from './text.ts';

/** How the people of the account have to sign in. */
export const securityPolicy = z.object({
  secondFactor: z.object({
    /** Everyone of the account and of its customers' portals. */
    everyone: z.boolean(),
    /** Roles whose people have to have one. */
    roleIDs: z.array(z.string()),
    /** Days in which people set one up: from the day it was asked of them, or from when they joined. */
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

/** 400 for roles that there are not, 409 `stale_version`. */
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

/** `set_up` has a second factor; `grace` and `overdue` have none and are required to. */
export const secondFactorStandings = ['set_up', 'none', 'grace', 'overdue'] as const;

/** How a member signs in. */
export const securityMember = z.object({
  /** Of the membership. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  isOfPortal: z.boolean(),
  joinedAt: z.iso.datetime().nullable(),
  secondFactor: z.enum(secondFactorStandings),
  /** Until when they have to set one up. */
  graceUntil: z.iso.datetime().nullable(),
  appSince: z.iso.datetime().nullable(),
  passkeys: z.number(),
  /** Of the sign-in used last that is alive: how it began, and when it was used. */
  lastMethod: z.string().nullable(),
  lastSeenAt: z.iso.datetime().nullable(),
});
export type SecurityMember = z.output<typeof securityMember>;

/** Lists the active people of the account and of its customers' portals with how they sign in. */
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
