import { commentAdded } from '../contracts/records/comment.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { emit } from '../events/emit.ts';
import { notify } from '../inbox/notify.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import { appendFollower } from './append-follower.ts';
import { RecordComment } from './comment.entity.ts';
import { indexComment } from './comment-search.ts';
import type { RecordPerson } from './record-people.ts';

/** The record that a comment is written on. */
export interface CommentedRecord {
  record: { type: string; id: string };
  /** As people call it: 'Order 1042'. */
  label: string;
  /** Path of its screen. */
  path: string;
  /** The people of the team beside it. */
  people: readonly RecordPerson[];
}

/**
 * Writes a comment of the actor and tells the people whom it mentions, who may see the record, and those who follow.
 * Author and mentioned people follow the record from then on. With `mail` null nobody gets a mail.
 */
export async function writeComment(
  ctx: AccountContext,
  { record, label, path, people }: CommentedRecord,
  { text, mentions, mail }: { text: string; mentions: readonly string[]; mail?: null },
): Promise<RecordComment> {
  const mentioned = [...new Set(mentions)];
  const written = ctx.em.create(RecordComment, {
    id: newID('cmt'),
    recordType: record.type,
    recordID: record.id,
    text: text.trim(),
    author: ctx.memberID === undefined ? null : ctx.em.reference(Member, ctx.memberID),
    authorName: ctx.actor.name,
  }) as RecordComment;
  await ctx.em.flush();
  await indexComment(ctx, written);
  const fact = { commentID: written.id, recordType: record.type, recordID: record.id, mentions: mentioned };
  emit(ctx, commentAdded, fact, record);
  for (const memberID of [...new Set([...mentioned, ...(ctx.memberID === undefined ? [] : [ctx.memberID])])].sort())
    await appendFollower(ctx, record, memberID);
  const about = {
    record,
    path: `${path}#${written.id}`,
    text: written.text,
    ...(mail === null ? { mail } : {}),
  };
  const others = (ids: readonly string[]) => ids.filter((id) => id !== ctx.memberID);
  await notify(ctx, {
    kind: 'mention',
    to: { members: others(mentioned) },
    ...about,
    title: `${ctx.actor.name} mentioned you on ${label}`,
    key: `mention ${record.id}`,
    several: `mentions of you on ${label}`,
  });
  const followers = people.filter(
    ({ isMuted, canSee, memberID }) => isMuted === false && canSee && !mentioned.includes(memberID),
  );
  await notify(ctx, {
    kind: 'comment',
    to: { members: others(followers.map(({ memberID }) => memberID)) },
    ...about,
    title: `${ctx.actor.name} commented on ${label}`,
    key: `comment ${record.id}`,
    several: `comments on ${label}`,
  });
  return written;
}
