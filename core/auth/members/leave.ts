import { problems } from '../../contracts/endpoints/problem.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import type { TeamService } from '../../team/team.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { notePersonEvent } from '../people/person.ts';
import type { User } from '../people/user.entity.ts';
import { currentAccountOf } from '../sessions/current-account.ts';

/**
 * Ends the caller's membership in an account.
 * @throws Problem 404 for an account of which they are no member, 409 `last_admin`
 */
export async function leave(ctx: PersonContext, team: TeamService, user: User, accountID: string): Promise<undefined> {
  // Checked first, so that an account of others and a missing one give the same reply.
  if (!(await ctx.em.count(Member, { accountID, userID: user.id, removedAt: null }, { filters: false })))
    throw problems.not_found();
  await ctx.inAccount(accountID, (inner) => team.leave(inner, user.id));
  if (user.currentAccountID === accountID) user.currentAccountID = (await currentAccountOf(ctx.em, user.id)) ?? null;
  notePersonEvent(ctx, ctx.em, user.id, 'left_account');
  await ctx.em.flush();
  return undefined;
}
