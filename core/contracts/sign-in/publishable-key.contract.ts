import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { filterValue, listOf, listQuery } from '../endpoints/list-query.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { anyWidget, widgetPath } from '../plugins/widget.ts';
import { declareStates, type StateOf } from '../records/states.ts';
import { requiredLine } from '../texts/text.ts';

/**
 * Statuses of a key. An `ending` key was rotated and works until its expiry; `ended` and `revoked` keys are refused.
 */
export const publishableKeyStates = declareStates('publishable_key', {
  active: { name: 'Active', tone: 'success', is: ['active', 'working'] },
  ending: { name: 'Ending', tone: 'warning', is: ['ending', 'working'] },
  ended: { name: 'Ended', tone: 'neutral', is: ['ended'] },
  revoked: { name: 'Revoked', tone: 'danger', is: ['revoked'] },
});
export type PublishableKeyStatus = StateOf<typeof publishableKeyStates>;

/** Refusals of requests from widgets. */
export const publishableKeyProblems = defineProblems({
  publishable_key_refused: { status: 401, message: 'This key is not known or has ended' },
  origin_refused: { status: 403, message: 'This site may not use the key' },
  widget_refused: { status: 403, message: 'The key does not open this widget' },
  widget_signed_out: { status: 401, message: 'Sign in again to go on' },
});

const isOrigin = (text: string): boolean => {
  const match = /^(https?):\/\/([^/?#@\s\\]+)$/.exec(text);
  if (!match) return false;
  const [, scheme = '', host = ''] = match;
  const named =
    /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(?::(\d{1,5}))?$/.exec(host);
  if (!named) return false;
  const port = named[5];
  if (port === undefined) return true;
  return port === String(Number(port)) && Number(port) > 0 && Number(port) < 65_536 && port !== usualPort[scheme];
};
/** Default ports, which browsers omit from an origin. */
const usualPort: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** An origin as browsers send it: scheme, host in lower case, and the port unless it is the default. */
export const webOrigin = z
  .string({ error: 'Must be text' })
  .trim()
  .max(260, { error: 'Must be at most 260 characters' })
  .refine(isOrigin, {
    error: 'Must be a whole origin such as https://www.example.com: no path, no wildcard, lower case',
  });

const origins = z.array(webOrigin).min(1, { error: 'List at least one site' }).max(50, { error: 'At most 50 sites' });

const widgets = z
  .array(
    z
      .string()
      .max(60)
      .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, { error: 'A widget is named like order-status' }),
  )
  .min(1, { error: 'Choose at least one widget' })
  .max(50);

/** A key that is readable in web pages. It only opens its widgets on the listed sites. */
const publishableKey = z.object({
  /** The key itself: the value of the attribute `publishable-key`. */
  id: z.string(),
  name: z.string(),
  /** Origins of the pages that may use it. */
  origins: z.array(z.string()),
  /** Names of the widgets that the key opens. */
  widgets: z.array(z.string()),
  status: publishableKeyStates.code,
  /** Expiry of a rotated key. */
  expiresAt: z.string().nullable(),
  /** The key that replaced this one by rotation. */
  replacedByID: z.string().nullable(),
  /** Time of the last use, rounded to the minute. */
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdBy: z.string(),
  version: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PublishableKeyView = z.output<typeof publishableKey>;

/** A new key: name, origins and widgets. */
export const publishableKeyInput = z.strictObject({ name: requiredLine(80, 'Name is required'), origins, widgets });
export type PublishableKeyInput = z.output<typeof publishableKeyInput>;

/** Lists the account's publishable keys, including ended and revoked ones. */
export const listWidgetPublishableKeys = endpoint({
  name: 'listWidgetPublishableKeys',
  method: 'GET',
  path: '/v1/publishable-keys',
  permission: 'api_keys:read',
  summary: 'Lists the publishable keys.',
  query: listQuery({
    sortBy: ['name', 'createdAt', 'lastUsedAt'],
    filters: {
      status: filterValue(publishableKeyStates.code),
    },
  }),
  reply: listOf(publishableKey),
});

/** Creates a key. */
export const createPublishableKey = endpoint({
  name: 'createPublishableKey',
  method: 'POST',
  path: '/v1/publishable-keys',
  permission: 'api_keys:create',
  summary: 'Makes a publishable key.',
  body: publishableKeyInput,
  reply: publishableKey,
});

/** Reads a key. */
export const getPublishableKey = endpoint({
  name: 'getPublishableKey',
  method: 'GET',
  path: '/v1/publishable-keys/{publishableKeyID}',
  permission: 'api_keys:read',
  summary: 'Reads a publishable key.',
  reply: publishableKey,
});

/** Renames a key or changes its sites and widgets. */
export const updatePublishableKey = endpoint({
  name: 'updatePublishableKey',
  method: 'PATCH',
  path: '/v1/publishable-keys/{publishableKeyID}',
  permission: 'api_keys:update',
  summary: 'Changes a publishable key.',
  body: publishableKeyInput.partial().extend({ version: z.int().optional() }),
  reply: publishableKey,
});

const overlap = { error: 'Must be a whole number of hours from 0 to 720' };

/** Hours in which the key before the rotation still works. */
export const rotatePublishableKeyBody = z.strictObject({
  overlapHours: z.int(overlap).min(0, overlap).max(720, overlap).default(168),
});

/**
 * Creates a new key with the same name, sites and widgets. The old key works for `overlapHours` more (0 ends it at
 * once).
 */
export const rotatePublishableKey = endpoint({
  name: 'rotatePublishableKey',
  method: 'POST',
  path: '/v1/publishable-keys/{publishableKeyID}/actions/rotate',
  permission: 'api_keys:update',
  summary: 'Puts a new publishable key in the place of one.',
  body: rotatePublishableKeyBody,
  reply: publishableKey,
});

/** Revokes a key at once and permanently; it stays in the list. */
export const revokePublishableKey = endpoint({
  name: 'revokePublishableKey',
  method: 'POST',
  path: '/v1/publishable-keys/{publishableKeyID}/actions/revoke',
  permission: 'api_keys:update',
  summary: 'Ends a publishable key.',
  reply: publishableKey,
});

/** Deletes a key; its next request is refused. */
export const deletePublishableKey = endpoint({
  name: 'deletePublishableKey',
  method: 'DELETE',
  path: '/v1/publishable-keys/{publishableKeyID}',
  permission: 'api_keys:delete',
  summary: 'Deletes a publishable key.',
  reply: noContent,
});

/** A widget that the account can put on its pages. */
const offeredWidget = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Tag name of its custom element. */
  element: z.string(),
});
export type OfferedWidget = z.output<typeof offeredWidget>;

/** Lists the widgets of the enabled plugins. */
export const listWidgets = endpoint({
  name: 'listWidgets',
  method: 'GET',
  path: '/v1/widgets',
  permission: 'api_keys:read',
  summary: 'Lists the widgets for other sites.',
  reply: z.object({
    items: z.array(offeredWidget),
    /** Address of the script that pages with widgets include. */
    loaderURL: z.string(),
  }),
});

/**
 * The widgets that a key opens on the requesting page. A refused widget calls this to learn the reason: any site may
 * read the refusal of this GET, while a refused preflight tells scripts nothing.
 */
export const getWidgetAccess = endpoint({
  name: 'getWidgetAccess',
  method: 'GET',
  path: `${widgetPath}/access`,
  widget: anyWidget,
  summary: 'Says what a publishable key opens.',
  reply: z.object({ widgets: z.array(z.string()) }),
});
