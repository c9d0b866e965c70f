import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { authProblems } from '../contracts/auth.contract.ts';
import type { PersonContext } from '../kernel/context.ts';
import { memberIs } from '../tenancy/member-is.ts';
import { endAndForget } from './end-sessions.ts';
import { createUser, notePersonEvent } from './person.ts';
import { forgetWaysIn } from './second-factor.ts';
import { User } from './user.entity.ts';

/**
 * A mail has reached the person: their address counts as proven, and mails of the account they registered may leave.
 * Where it was not proven before, somebody else may have signed in as them: other sessions and what was added end.
 */
export async function proveAddress(ctx: PersonContext, user: User): Promise<void> {
  if (!user.emailVerified) {
    await forgetWaysIn(ctx.em, user.id);
    await endAndForget(ctx, ctx.em, 'address_proven', { userID: user.id, except: ctx.sessionID });
  }
  user.emailVerified = true;
  await ctx.em.flush();
  await sql`update core.account account set is_mail_held = false, updated_at = ${ctx.clock.now()}
    where is_mail_held and exists (select from core.member member
      where member.account_id = account.id and member.user_id = ${user.id}
        and ${memberIs.active('member.status')})`.execute(ctx.em.getKysely());
}

/**
 * Whether nobody has shown that the address is theirs, so that it registers as a stranger's: a provider has named it,
 * or a team has set the password since.
 */
const isUnproven = (user: User): boolean => !user.emailVerified && !user.isOperator;

/** Who has an address as far as those who register are told: nobody where it is unproven. */
export async function hasSignIn(em: EntityManager, email: string): Promise<boolean> {
  const user = await em.findOne(User, { email });
  return user !== null && !isUnproven(user);
}

/**
 * The person of an address that a mail has just reached, with the password they chose: somebody new, or one whom only
 * others have spoken for so far. Those stay who they are, and nobody else's way in to them does: links with providers,
 * factors and sessions are gone.
 * @throws Problem 409 `email_taken`
 */
export async function personOfAddress(
  ctx: PersonContext,
  em: EntityManager,
  input: { id: string; email: string; name: string; passwordHash: string },
): Promise<User> {
  const known = await em.findOne(User, { email: input.email }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (known && !isUnproven(known)) throw authProblems.email_taken();
  if (!known) {
    const user = await createUser(em, { ...input, emailVerified: true });
    notePersonEvent(ctx, em, user.id, 'registered');
    return user;
  }
  await forgetWaysIn(em, known.id);
  await sql`delete from core.auth_link where user_id = ${known.id} and provider like 'oidc:%'`.execute(em.getKysely());
  await endAndForget(ctx, em, 'address_proven', { userID: known.id });
  Object.assign(known, {
    name: input.name,
    passwordHash: input.passwordHash,
    emailVerified: true,
    isPasswordOfTeam: false,
    currentAccountID: null,
  });
  notePersonEvent(ctx, em, known.id, 'registered');
  await em.flush();
  return known;
}
