import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { idOf } from '../texts/id.ts';
import { requiredLine } from '../texts/text.ts';

/** Refusals of links in mails of the team. */
export const inboxProblems = defineProblems({
  unsubscribe_link_invalid: {
    status: 400,
    message: 'This link has run out or is not whole: sign in and choose your mails under Your profile',
  },
});

const entryID = idOf('ntf', 'Name an entry');
const own = 'Everyone of the team reads their own inbox';

/** An entry of the inbox: one notification, or several unread ones about the same matter within an hour. */
export const inboxEntry = z.object({
  /** Id of the newest notification of the entry. */
  id: z.string(),
  /** Code of the kind, as in the preferences. */
  kind: z.string(),
  title: z.string(),
  /**
   * Text of the newest notification. That of a comment is as it stands now, and empty once it is removed or where the
   * caller may not read the record any more.
   */
  text: z.string(),
  /** Number of notifications in the entry. */
  count: z.int(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
  record: z.object({ type: z.string(), id: z.string() }).nullable(),
  /** Screen to open; null where the caller may not read the record, or its plugin is switched off. */
  path: z.string().nullable(),
});
export type InboxEntry = z.output<typeof inboxEntry>;

/**
 * The caller's inbox, newest first. `cursor` is `next` of the page before; a text that is no entry is 400. 403 for API
 * keys, which have none.
 */
export const listInbox = endpoint({
  name: 'listInbox',
  method: 'GET',
  path: '/v1/me/inbox',
  signedIn: own,
  summary: 'Lists what the caller has been told.',
  query: z.strictObject({
    take: z.coerce.number().int().min(1).max(100).default(30),
    cursor: entryID.optional(),
    isUnread: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
  }),
  reply: z.object({
    items: z.array(inboxEntry),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

/**
 * The number of unread entries in the caller's inbox, at most 100, and of open tasks of the caller and of the caller's
 * role that are due by today.
 */
export const countInbox = endpoint({
  name: 'countInbox',
  method: 'GET',
  path: '/v1/me/inbox/count',
  signedIn: own,
  summary: 'Counts what the caller has not read and what is due.',
  reply: z.object({ unread: z.int(), tasksDue: z.int() }),
});

/** Marks entries of the caller's inbox as read. Unknown ids are skipped; 404 if there are no others. */
export const readInbox = endpoint({
  name: 'readInbox',
  method: 'POST',
  path: '/v1/me/inbox/actions/read',
  signedIn: own,
  summary: 'Marks entries as read.',
  touches: ['/v1/me/inbox'],
  body: z.strictObject({ ids: z.array(entryID).min(1, { error: 'Name an entry' }).max(100) }),
  reply: noContent,
});

/**
 * Marks all entries up to and including this one as read, so that one that has come meanwhile stays unread. A text that
 * is no entry is 400.
 */
export const readWholeInbox = endpoint({
  name: 'readWholeInbox',
  method: 'POST',
  path: '/v1/me/inbox/actions/read-all',
  signedIn: own,
  summary: 'Marks the whole inbox as read.',
  touches: ['/v1/me/inbox'],
  body: z.strictObject({ until: entryID }),
  reply: noContent,
});

const link = z.strictObject({ token: requiredLine(1_000, 'The link is not whole') });
const bearer = 'The link in the mail stands for whoever got it';

/** What a link in a mail switches off. 400 `unsubscribe_link_invalid`, also after 30 days. */
export const readUnsubscribeLink = endpoint({
  name: 'readUnsubscribeLink',
  method: 'POST',
  path: '/v1/unsubscribe/actions/read',
  public: bearer,
  summary: 'Reads what a link in a mail switches off.',
  body: link,
  reply: z.object({ accountName: z.string(), kind: z.string(), isOff: z.boolean() }),
  status: 200,
});

/**
 * Switches off the mails of a link's kind for its member, again as often as one likes. Mail programs send their one
 * click (RFC 8058) to the address in the mail, `/unsubscribe`, which calls this.
 */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/v1/unsubscribe/actions/confirm',
  public: bearer,
  summary: 'Switches off the mails of one kind by the link in a mail.',
  body: link,
  reply: noContent,
});
