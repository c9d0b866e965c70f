import type { z } from 'zod';
import { problems } from '../contracts/endpoints/problem.ts';
import {
  type CommentView,
  commentEditMinutes,
  commentProblems,
  type recordFollowing,
} from '../contracts/records/comment.contract.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type RecordRegistry, recordPath, visibleRecord } from '../records/record-registry.ts';
import { RecordComment } from './comment.entity.ts';
import { indexComment, unindexComment } from './comment-search.ts';
import { recordPeople, requireMentionable } from './record-people.ts';
import { writeComment } from './write-comment.ts';

/** A record by type and id, as in the path of the calls. */
interface Named {
  type: string;
  id: string;
}

type Following = z.output<typeof recordFollowing>;

/** Comments on records of all types, and who follows them. Whoever may see a record sees and writes its comments. */
export class CommentService {
  readonly #records: RecordRegistry;

  constructor(records: RecordRegistry) {
    this.#records = records;
  }

  async page(
    ctx: AccountContext,
    { type, id }: Named,
    { take, skip }: { take: number; skip: number },
  ): Promise<{ items: CommentView[]; count: number }> {
    await visibleRecord(ctx, this.#records, type, id);
    const where = { accountID: ctx.account.id, recordType: type, recordID: id };
    const [items, count] = await Promise.all([
      ctx.em.find(RecordComment, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: take, offset: skip }),
      sql<{ count: number }>`select count(*)::int as count from core.comment where account_id = ${ctx.account.id}
        and record_type = ${type} and record_id = ${id}`.execute(ctx.em.query()),
    ]);
    return { items: items.map((each) => commentView(ctx, each)), count: count.rows[0]?.count ?? 0 };
  }

  /** Writes a comment. Author and mentioned people follow the record from then on. */
  async create(
    ctx: AccountContext,
    named: Named,
    { text, mentions }: { text: string; mentions: readonly string[] },
  ): Promise<CommentView> {
    const { type, label } = await visibleRecord(ctx, this.#records, named.type, named.id);
    const people = await recordPeople(ctx, type, named.id);
    requireMentionable(people, mentions);
    const path = recordPath(ctx, type, named.id);
    const written = await writeComment(ctx, { record: named, label, path, people }, { text, mentions });
    return commentView(ctx, written);
  }

  /** @throws Problem 403 `not_own_comment`, 409 `comment_too_old` */
  async update(ctx: AccountContext, named: Named & { commentID: string }, text: string): Promise<CommentView> {
    const written = await this.#find(ctx, named);
    if (!isAuthor(ctx, written)) throw commentProblems.not_own_comment();
    if (!mayEdit(ctx, written)) throw commentProblems.comment_too_old();
    ctx.em.assign(written, { text: text.trim(), editedAt: ctx.clock.now() });
    await ctx.em.flush();
    await indexComment(ctx, written);
    return commentView(ctx, written);
  }

  /** @throws Problem 403 `not_own_comment` for others than the author and administrators */
  async remove(ctx: AccountContext, named: Named & { commentID: string }): Promise<undefined> {
    const written = await this.#find(ctx, named);
    if (!mayRemove(ctx, written)) throw commentProblems.not_own_comment();
    ctx.em.assign(written, { text: '', removedAt: ctx.clock.now() });
    await ctx.em.flush();
    await unindexComment(ctx, written.id);
    return undefined;
  }

  async following(ctx: AccountContext, named: Named): Promise<Following> {
    const { type } = await visibleRecord(ctx, this.#records, named.type, named.id);
    const people = (await recordPeople(ctx, type, named.id)).filter(({ canSee }) => canSee);
    const shown = people.map(({ memberID, name }) => ({ memberID, name }));
    const following = new Set(people.filter(({ isMuted }) => isMuted === false).map(({ memberID }) => memberID));
    return {
      isFollowing: ctx.memberID !== undefined && following.has(ctx.memberID),
      followers: shown.filter(({ memberID }) => following.has(memberID)),
      people: shown,
    };
  }

  /** @throws Problem 403 for API keys, which are told nothing */
  async follow(ctx: AccountContext, named: Named, isFollowing: boolean): Promise<Following> {
    await visibleRecord(ctx, this.#records, named.type, named.id);
    if (ctx.memberID === undefined) throw problems.forbidden({ message: 'Only people follow records' });
    await sql`insert into core.record_follower (account_id, record_type, record_id, member_id, is_muted)
      values (${ctx.account.id}, ${named.type}, ${named.id}, ${ctx.memberID}, ${!isFollowing})
      on conflict (account_id, record_type, record_id, member_id) do update set is_muted = excluded.is_muted`.execute(
      ctx.em.query(),
    );
    return this.following(ctx, named);
  }

  async #find(ctx: AccountContext, { type, id, commentID }: Named & { commentID: string }): Promise<RecordComment> {
    await visibleRecord(ctx, this.#records, type, id);
    const written = await ctx.em.getForUpdate(RecordComment, commentID);
    if (written.recordType !== type || written.recordID !== id || written.removedAt) throw problems.not_found();
    return written as RecordComment;
  }
}

const isAuthor = ({ memberID }: AccountContext, { author }: RecordComment): boolean =>
  memberID !== undefined && author?.id === memberID;

const mayEdit = (ctx: AccountContext, written: RecordComment): boolean =>
  isAuthor(ctx, written) && ctx.clock.now().getTime() - written.createdAt.getTime() <= commentEditMinutes * 60_000;

const mayRemove = (ctx: AccountContext, written: RecordComment): boolean =>
  isAuthor(ctx, written) || ctx.roleType === 'admin';

function commentView(ctx: AccountContext, written: RecordComment): CommentView {
  const isRemoved = Boolean(written.removedAt);
  return {
    id: written.id,
    text: written.text,
    author: { memberID: written.author?.id ?? null, name: written.authorName },
    isEdited: Boolean(written.editedAt) && !isRemoved,
    isRemoved,
    canEdit: !isRemoved && mayEdit(ctx, written),
    canRemove: !isRemoved && mayRemove(ctx, written),
    createdAt: written.createdAt.toISOString(),
    updatedAt: written.updatedAt.toISOString(),
  };
}
