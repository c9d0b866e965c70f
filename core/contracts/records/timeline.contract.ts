import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';

/** A changed field, with its values as shown to people; null for no value. */
export const timelineChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });

/** The acting person, API key or system (jobs, imports). */
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
  kind: z.enum(['audit', 'email', 'comment']),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/**
 * History of a record with its comments, newest first; the text of a comment is the note of its entry. `type` and `id`
 * are those of its plugin's records. The handler checks the right to read the record, since that differs by type;
 * without the right the reply is 404, as for an unknown record.
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
    /** Only comments, or everything else. */
    show: z.enum(['comments', 'changes'], { error: 'Must be comments or changes' }).optional(),
  }),
  reply: z.object({ items: z.array(timelineEntry), count: z.number() }),
});

/** An entry in the history of any record of the account. */
export const activityEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: timelineActor,
  /** Past-tense code, as in the record's history. */
  action: z.string(),
  note: z.string().nullable(),
  record: z.object({
    type: z.string(),
    /** Name of the type for people: `Sales order`. */
    typeLabel: z.string(),
    id: z.string(),
    /** Name of the record; the type's label if the record is deleted. */
    label: z.string(),
    /** Path of the record's screen; null if the record is deleted. */
    path: z.string().nullable(),
  }),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/**
 * Latest activity in the account, newest first, on records that the caller may read. Empty for people of a customer's
 * portal.
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
