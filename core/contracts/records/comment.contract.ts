import { z } from 'zod';
import { endpoint, noContent } from '../endpoints/endpoint.ts';
import { defineProblems } from '../endpoints/problem.ts';
import { anyRecordType, defineEvent } from '../plugins/event.ts';
import { isVisible, noteText, requiredLine } from '../texts/text.ts';

/** Refusals of comments. */
export const commentProblems = defineProblems({
  cannot_see_record: { status: 400, message: 'Somebody who is mentioned may not see this record' },
  not_own_comment: { status: 403, message: 'Only its author changes a comment' },
  comment_too_old: { status: 409, message: 'A comment can be changed for 15 minutes: write another one' },
});

/** Minutes for which its author may change a comment. */
export const commentEditMinutes = 15;

const seen = 'Who may see the record sees and writes its comments; it is checked for the record';

/** Up to 5,000 characters with line breaks, checked like notes. */
const commentText = noteText
  .max(5_000, { error: 'Must be at most 5,000 characters: put the rest into a second comment or a file' })
  .refine(isVisible, { error: 'Write something' });

/** A comment on a record. */
export const comment = z.object({
  id: z.string(),
  /** Empty once it is removed. */
  text: z.string(),
  author: z.object({ memberID: z.string().nullable(), name: z.string() }),
  isEdited: z.boolean(),
  isRemoved: z.boolean(),
  /** What the caller may do with it now. */
  canEdit: z.boolean(),
  canRemove: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CommentView = z.output<typeof comment>;

/** The comments of a record, newest first, removed ones without their text. */
export const listComments = endpoint({
  name: 'listComments',
  method: 'GET',
  path: '/v1/records/{type}/{id}/comments',
  signedIn: seen,
  summary: 'Lists the comments of a record.',
  query: z.strictObject({
    take: z.coerce.number().int().min(1).max(500).default(50),
    skip: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.object({ items: z.array(comment), count: z.number() }),
});

/**
 * Writes a comment and tells who follows the record. `mentions` are members of the team; they follow it from then on.
 * 400 `cannot_see_record` names whoever may not see the record.
 */
export const createComment = endpoint({
  name: 'createComment',
  method: 'POST',
  path: '/v1/records/{type}/{id}/comments',
  signedIn: seen,
  summary: 'Writes a comment on a record.',
  touches: ['/v1/records', '/v1/me/inbox'],
  body: z.strictObject({
    text: commentText,
    mentions: z.array(requiredLine(100, 'Name a member')).max(20, { error: 'At most 20 people' }).default([]),
  }),
  reply: comment,
});

/** Changes an own comment within 15 minutes. 403 `not_own_comment`, 409 `comment_too_old`. */
export const updateComment = endpoint({
  name: 'updateComment',
  method: 'PATCH',
  path: '/v1/records/{type}/{id}/comments/{commentID}',
  signedIn: seen,
  summary: 'Changes an own comment.',
  touches: ['/v1/records'],
  body: z.strictObject({ text: commentText }),
  reply: comment,
});

/** Removes the text of a comment; its place in the record's activity stays. For its author and administrators. */
export const deleteComment = endpoint({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/v1/records/{type}/{id}/comments/{commentID}',
  signedIn: seen,
  summary: 'Removes a comment.',
  touches: ['/v1/records'],
  reply: noContent,
});

/** Who follows a record, who may be mentioned on it, and whether the caller follows it. */
export const recordFollowing = z.object({
  isFollowing: z.boolean(),
  followers: z.array(z.object({ memberID: z.string(), name: z.string() })),
  /** The people of the team who may see the record, by name. */
  people: z.array(z.object({ memberID: z.string(), name: z.string() })),
});

export const readFollowing = endpoint({
  name: 'readFollowing',
  method: 'GET',
  path: '/v1/records/{type}/{id}/following',
  signedIn: seen,
  summary: 'Reads who follows a record.',
  reply: recordFollowing,
});

/** Follows a record, or mutes it: then comments tell the caller nothing, mentions still do. 403 for API keys. */
export const setFollowing = endpoint({
  name: 'setFollowing',
  method: 'PUT',
  path: '/v1/records/{type}/{id}/following',
  signedIn: seen,
  summary: 'Follows a record or mutes it.',
  touches: ['/v1/records'],
  body: z.strictObject({ isFollowing: z.boolean() }),
  reply: recordFollowing,
});

/** Somebody has written a comment. Other programs read its text by the record. */
export const commentAdded = defineEvent({
  type: 'core.comment.added',
  isPublic: true,
  sentence: 'Somebody wrote a comment on a record.',
  record: anyRecordType,
  example: {
    commentID: 'cmt_01kb7m0x4yf2dsjq5r3h8t6w9c',
    recordType: 'sales_order',
    recordID: 'so_01kb7m0x4yf2dsjq5r3h8t6w9d',
    mentions: ['mem_01kb7m0x4yf2dsjq5r3h8t6w9e'],
  },
  payload: z.object({
    commentID: z.string(),
    recordType: z.string(),
    recordID: z.string(),
    /** Members who are named in it. */
    mentions: z.array(z.string()),
  }),
});
