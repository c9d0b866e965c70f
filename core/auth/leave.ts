import { problems } from '../contracts/problem.ts';
import type { PersonContext } from '../kernel/context.ts';
import type { TeamService } from '../team/team.ts';
import { Member } from '../tenancy/member.entity.ts';
import { currentAccountOf } from './current-account.ts';
import { notePersonEvent } from './person.ts';
import type { User } from './user.entity.ts';

/** Takes the caller off an account's team. @throws Problem 404 where they are not on it, 409 `last_admin` */
export async function leave(ctx: PersonContext, team: TeamService, user: User, accountID: string): Promise<undefined> {
  // Asked first, so that accounts of others and none at all are answered alike.
  if (!(await ctx.em.count(Member, { accountID, userID: user.id, removedAt: null }, { filters: false })))
    throw problems.not_found();
  await ctx.inAccount(accountID, (inner) => team.leave(inner, user.id));
  if (user.currentAccountID === accountID) user.currentAccountID = (await currentAccountOf(ctx.em, user.id)) ?? null;
  notePersonEvent(ctx, ctx.em, user.id, 'left_account');
  await ctx.em.flush();
  return undefined;
}
