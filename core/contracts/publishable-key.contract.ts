import { z } from 'zod';
import { endpoint, noContent } from './endpoint.ts';
import { filterValue, listOf, listQuery } from './list-query.ts';
import { defineProblems } from './problem.ts';
import { declareStates, type StateOf } from './states.ts';
import { requiredLine } from './text.ts';
import { anyWidget, widgetPath } from './widget.ts';

/** Where a key stands: an `ending` one was rotated and works until its end; `ended` and `revoked` ones are refused. */
export const publishableKeyStates = declareStates('publishable_key', {
  active: { name: 'Active', tone: 'success', is: ['active', 'working'] },
  ending: { name: 'Ending', tone: 'warning', is: ['ending', 'working'] },
  ended: { name: 'Ended', tone: 'neutral', is: ['ended'] },
  revoked: { name: 'Revoked', tone: 'danger', is: ['revoked'] },
});
export type PublishableKeyStatus = StateOf<typeof publishableKeyStates>;

/** Refusals of the door through which widgets come in. */
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
/** Ports that browsers leave out of an origin. */
const usualPort: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** An origin exactly as browsers send it: scheme, host in lower case, port unless it is the usual one. */
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

/** A key that stands readable in web pages; it opens widgets on the listed sites and nothing else. */
const publishableKey = z.object({
  /** The key itself: the value of the attribute `publishable-key`. */
  id: z.string(),
  name: z.string(),
  /** Origins of the pages that may use it. */
  origins: z.array(z.string()),
  /** Names of the widgets that it opens. */
  widgets: z.array(z.string()),
  status: publishableKeyStates.code,
  /** When a rotated key ends. */
  expiresAt: z.string().nullable(),
  /** The key that a rotation put in its place. */
  replacedByID: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  createdBy: z.string(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PublishableKeyView = z.output<typeof publishableKey>;

/** A new key: a name for people, where it may be used, and for what. */
export const publishableKeyInput = z.strictObject({ name: requiredLine(80, 'Name is required'), origins, widgets });
export type PublishableKeyInput = z.output<typeof publishableKeyInput>;

/** Lists the account's publishable keys, ended and revoked ones too. */
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

/** Makes a key. */
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

/** How long the key before the rotation goes on working. */
export const rotatePublishableKeyBody = z.strictObject({
  overlapHours: z.int(overlap).min(0, overlap).max(720, overlap).default(168),
});

/**
 * Makes a new key with the same name, sites and widgets; the old one works for `overlapHours` more (0 ends it at once).
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

/** Ends a key at once, for good; it stays in the list. */
export const revokePublishableKey = endpoint({
  name: 'revokePublishableKey',
  method: 'POST',
  path: '/v1/publishable-keys/{publishableKeyID}/actions/revoke',
  permission: 'api_keys:update',
  summary: 'Ends a publishable key.',
  reply: publishableKey,
});

/** Deletes a key; it is refused from then on. */
export const deletePublishableKey = endpoint({
  name: 'deletePublishableKey',
  method: 'DELETE',
  path: '/v1/publishable-keys/{publishableKeyID}',
  permission: 'api_keys:delete',
  summary: 'Deletes a publishable key.',
  reply: noContent,
});

/** A widget that the account may put on its pages. */
const offeredWidget = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** Tag of its custom element. */
  element: z.string(),
});
export type OfferedWidget = z.output<typeof offeredWidget>;

/** Lists the widgets of the plugins that are enabled. */
export const listWidgets = endpoint({
  name: 'listWidgets',
  method: 'GET',
  path: '/v1/widgets',
  permission: 'api_keys:read',
  summary: 'Lists the widgets for other sites.',
  reply: z.object({
    items: z.array(offeredWidget),
    /** Address of the script that a page with widgets includes. */
    loaderURL: z.string(),
  }),
});

/**
 * What a key opens on the page that asks. A widget that was refused asks here for the reason: refusals of a GET may be
 * read from everywhere, while a refused preflight tells scripts nothing.
 */
export const getWidgetAccess = endpoint({
  name: 'getWidgetAccess',
  method: 'GET',
  path: `${widgetPath}/access`,
  widget: anyWidget,
  summary: 'Says what a publishable key opens.',
  reply: z.object({ widgets: z.array(z.string()) }),
});
