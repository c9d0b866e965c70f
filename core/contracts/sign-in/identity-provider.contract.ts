import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { requiredLine, slug } from '../texts/text.ts';
import { givenPassword, signedInReply } from './auth.contract.ts';

/** Refusals of signing in through an account's own provider. */
export const providerProblems = defineProblems({
  provider_missing: { status: 404, message: 'No account of this name signs in through a provider of its own' },
  /** The provider's address is unknown or inside this network, or the provider does not respond like one. */
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
  /** `details`: `name` and `value` of the expected TXT record, and `found`, the existing values. */
  domain_unproven: { status: 409, message: 'The domain does not say yet that it is this account’s' },
  domain_taken: { status: 409, message: 'Another account has proven this domain: it has to give it up first' },
  last_way_in: {
    status: 409,
    message: 'You sign in through this alone: choose a password or add a passkey first',
  },
  /** `details`: `account`, its slug. */
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

/**
 * Begins a sign-in; the reply has the address to which the browser goes. 404 `provider_missing`, 409
 * `provider_unavailable`, 429.
 */
export const beginProviderSignIn = endpoint({
  name: 'beginProviderSignIn',
  method: 'POST',
  path: '/auth/actions/begin-provider-sign-in',
  public: 'Nobody is signed in yet; names of accounts are public',
  summary: "Begins a sign-in through an account's own provider.",
  body: z.strictObject({ account }),
  reply: z.object({ url: z.string() }),
});

/** Completes the sign-in with the provider's parameters (`code=...&state=...`), in the same browser. */
export const endProviderSignIn = endpoint({
  name: 'endProviderSignIn',
  method: 'POST',
  path: '/auth/actions/end-provider-sign-in',
  public: 'The answer of the provider is the proof',
  summary: "Ends a sign-in through an account's own provider.",
  body: z.strictObject({ query }),
  reply: signedInReply,
});

const openReason = 'Everyone may choose the ways in which they sign in';

/**
 * Links the caller to the provider of an account in which they work; from then on the provider signs them in there. The
 * provider must confirm the caller's email. 400 `wrong_password`, 403 `provider_other_email`, `sign_in_again`,
 * `session_unconfirmed`, 409 `own_password_needed`.
 */
export const beginProviderLink = endpoint({
  name: 'beginProviderLink',
  method: 'POST',
  path: '/v1/me/provider-links/actions/begin',
  signedIn: openReason,
  summary: "Begins to link the caller with an account's provider.",
  body: z.strictObject({ account, password: givenPassword.optional() }),
  reply: z.object({ url: z.string() }),
});

/**
 * Removes the caller's own link. 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 404, 409
 * `last_way_in`.
 */
export const removeProviderLink = endpoint({
  name: 'removeProviderLink',
  method: 'POST',
  path: '/v1/me/provider-links/actions/remove',
  signedIn: openReason,
  summary: "Unlinks the caller from an account's provider.",
  touches: ['/v1/me/second-factor'],
  body: z.strictObject({ account, password: givenPassword.optional() }),
  reply: z.object({ success: z.literal(true) }),
});

/** A domain whose emails the provider may confirm: its proof, and the record that the domain has to publish. */
export const domainProof = z.object({
  domain: z.string(),
  /** Time at which the TXT record was found; null before. */
  provenAt: z.string().nullable(),
  /** End of the time in which the domain counts without proof; null where it does not, or is proven. */
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
 * Settings of the provider, with the password of the administrator. `clientSecret` may be left out if one is stored.
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
 * Sets the provider. Only for administrators in person: 403 for keys and other roles, 400 `wrong_password`. 400 for
 * roles that a provider cannot assign, 409 `provider_unavailable` where the issuer does not respond or its endpoints
 * are not https.
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
 * Looks up the TXT record of a domain and records the proof. Only for administrators in person. 409 `domain_unproven`
 * with the expected and the found values, 409 `domain_taken`.
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

/** The password of the administrator. */
export const identityProviderRemoval = z.strictObject({ password: givenPassword.optional() });

/** Removes the provider. Only for administrators in person: 403 for keys and other roles, 400 `wrong_password`. */
export const removeIdentityProvider = endpoint({
  name: 'removeIdentityProvider',
  method: 'DELETE',
  path: '/v1/security/identity-provider',
  permission: 'security:delete',
  summary: "Removes the account's own sign-in provider.",
  body: identityProviderRemoval.optional(),
  reply: noContent,
});
