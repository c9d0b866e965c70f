import type { AccountContext } from '../kernel/context/context.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import type { RecordPerson } from './record-people.ts';
import { type CommentedRecord, writeComment } from './write-comment.ts';

/** A conversation of demo people; `@Renata Ortiz` in a text mentions that person. */
export interface DemoConversation extends Omit<CommentedRecord, 'people'> {
  comments: readonly { by: string; text: string }[];
}

/** Writes comments of demo people, who are named as on the team, on a record; each is told as in real life. */
export async function createDemoComments(ctx: AccountContext, { comments, ...about }: DemoConversation): Promise<void> {
  const members = await ctx.em.find(Member, { accountID: ctx.account.id, status: 'active' });
  const following = new Set<string>();
  for (const { by, text } of comments) {
    const author = members.find(({ name }) => name === by);
    if (!author) continue;
    const mentions = members.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
    const people = members
      .filter(({ id }) => following.has(id))
      .map(({ id, name }): RecordPerson => ({ memberID: id, name, canSee: true, isMuted: false }));
    const actor = { type: 'user' as const, id: author.userID ?? '', name: author.name };
    await writeComment({ ...ctx, actor, memberID: author.id }, { ...about, people }, { text, mentions, mail: null });
    for (const id of [author.id, ...mentions]) following.add(id);
  }
}
