import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { permissionVerbs } from '../plugins/permission.ts';
import { declareStates, type StateOf } from '../records/states.ts';
import { isoDateTime } from '../texts/date.ts';
import { ipNetwork } from '../texts/ip-network.ts';
import { requiredLine } from '../texts/text.ts';

/** Refusals of API keys. */
export const apiKeyProblems = defineProblems({
  /** `details`: `address`, the address of the caller. */
  key_network_refused: { status: 403, message: 'This API key is not used from this network' },
});

/** Statuses of a key: the server refuses `expired` and `revoked` keys. */
export const apiKeyStates = declareStates('api_key', {
  active: { name: 'Active', tone: 'success', is: ['active', 'kept'] },
  expired: { name: 'Expired', tone: 'warning', is: ['expired', 'kept'] },
  revoked: { name: 'Revoked', tone: 'danger', is: ['revoked'] },
});
export type ApiKeyStatus = StateOf<typeof apiKeyStates>;

/** A key that lets a program work in the account; the header `x-api-key` carries its id. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the secret. */
  secretHint: z.string(),
  /** Permission codes: `sales_orders:read`. */
  scopes: z.array(z.string()),
  status: apiKeyStates.code,
  /** Addresses and networks from which the key may be used; an empty list allows all. */
  networks: z.array(z.string()),
  expiresAt: z.string().nullable(),
  /** Time of the last use, rounded to the minute. */
  lastUsedAt: z.string().nullable(),
  rotatedAt: z.iso.datetime().nullable(),
  /** End of the time in which the secret before the last rotation also works. */
  previousExpiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdBy: z.string(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ApiKeyView = z.output<typeof apiKey>;

/** A key with its secret (header `x-auth-secret`). The secret is shown only once. */
export const apiKeyWithSecret = apiKey.extend({ secret: z.string() });

const scope = z
  .string()
  .max(120)
  .regex(new RegExp(`^[a-z][a-z0-9_]*:(${permissionVerbs.join('|')})$`), {
    error: 'A scope is a permission such as sales_orders:read',
  });

/** A new key. Scopes must be rights of the caller. */
export const apiKeyInput = z.strictObject({
  name: requiredLine(80, 'Name is required'),
  scopes: z.array(scope).min(1, { error: 'Choose at least one scope' }).max(500),
  /** An instant in the future; without it the key does not expire. */
  expiresAt: isoDateTime.nullable().optional(),
  /** Requests from other addresses are refused with `key_network_refused`; an empty list allows all. */
  networks: z.array(ipNetwork).max(50, { error: 'Must have at most 50 networks' }).optional(),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

/** Lists the account's keys, including revoked ones. */
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
 * Creates a key. The reply contains the secret, which cannot be shown again. 403 `cannot_grant` for rights that the
 * caller lacks.
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

/** Changes name, scopes, networks or expiry of a key. */
export const updateApiKey = endpoint({
  name: 'updateApiKey',
  method: 'PATCH',
  path: '/v1/api-keys/{apiKeyID}',
  permission: 'api_keys:update',
  summary: 'Changes an API key.',
  body: apiKeyInput.partial().extend({ version: z.int().optional() }),
  reply: apiKey,
});

/** Deletes a key; its next request is refused. */
export const deleteApiKey = endpoint({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/v1/api-keys/{apiKeyID}',
  permission: 'api_keys:delete',
  summary: 'Deletes an API key.',
  reply: noContent,
});

/** Hours in which the secret before the rotation still works. */
export const rotateApiKeyBody = z.strictObject({
  overlapHours: z
    .int({ error: 'Must be a whole number of hours from 0 to 168' })
    .min(0, { error: 'Must be a whole number of hours from 0 to 168' })
    .max(168, { error: 'Must be a whole number of hours from 0 to 168' })
    .default(24),
});

/** Gives a key a new secret. The old secret works for `overlapHours` more (default 24; 0 ends it at once). */
export const rotateApiKey = endpoint({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/v1/api-keys/{apiKeyID}/actions/rotate',
  permission: 'api_keys:update',
  summary: 'Gives an API key a new secret.',
  body: rotateApiKeyBody,
  reply: apiKeyWithSecret,
});

/** Revokes a key at once and permanently; the key stays in the list. */
export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'POST',
  path: '/v1/api-keys/{apiKeyID}/actions/revoke',
  permission: 'api_keys:update',
  summary: 'Ends an API key.',
  reply: apiKey,
});
