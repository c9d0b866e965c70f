import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';
import { roleTypes } from '../plugins/permission.ts';
import { colorScheme, person, username } from '../sign-in/auth.contract.ts';
import { personName, requiredLine, singleLine } from '../texts/text.ts';
import { notificationChoices, notificationPreference } from './member.contract.ts';

const openReason = 'Everyone may see and change themselves';

/** The account in which a person works, with their role (spec commerce section 3, Tenancy). */
export const currentAccount = z.object({
  /** `acc_...` */
  id: z.string(),
  name: z.string(),
  /** Name of the person's role. */
  role: z.string(),
  /** Type of that role. */
  roleType: z.enum(roleTypes),
  /** Kind of business: manufacturer, distributor, both. */
  type: z.string(),
  onboardingStatus: z.string(),
  plan: z.string(),
  slug: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** IANA name. */
  timeZone: z.string(),
  /** BCP 47. */
  locale: z.string(),
  logoURL: z.string().nullable(),
  /** The same value as `logoURL`, under the name in the account's profile. */
  logoUrl: z.string().nullable(),
});
export type CurrentAccount = z.output<typeof currentAccount>;

/** Null for a person without an account. */
export const myTenancy = z
  .object({
    currentAccount: currentAccount.nullable(),
    /** Sorted by name. */
    availableAccounts: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  })
  .nullable();
export type MyTenancy = z.output<typeof myTenancy>;

/** The caller: a person, or an API key, which has no email and whose `id` and `name` are those of the key. */
export const caller = person.extend({ type: z.enum(['user', 'api_key']) });
export type Caller = z.output<typeof caller>;

/** The signed-in person, or the API key. */
export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/v1/me',
  signedIn: openReason,
  summary: 'Reads the signed-in person.',
  reply: caller,
});

/**
 * The account of the `account-id` header, else the last chosen one, and all other accounts of the person. An API key
 * has one account.
 */
export const getMyTenancy = endpoint({
  name: 'getMyTenancy',
  method: 'GET',
  path: '/v1/me/tenancy',
  signedIn: openReason,
  summary: "Reads the caller's current account and the others.",
  reply: myTenancy,
});

/**
 * Chooses the account with which new tabs and devices begin. 403 `account_required` for an account of which the caller
 * is no member.
 */
export const setMyTenancy = endpoint({
  name: 'setMyTenancy',
  method: 'PUT',
  path: '/v1/me/tenancy',
  signedIn: openReason,
  summary: "Chooses the caller's current account.",
  body: z.strictObject({ accountID: requiredLine(100, 'Account is required') }),
  reply: myTenancy,
});

/** The caller's own record; 404 for anybody else (colleagues are team users of the account). */
export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/users/{userID}',
  signedIn: openReason,
  summary: 'Reads the caller.',
  reply: person,
});

const imageAddress = singleLine(2_000).refine(
  (text) => /^https:\/\/[^\s/?#.]+\.\S+$/.test(text) || /^\/v1\/files\/[a-z0-9_]+$/.test(text),
  {
    error: 'Image must be a valid web address',
  },
);

/** Changes the caller's own record; 409 `username_taken`. Only the named `preferences` change; null removes one. */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/v1/users/{userID}',
  signedIn: openReason,
  summary: 'Changes the caller.',
  touches: ['/v1/me'],
  body: z.strictObject({
    name: personName().optional(),
    username: username.nullable().optional(),
    image: imageAddress.nullable().optional(),
    colorScheme: colorScheme.optional(),
    preferences: z
      .record(
        z.string().regex(/^[A-Za-z][\w.-]{0,79}$/, {
          error: 'A preference is named with letters, digits, dots and dashes, a letter first',
        }),
        z.union([singleLine(500), z.number(), z.boolean(), z.null()]),
      )
      .refine((entries) => Object.keys(entries).length <= 50, { error: 'Must have at most 50 entries' })
      .optional(),
    version: z.int().optional(),
  }),
  reply: person,
});

/** How the caller is told in the current account, and the address of the mails. */
export const myNotifications = z.object({
  /** Address of this account's mails. */
  email: z.string(),
  preferences: z.array(notificationPreference),
});
export type MyNotifications = z.output<typeof myNotifications>;

const ownNotifications = 'Every member sees and sets how they are told, without any right on the team';

/** Reads how the caller wants to be told in the current account. 403 for API keys, which are told nothing. */
export const getMyNotifications = endpoint({
  name: 'getMyNotifications',
  method: 'GET',
  path: '/v1/me/notifications',
  signedIn: ownNotifications,
  customers: 'what they are mailed about',
  summary: 'Reads which notifications the caller wants.',
  reply: myNotifications,
});

/** Sets how the caller wants to be told in the current account. Kinds that are not named stay as they are. */
export const updateMyNotifications = endpoint({
  name: 'updateMyNotifications',
  method: 'PATCH',
  path: '/v1/me/notifications',
  signedIn: ownNotifications,
  customers: 'what they are mailed about',
  summary: 'Sets which notifications the caller wants.',
  body: z.strictObject({ preferences: notificationChoices }),
  reply: myNotifications,
});
