import { z } from 'zod';
import { currencyCode } from '../amounts/currency.ts';
import { binaryReply, endpoint, noContent } from '../endpoints/endpoint.ts';
import { listOf, pageQuery } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { declareStates, type StateOf } from '../records/states.ts';
import { hexColor } from '../texts/accent-color.ts';
import { addressInput, addressSnapshot } from '../texts/address.ts';
import { timeZone } from '../texts/date.ts';
import { emailAddress, phoneNumber, requiredLine, slug, webAddress } from '../texts/text.ts';
import { registrationFlowPublic } from './registration-flow.contract.ts';

/** Refusals of accounts and their hierarchy. */
export const accountProblems = defineProblems({
  parent_cycle: { status: 409, message: 'A customer cannot be above and below another one at once' },
});

const ownAccount = 'Every member sees the account they work in; another account is 404';

const canBeUsed = (use: () => unknown): boolean => {
  try {
    use();
    return true;
  } catch {
    return false;
  }
};

/** BCP 47 tag of a language and country, such as `en-US`. */
export const localeTag = z
  .string({ error: 'Must be a language tag such as en-US' })
  .max(35, { error: 'Must be a language tag such as en-US' })
  .refine((tag) => canBeUsed(() => Intl.getCanonicalLocales(tag)) && tag.length >= 2, {
    error: 'Must be a language tag such as en-US',
  });

/** Kinds of business of an account. */
export const accountTypes = ['manufacturer', 'distributor', 'both'] as const;

/** Profile of an account (spec commerce section 3). */
export const accountProfile = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** Absolute address or a path on this origin. */
  logoUrl: z.string().nullable(),
  /** The same value as `logoUrl`, under the name that the tenancy endpoints use. */
  logoURL: z.string().nullable(),
  /**
   * Color of buttons in the portal, public pages and mails: `#1c5d99`. A color too light for white text is darkened.
   */
  accentColor: z.string().nullable(),
  plan: z.enum(['free', 'pro']),
  type: z.enum(accountTypes),
  onboardingStatus: z.enum(['pending', 'complete']),
  currency: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  billToAddress: addressSnapshot.nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AccountProfile = z.output<typeof accountProfile>;

/**
 * Reads the profile of the caller's own account. Any other id is 404, also that of a customer or supplier, because
 * these have no such profile (ADR 0019).
 */
export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/v1/accounts/{accountID}',
  signedIn: ownAccount,
  customers: 'name, mark and currency of the house',
  summary: 'Reads the profile of the account.',
  reply: accountProfile,
});

/**
 * Changes of the profile. An account cannot change its plan. A `logoUrl` of null removes the logo, also an uploaded
 * one.
 */
export const accountPatch = z.strictObject({
  slug: slug.optional(),
  name: requiredLine(120, 'Account name is required').optional(),
  email: emailAddress.nullable().optional(),
  phone: phoneNumber.nullable().optional(),
  website: webAddress.nullable().optional(),
  logoUrl: webAddress.nullable().optional(),
  accentColor: hexColor.nullable().optional(),
  type: z.enum(accountTypes, { error: `Must be one of ${accountTypes.join(', ')}` }).optional(),
  onboardingStatus: z.enum(['pending', 'complete'], { error: 'Must be pending or complete' }).optional(),
  currency: currencyCode.optional(),
  timeZone: timeZone.optional(),
  locale: localeTag.optional(),
  billToAddress: addressInput.nullable().optional(),
  version: z.int().optional(),
});
export type AccountPatch = z.output<typeof accountPatch>;

/** Changes the profile; 409 `duplicate` for a slug that is taken. */
export const updateAccount = endpoint({
  name: 'updateAccount',
  method: 'PATCH',
  path: '/v1/accounts/{accountID}',
  permission: 'account:update',
  summary: 'Changes the profile of the account.',
  touches: ['/v1/me/tenancy'],
  body: accountPatch,
  reply: accountProfile,
});

/**
 * Uploads the logo: PNG, JPEG, WebP or GIF of at most 2 MB. The type is detected from the bytes. 503 `file_not_scanned`
 * while the scanner of the installation does not answer.
 */
export const setAccountPhoto = endpoint({
  name: 'setAccountPhoto',
  method: 'PUT',
  path: '/v1/accounts/{accountID}/photo',
  outside: true,
  permission: 'account:update',
  summary: 'Uploads the logo of the account.',
  touches: ['/v1/me/tenancy'],
  body: binaryReply('image/*'),
  reply: z.object({ photoUrl: z.string() }),
});

/** The public part of an account, readable by everyone (spec commerce section 3, Public account info). */
export const publicAccount = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  /** Dark enough for white text. */
  accentColor: z.string().nullable(),
  slug: z.string(),
  email: z.string().nullable(),
  billToAddress: addressSnapshot.nullable(),
  /** The active registration flow; null where customers cannot register. */
  customerRegistrationFlow: registrationFlowPublic.nullable(),
});
export type PublicAccount = z.output<typeof publicAccount>;

/** Looks an account up by its slug. */
export const getAccountBySlug = endpoint({
  name: 'getAccountBySlug',
  method: 'GET',
  path: '/v1/accounts/slug/{slug}',
  public: 'The registration page shows whose it is (spec commerce section 6)',
  summary: 'Looks an account up by its slug.',
  reply: publicAccount,
});

/** The uploaded logo. Its address contains the version `v`, so the answer may be cached. */
export const getAccountPhoto = endpoint({
  name: 'getAccountPhoto',
  method: 'GET',
  path: '/v1/accounts/slug/{slug}/photo',
  public: 'Logos are shown before anybody signs in and in mails',
  summary: 'Shows the logo of an account.',
  query: z.strictObject({ v: z.string().max(100).optional() }),
  reply: binaryReply('image/*'),
});

/** Hold statuses of a customer (spec commerce section 4). */
export const holdStates = declareStates('customer', {
  hold_all: {
    name: 'Hold all',
    tone: 'danger',
    description: 'No order is issued and nothing is shipped',
    is: ['held', 'holdsOrders'],
  },
  hold_shipment: {
    name: 'Hold shipment',
    tone: 'warning',
    description: 'Orders are issued, nothing is shipped',
    is: ['held'],
  },
  normal: { name: 'Normal', tone: 'neutral', description: 'Nothing is held', is: [] },
  preferred: { name: 'Preferred', tone: 'success', description: 'Nothing is held; served first', is: [] },
});
export type AccountStatusCode = StateOf<typeof holdStates>;

/** A hold status; its id is its code. */
export const accountStatus = z.object({
  id: holdStates.code,
  code: holdStates.code,
  name: z.string(),
  description: z.string(),
});
export type AccountStatus = z.output<typeof accountStatus>;

/** The hold statuses, the same in every account. */
export const accountStatuses: readonly AccountStatus[] = holdStates.codes.map((code) => ({
  id: code,
  code,
  name: holdStates.names[code],
  description: holdStates.declared[code].description,
}));

const sameEverywhere = 'The list is the same for everybody';

/** Lists the hold statuses. */
export const listAccountStatuses = endpoint({
  name: 'listAccountStatuses',
  method: 'GET',
  path: '/v1/account-statuses',
  signedIn: sameEverywhere,
  summary: 'Lists the hold statuses of customers.',
  reply: z.object({ items: z.array(accountStatus), count: z.number() }),
});

/** One hold status by its code. */
export const getAccountStatus = endpoint({
  name: 'getAccountStatus',
  method: 'GET',
  path: '/v1/account-statuses/{accountStatusID}',
  signedIn: sameEverywhere,
  summary: 'Reads a hold status of customers.',
  reply: accountStatus,
});

/** A customer that belongs to another one (spec commerce section 3). */
export const childAccount = z.object({
  id: z.string(),
  number: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
});
export type ChildAccount = z.output<typeof childAccount>;

/** Child accounts of a customer, sorted by name. */
export const listChildAccounts = endpoint({
  name: 'listChildAccounts',
  method: 'GET',
  path: '/v1/accounts/{accountID}/children',
  signedIn: 'Needs customers:read where commerce is installed; checked by the handler',
  summary: 'Lists the child accounts of a customer.',
  query: pageQuery,
  reply: listOf(childAccount),
});

/** Makes a customer the child of another one; 409 `parent_cycle` where the parent already is below the child. */
export const linkChildAccount = endpoint({
  name: 'linkChildAccount',
  method: 'PUT',
  path: '/v1/accounts/{accountID}/children/{childAccountID}',
  signedIn: 'Needs customers:update where commerce is installed; checked by the handler',
  summary: 'Makes a customer the child of another.',
  reply: childAccount,
});

/** Unlinks a child; both customers stay. */
export const unlinkChildAccount = endpoint({
  name: 'unlinkChildAccount',
  method: 'DELETE',
  path: '/v1/accounts/{accountID}/children/{childAccountID}',
  signedIn: 'Needs customers:update where commerce is installed; checked by the handler',
  summary: 'Unlinks a child account.',
  reply: noContent,
});
