import { z } from 'zod';
import { colorScheme, person, username } from './auth.contract.ts';
import { endpoint } from './endpoint.ts';
import { notificationChoices, notificationPreference } from './member.contract.ts';
import { roleTypes } from './permission.ts';
import { requiredLine, singleLine } from './text.ts';

const own = 'Everyone may see and change themselves';

/** The account a person works in, with their role there (spec commerce section 3, Tenancy). */
export const currentAccount = z.object({
  /** `acc_...` */
  id: z.string(),
  name: z.string(),
  /** Name of the person's role in it. */
  role: z.string(),
  /** Type of that role. */
  roleType: z.enum(roleTypes),
  /** What the business does: manufacturer, distributor, both. */
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
});
export type CurrentAccount = z.output<typeof currentAccount>;

/** Null for a person without any account. */
export const myTenancy = z
  .object({
    currentAccount: currentAccount.nullable(),
    /** By name. */
    availableAccounts: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  })
  .nullable();
export type MyTenancy = z.output<typeof myTenancy>;

/** Who calls: a person, or an API key, which has no address and whose `id` and `name` are those of the key. */
export const caller = person.extend({ type: z.enum(['user', 'api_key']) });
export type Caller = z.output<typeof caller>;

/** The signed-in person, or the API key. */
export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/v1/me',
  signedIn: own,
  summary: 'Reads the signed-in person.',
  reply: caller,
});

/**
 * The account of the `account-id` header, else the one chosen last, and all others of the person; of an API key its one
 * account.
 */
export const getMyTenancy = endpoint({
  name: 'getMyTenancy',
  method: 'GET',
  path: '/v1/me/tenancy',
  signedIn: own,
  summary: "Reads the caller's current account and the others.",
  reply: myTenancy,
});

/**
 * Makes an account the one that new tabs and devices begin with. 403 `account_required` for an account one is no member
 * of.
 */
export const setMyTenancy = endpoint({
  name: 'setMyTenancy',
  method: 'PUT',
  path: '/v1/me/tenancy',
  signedIn: own,
  summary: "Chooses the caller's current account.",
  body: z.strictObject({ accountID: requiredLine(100, 'Account is required') }),
  reply: myTenancy,
});

/** One's own record; anybody else's is 404 here (colleagues are team users of the account). */
export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/users/{userID}',
  signedIn: own,
  summary: 'Reads the caller.',
  reply: person,
});

const imageAddress = singleLine(2_000).refine(
  (text) => /^https:\/\/[^\s/?#.]+\.\S+$/.test(text) || /^\/v1\/files\/[a-z0-9_]+$/.test(text),
  {
    error: 'Image must be a valid web address',
  },
);

/** Changes one's own record; 409 `username_taken`. In `preferences` the named entries change and null removes one. */
export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/v1/users/{userID}',
  signedIn: own,
  summary: 'Changes the caller.',
  touches: ['/v1/me'],
  body: z.strictObject({
    name: requiredLine(120, 'Name is required').optional(),
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

/** Which mails the caller gets from the account they work in, and where. */
export const myNotifications = z.object({
  /** Address the mails of this account go to. */
  email: z.string(),
  preferences: z.array(notificationPreference),
});
export type MyNotifications = z.output<typeof myNotifications>;

const ownNotifications = 'Every member sees and sets which mails they get, without any right on the team';

/** Reads which mails the caller wants from the current account. 403 for API keys, which get none. */
export const getMyNotifications = endpoint({
  name: 'getMyNotifications',
  method: 'GET',
  path: '/v1/me/notifications',
  signedIn: ownNotifications,
  customers: 'what they are mailed about',
  summary: 'Reads which mails the caller wants.',
  reply: myNotifications,
});

/** Sets which mails the caller wants from the current account; kinds that are not named stay. */
export const updateMyNotifications = endpoint({
  name: 'updateMyNotifications',
  method: 'PATCH',
  path: '/v1/me/notifications',
  signedIn: ownNotifications,
  customers: 'what they are mailed about',
  summary: 'Sets which mails the caller wants.',
  body: z.strictObject({ preferences: notificationChoices }),
  reply: myNotifications,
});
