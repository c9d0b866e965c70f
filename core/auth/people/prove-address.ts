import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { forgetWaysIn } from '../factors/second-factor.ts';
import { endAndForget } from '../sessions/end-sessions.ts';
import { createUser, notePersonEvent } from './person.ts';
import { User } from './user.entity.ts';

/**
 * Records that a mail has reached the person: their email is verified, and held mail of the account that they
 * registered is released. If the email was not verified before, somebody else may have signed in as them, so other
 * sessions and added ways of signing in are removed.
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

/** The verified email of the signed-in person; undefined for strangers, keys and people without one. */
export async function provenAddress(ctx: PersonContext): Promise<string | undefined> {
  const user = ctx.userID ? await ctx.em.findOne(User, { id: ctx.userID }) : null;
  return user?.emailVerified ? user.email : undefined;
}

/**
 * Whether nobody has verified the email, because a provider has named it or a team has set the password since. Such an
 * email can be registered like a new one.
 */
const isUnproven = (user: User): boolean => !user.emailVerified && !user.isOperator;

/** Whether registering people are told that the email has a sign-in; false if it is unverified. */
export async function hasSignIn(em: EntityManager, email: string): Promise<boolean> {
  const user = await em.findOne(User, { email });
  return user !== null && !isUnproven(user);
}

/**
 * The person of an email that a mail has just reached, with the chosen password: a new person, or an unverified
 * existing one. An existing person keeps their id, but all previous ways of signing in are removed: links with
 * providers, factors and sessions.
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
