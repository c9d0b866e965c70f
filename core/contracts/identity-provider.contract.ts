import { z } from 'zod';
import { givenPassword, signedInReply } from './auth.contract.ts';
import { endpoint, noContent } from './endpoint.ts';
import { defineProblems } from './problem.ts';
import { requiredLine, slug } from './text.ts';

/** Refusals of signing in through an account's own provider. */
export const providerProblems = defineProblems({
  provider_missing: { status: 404, message: 'No account of this name signs in through a provider of its own' },
  /** Its address leads nowhere, or inside this network; it does not answer, or not as a provider does. */
  provider_unavailable: { status: 409, message: 'The provider cannot be asked: check its address and the client' },
  provider_refused: { status: 401, message: 'The provider did not confirm this sign-in; begin again' },
  provider_busy: { status: 429, message: 'Many people are signing in through providers; try again in a moment' },
  provider_email_refused: {
    status: 403,
    message: 'The provider names no verified email of this account’s domains',
  },
  provider_link_needed: {
    status: 403,
    message: 'You have a sign-in already: use your password or passkey, and link the provider in your profile',
  },
  provider_no_member: { status: 403, message: 'You are no member of this account, and it takes nobody in by itself' },
  provider_person_of_others: {
    status: 403,
    message: 'You came in through the provider of one account. Sign in yourself for this',
  },
  provider_other_email: {
    status: 403,
    message: 'The provider names no verified email, or another one than yours: it is linked with its own people',
  },
  /** `details`: `name` and `value` of the TXT record, `found` what stands there. */
  domain_unproven: { status: 409, message: 'The domain does not say yet that it is this account’s' },
  domain_taken: { status: 409, message: 'Another account has proven this domain: it has to give it up first' },
  last_way_in: {
    status: 409,
    message: 'You sign in through this alone: choose a password or add a passkey first',
  },
  /** `details`: `account`, its short name. */
  provider_sign_in_required: {
    status: 403,
    message: 'This account is worked in after signing in through its provider',
  },
});

const account = slug;
const query = z
  .string({ error: 'The answer of the provider is required' })
  .max(8_000, { error: 'This is no answer of a provider' })
  .refine((text) => text.isWellFormed(), { error: 'This is no answer of a provider' });

/** Answers where to send the browser. 404 `provider_missing`, 409 `provider_unavailable`, 429. */
export const beginProviderSignIn = endpoint({
  name: 'beginProviderSignIn',
  method: 'POST',
  path: '/auth/actions/begin-provider-sign-in',
  public: 'Nobody is signed in yet; names of accounts are public',
  summary: "Begins a sign-in through an account's own provider.",
  body: z.strictObject({ account }),
  reply: z.object({ url: z.string() }),
});

/** Ends it with what the provider sent the browser back with (`code=...&state=...`), in the same browser. */
export const endProviderSignIn = endpoint({
  name: 'endProviderSignIn',
  method: 'POST',
  path: '/auth/actions/end-provider-sign-in',
  public: 'The answer of the provider is the proof',
  summary: "Ends a sign-in through an account's own provider.",
  body: z.strictObject({ query }),
  reply: signedInReply,
});

const own = 'Everyone may choose the ways in which they sign in';

/**
 * Links the caller with the provider of an account they work in: from then on it signs them in there. The provider has
 * to name their email. 400 `wrong_password`, 403 `provider_other_email`, `sign_in_again`, `session_unconfirmed`,
 * 409 `own_password_needed`.
 */
export const beginProviderLink = endpoint({
  name: 'beginProviderLink',
  method: 'POST',
  path: '/v1/me/provider-links/actions/begin',
  signedIn: own,
  summary: "Begins to link the caller with an account's provider.",
  body: z.strictObject({ account, password: givenPassword.optional() }),
  reply: z.object({ url: z.string() }),
});

/**
 * Takes the link away that the caller made. 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 404,
 * 409 `last_way_in`.
 */
export const removeProviderLink = endpoint({
  name: 'removeProviderLink',
  method: 'POST',
  path: '/v1/me/provider-links/actions/remove',
  signedIn: own,
  summary: "Unlinks the caller from an account's provider.",
  touches: ['/v1/me/second-factor'],
  body: z.strictObject({ account, password: givenPassword.optional() }),
  reply: z.object({ success: z.literal(true) }),
});

/** How the account stands with a domain whose emails its provider may name, and what the domain has to publish. */
export const domainProof = z.object({
  domain: z.string(),
  /** Null before its TXT record was found. */
  provenAt: z.string().nullable(),
  /** Until when it counts although it was never proven; null where it does not, or is proven. */
  countsUntil: z.string().nullable(),
  /** The TXT record. */
  record: z.object({ name: z.string(), value: z.string() }),
});
export type DomainProof = z.output<typeof domainProof>;

/** The account's provider; the secret is never shown. */
export const identityProvider = z.object({
  issuer: z.string(),
  clientID: z.string(),
  domains: z.array(z.string()),
  /** In the order of the domains. */
  proofs: z.array(domainProof),
  roleClaim: z.string().nullable(),
  roles: z.array(z.object({ value: z.string(), roleID: z.string() })),
  usualRoleID: z.string().nullable(),
  isEnabled: z.boolean(),
  isOnlyWay: z.boolean(),
  version: z.number(),
});
export type IdentityProviderView = z.output<typeof identityProvider>;

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
    error: 'Must be a domain such as example.com',
  });

/**
 * Settings of the provider, with the password of the administrator who sets it. `clientSecret` may be left out where
 * one is stored.
 */
export const identityProviderInput = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/, error: 'Must be an address such as https://login.example.com' })
      .max(500)
      .refine((text) => !/[?#]/.test(text), { error: 'An issuer has no query and no fragment' }),
    clientID: requiredLine(200, 'Client ID is required'),
    clientSecret: requiredLine(500, 'Client secret is required').optional(),
    domains: z.array(domain).min(1, { error: 'List at least one domain' }).max(50),
    roleClaim: requiredLine(100, 'Claim is required').nullable().optional(),
    roles: z
      .array(
        z.strictObject({ value: requiredLine(200, 'Value is required'), roleID: requiredLine(60, 'Role is required') }),
      )
      .max(100)
      .optional(),
    usualRoleID: requiredLine(60, 'Role is required').nullable().optional(),
    isEnabled: z.boolean(),
    isOnlyWay: z.boolean(),
    password: givenPassword.optional(),
    version: z.int().optional(),
  })
  .refine(({ isEnabled, isOnlyWay }) => isEnabled || !isOnlyWay, {
    path: ['isOnlyWay'],
    error: 'A provider that is off cannot be the only way in',
  });

export const getIdentityProvider = endpoint({
  name: 'getIdentityProvider',
  method: 'GET',
  path: '/v1/security/identity-provider',
  permission: 'security:read',
  summary: "Reads the account's own sign-in provider.",
  reply: z.object({ provider: identityProvider.nullable(), callbackURL: z.string() }),
});

/**
 * For administrators in person: 403 to keys and other roles, 400 `wrong_password`. 400 for roles that are not to be
 * given, 409 `provider_unavailable` where the issuer does not answer, or names endpoints that are not https.
 */
export const setIdentityProvider = endpoint({
  name: 'setIdentityProvider',
  method: 'PUT',
  path: '/v1/security/identity-provider',
  permission: 'security:update',
  summary: "Sets the account's own sign-in provider.",
  body: identityProviderInput,
  reply: identityProvider,
});

/**
 * Looks for the TXT record of a domain and takes it as proof. For administrators in person. 409 `domain_unproven` with
 * what to publish and what was found, `domain_taken`.
 */
export const proveDomain = endpoint({
  name: 'proveDomain',
  method: 'POST',
  path: '/v1/security/identity-provider/actions/prove',
  permission: 'security:update',
  summary: 'Proves by DNS that an email domain is the account’s.',
  body: z.strictObject({ domain }),
  reply: domainProof,
});

/** The password of the administrator who removes it. */
export const identityProviderRemoval = z.strictObject({ password: givenPassword.optional() });

/** For administrators in person: 403 to keys and other roles, 400 `wrong_password`. */
export const removeIdentityProvider = endpoint({
  name: 'removeIdentityProvider',
  method: 'DELETE',
  path: '/v1/security/identity-provider',
  permission: 'security:delete',
  summary: "Removes the account's own sign-in provider.",
  body: identityProviderRemoval.optional(),
  reply: noContent,
});
