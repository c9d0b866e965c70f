import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { listOf } from '../endpoints/list-query.ts';
import { requiredLine } from '../texts/text.ts';

/** Card payments, parcel carrier, shipping labels, and practice labels that no carrier accepts. */
export const integrationCodes = ['stripe', 'ups', 'shippo', 'practice_carrier'] as const;
export type IntegrationCode = (typeof integrationCodes)[number];

/**
 * A key in its provider's format: one of these prefixes, then letters, digits, `_` and `-`. This refuses a masked value
 * that is sent back.
 */
const keyWith = (label: string, prefixes: readonly [string, ...string[]]) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, { error: `${label} is required` })
    .max(500, { error: `${label} must be at most 500 characters` })
    .refine((value) => value === '' || prefixes.some((prefix) => value.startsWith(prefix)), {
      error: `${label} must start with ${prefixes.join(' or ')}`,
    })
    .refine(
      (value) => !prefixes.some((prefix) => value.startsWith(prefix) && !/^[\w-]+$/.test(value.slice(prefix.length))),
      {
        error: `${label} is not a whole key`,
      },
    );

const secretWord = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, { error: `${label} is required` })
    .max(500, { error: `${label} must be at most 500 characters` })
    .regex(/^[\x21-\x7e]*$/, { error: `${label} may hold letters, digits and signs only` });

/** Whether a key of the card provider takes money (`live`) or practices (`test`); undefined for other keys. */
export const cardKeyMode = (key: string | undefined): 'live' | 'test' | undefined =>
  /^[a-z]+_(live|test)_/.exec(key ?? '')?.[1] as 'live' | 'test' | undefined;

/** The message where one key is live and the other is for practice. */
export function mixedKeysFault(keys: { privateKey?: string; publishableKey?: string }): string | undefined {
  const [own, shown] = [cardKeyMode(keys.privateKey), cardKeyMode(keys.publishableKey)];
  return own && shown && own !== shown
    ? `This is a ${shown} key and the private key a ${own} key: both must be of the same mode`
    : undefined;
}

/** Credentials of each kind of integration (spec commerce section 3). */
export const integrationCredentials = {
  stripe: z.strictObject({
    privateKey: keyWith('Private key', ['sk_']),
    publishableKey: keyWith('Publishable key', ['pk_']),
    webhookSecret: keyWith('Webhook secret', ['whsec_']),
  }),
  ups: z.strictObject({
    clientId: secretWord('Client ID'),
    clientSecret: secretWord('Client secret'),
    accountNumber: secretWord('Account number'),
  }),
  shippo: z.strictObject({ apiKey: keyWith('API key', ['shippo_live_', 'shippo_test_']) }),
  practice_carrier: z.strictObject({}),
} as const;

/** An integration with masked credentials: no reply contains a secret. */
export const integration = z.object({
  id: z.string(),
  name: z.string(),
  code: z.enum(integrationCodes),
  isActive: z.boolean(),
  /** Masked value of each field: `sk_live_••••1234`. */
  credentials: z.record(z.string(), z.string()),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type IntegrationReply = z.output<typeof integration>;

const name = requiredLine(100, 'Name is required');
const isActive = z.boolean();

/** Integrations of the account, by name. */
export const listIntegrations = endpoint({
  name: 'listIntegrations',
  method: 'GET',
  path: '/v1/integrations',
  summary: 'Lists the integrations.',
  permission: 'integrations:read',
  reply: listOf(integration),
});

const create = <Code extends IntegrationCode>(code: Code) =>
  z.strictObject({
    name,
    code: z.literal(code),
    credentials: integrationCredentials[code],
    isActive: isActive.default(true),
  });

/** A new integration: name, code, its credentials and whether it is active. */
export const createIntegrationBody = z.discriminatedUnion(
  'code',
  [create('stripe'), create('ups'), create('shippo'), create('practice_carrier')],
  {
    error: (issue) =>
      issue.code === 'invalid_union' ? `Code must be one of ${integrationCodes.join(', ')}` : undefined,
  },
);

/** Adds an integration. The credentials are checked for the prefixes of their provider and encrypted. */
export const createIntegration = endpoint({
  name: 'createIntegration',
  method: 'POST',
  path: '/v1/integrations',
  summary: 'Adds an integration.',
  permission: 'integrations:create',
  body: createIntegrationBody,
  reply: integration,
});

/** Changes of an integration. */
export const updateIntegrationBody = z.strictObject({
  name: name.optional(),
  isActive: isActive.optional(),
  /** Credentials by field; each given one replaces the stored one. */
  credentials: z.record(z.string().max(50), z.string().max(600)).optional(),
  version: z.int().optional(),
});

/** Changes an integration; missing fields stay as they are. The code cannot change. */
export const updateIntegration = endpoint({
  name: 'updateIntegration',
  method: 'PUT',
  path: '/v1/integrations/{integrationID}',
  summary: 'Changes an integration.',
  permission: 'integrations:update',
  body: updateIntegrationBody,
  reply: integration,
});

/** Removes an integration with its credentials. */
export const deleteIntegration = endpoint({
  name: 'deleteIntegration',
  method: 'DELETE',
  path: '/v1/integrations/{integrationID}',
  summary: 'Removes an integration.',
  permission: 'integrations:delete',
  reply: noContent,
});

/** Publishable keys of the active card payment integrations, for checkout pages; these keys are public. */
export const listPublishableKeys = endpoint({
  name: 'listPublishableKeys',
  method: 'GET',
  path: '/v1/integrations/stripe/publishable-keys',
  summary: 'Lists the publishable keys of the card payment provider.',
  signedIn: 'Publishable keys are made to be seen by whoever pays',
  customers: 'the key that a card is paid with',
  reply: listOf(z.object({ integrationID: z.string(), name: z.string(), publishableKey: z.string() })),
});
