import { z } from 'zod';
import { isoDateTime } from './date.ts';
import { endpoint, noContent } from './endpoint.ts';
import { ipNetwork } from './ip-network.ts';
import { filterValue, listOf, listQuery } from './list-query.ts';
import { permissionVerbs } from './permission.ts';
import { defineProblems } from './problem.ts';
import { declareStates, type StateOf } from './states.ts';
import { requiredLine } from './text.ts';

/** Refusals of API keys. */
export const apiKeyProblems = defineProblems({
  /** `details`: `address`, where the request came from. */
  key_network_refused: { status: 403, message: 'This API key is not used from this network' },
});

/** Where a key stands: `expired` and `revoked` keys are refused. */
export const apiKeyStates = declareStates('api_key', {
  active: { name: 'Active', tone: 'success', is: ['active', 'kept'] },
  expired: { name: 'Expired', tone: 'warning', is: ['expired', 'kept'] },
  revoked: { name: 'Revoked', tone: 'danger', is: ['revoked'] },
});
export type ApiKeyStatus = StateOf<typeof apiKeyStates>;

/** A key with which a program works in the account; `x-api-key` is its id. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the secret. */
  secretHint: z.string(),
  /** Permission codes: `sales_orders:read`. */
  scopes: z.array(z.string()),
  status: apiKeyStates.code,
  /** Addresses and networks that it is used from; empty for everywhere. */
  networks: z.array(z.string()),
  expiresAt: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
  rotatedAt: z.string().nullable(),
  /** Until then the secret before the last rotation works too. */
  previousExpiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdBy: z.string(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ApiKeyView = z.output<typeof apiKey>;

/** A key with its secret (`x-auth-secret`), which is shown this once. */
export const apiKeyWithSecret = apiKey.extend({ secret: z.string() });

const scope = z
  .string()
  .max(120)
  .regex(new RegExp(`^[a-z][a-z0-9_]*:(${permissionVerbs.join('|')})$`), {
    error: 'A scope is a permission such as sales_orders:read',
  });

/** A new key. Scopes are rights that the caller has. */
export const apiKeyInput = z.strictObject({
  name: requiredLine(80, 'Name is required'),
  scopes: z.array(scope).min(1, { error: 'Choose at least one scope' }).max(500),
  /** In the future; a key without it does not expire. */
  expiresAt: isoDateTime.nullable().optional(),
  /** From elsewhere the key is refused with `key_network_refused`; empty for everywhere. */
  networks: z.array(ipNetwork).max(50, { error: 'Must have at most 50 networks' }).optional(),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

/** Lists the account's keys, revoked ones too. */
export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/v1/api-keys',
  permission: 'api_keys:read',
  summary: 'Lists the API keys.',
  query: listQuery({
    sortBy: ['name', 'createdAt', 'lastUsedAt', 'expiresAt'],
    filters: { status: filterValue(apiKeyStates.code) },
  }),
  reply: listOf(apiKey),
});

/**
 * Makes a key; the answer holds the secret, which cannot be shown again. 403 `cannot_grant` for rights the caller
 * lacks.
 */
export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/api-keys',
  permission: 'api_keys:create',
  summary: 'Makes an API key; the answer is the only one with its secret.',
  body: apiKeyInput,
  reply: apiKeyWithSecret,
});

/** Reads a key, without its secret. */
export const getApiKey = endpoint({
  name: 'getApiKey',
  method: 'GET',
  path: '/v1/api-keys/{apiKeyID}',
  permission: 'api_keys:read',
  summary: 'Reads an API key.',
  reply: apiKey,
});

/** Renames a key or changes its scopes and end. */
export const updateApiKey = endpoint({
  name: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/{apiKeyID}',
  permission: 'api_keys:update',
  summary: 'Changes an API key.',
  body: apiKeyInput.partial().extend({ version: z.int().optional() }),
  reply: apiKey,
});

/** Deletes a key; it is refused from then on. */
export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/v1/api-keys/{apiKeyID}',
  permission: 'api_keys:delete',
  summary: 'Deletes an API key.',
  reply: noContent,
});

/** How long the secret before the rotation goes on working. */
export const rotateApiKeyBody = z.strictObject({
  overlapHours: z
    .int({ error: 'Must be a whole number of hours from 0 to 168' })
    .min(0, { error: 'Must be a whole number of hours from 0 to 168' })
    .max(168, { error: 'Must be a whole number of hours from 0 to 168' })
    .default(24),
});

/** Gives a key a new secret; the old one works for `overlapHours` more (default 24, 0 ends it at once). */
export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/v1/api-keys/{apiKeyID}/actions/rotate',
  permission: 'api_keys:update',
  summary: 'Gives an API key a new secret.',
  body: rotateApiKeyBody,
  reply: apiKeyWithSecret,
});

/** Ends a key at once, for good; it stays in the list. */
export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'POST',
  path: '/v1/api-keys/{apiKeyID}/actions/revoke',
  permission: 'api_keys:update',
  summary: 'Ends an API key.',
  reply: apiKey,
});
