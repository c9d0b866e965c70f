import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A field that an action changed; values as they were shown, null where there was none. */
export const timelineChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** Who did it: a person, an API key, or the system (jobs, imports). */
const timelineActor = z.object({
  id: z.string().nullable(),
  name: z.string(),
  type: z.enum(['user', 'api_key', 'system']),
});

/** One entry of a record's history. */
export const timelineEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: timelineActor,
  /** Past-tense code: `created`, `updated`, `status_changed`, `line_added`, `email_sent`. */
  action: z.string(),
  changes: z.array(timelineChange),
  note: z.string().nullable(),
  kind: z.enum(['audit', 'email']),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/**
 * History of a record, newest first. `type` and `id` name it as in its plugin's records; the right to read the record
 * is checked by the handler, since it differs per type: without it, as for an unknown record, the answer is 404.
 */
export const getTimeline = endpoint({
  name: 'getTimeline',
  method: 'GET',
  path: '/v1/records/{type}/{id}/timeline',
  summary: 'Shows the history of a record.',
  signedIn: 'The record type names the right that is needed; it is checked for the record',
  query: z.strictObject({
    take: z.coerce.number().int().min(1).max(500).default(50),
    skip: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.object({ items: z.array(timelineEntry), count: z.number() }),
});

/** Something that happened to any record of the account. */
export const activityEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: timelineActor,
  /** Past-tense code, as in the history of the record. */
  action: z.string(),
  note: z.string().nullable(),
  record: z.object({
    type: z.string(),
    /** What people call the type: `Sales order`. */
    typeLabel: z.string(),
    id: z.string(),
    /** Names the record; the label of its type where it is gone. */
    label: z.string(),
    /** Screen of the record; null where it is gone. */
    path: z.string().nullable(),
  }),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/**
 * What happened last in the account, newest first, to records that the caller may read. People of a customer's portal
 * get none of it.
 */
export const listRecentActivity = endpoint({
  name: 'listRecentActivity',
  method: 'GET',
  path: '/v1/recent-activity',
  summary: 'Shows what happened last in the account.',
  signedIn: 'Only what happened to records that the caller may read is in it',
  query: z.strictObject({ take: z.coerce.number().int().min(1).max(50).default(20) }),
  reply: z.object({ items: z.array(activityEntry) }),
});
