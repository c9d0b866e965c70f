import { audit } from '../../audit/audit.ts';
import { memberProblems } from '../../contracts/accounts/member.contract.ts';
import { roleProblems } from '../../contracts/accounts/role.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { requireGoodPassword } from '../../credentials/password-rules.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { Role } from '../../permissions/role.entity.ts';
import { rightsOfRole } from '../../team/role.ts';
import { loadAccess } from '../../tenancy/access/access.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { forgetWaysIn } from '../factors/second-factor.ts';
import { holdPerson, notePersonEvent } from '../people/person.ts';
import { mailPasswordChanged } from '../people/person-mails.ts';
import { User } from '../people/user.entity.ts';
import { accountOfRequest } from '../sessions/current-account.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { checkPassword } from './sign-in.ts';

/**
 * Sets the password of a team user. Runs as the auth role, because the tenant role cannot read people. The caller gives
 * their own password, under the limits of sign-in. The setter knows the password, so the email no longer counts as
 * verified, and the person joins no account before choosing a password of their own.
 * @throws Problem 403 without the right, 404, 409 `not_joined`, `other_accounts` (a password is valid in all accounts
 * of a person, so it is only set if they have no tie to another account, not even an invitation), 400 `wrong_password`
 * or `weak_password`
 */
export async function setTeamPassword(
  ctx: PersonContext,
  parts: { tenancy: Tenancy; sessions: Sessions },
  path: { accountID: string; userID: string },
  input: { requesterPassword: string; newTargetPassword: string },
): Promise<undefined> {
  const { tenancy, sessions } = parts;
  const requesterID = ctx.userID;
  if (!requesterID) throw problems.forbidden({ message: 'Only people set passwords' });
  const accountID = await accountOfRequest(ctx);
  if (!accountID) throw problems.account_required();
  const access = await loadAccess(tenancy, accountID, {
    type: 'user',
    userID: requesterID,
    ...(ctx.factor ? { factor: ctx.factor } : {}),
  });
  if (access.permissions !== 'all' && !access.permissions.has('team_users:update'))
    throw problems.forbidden({
      message: 'You need the right team_users:update',
      details: { permission: 'team_users:update' },
    });

  const member = await ctx.em.findOne(
    Member,
    { accountID, ...(path.userID.startsWith('mem_') ? { id: path.userID } : { userID: path.userID }), removedAt: null },
    { filters: false },
  );
  const owner = member?.customer?.id ?? accountID;
  if (!member || owner !== path.accountID) throw problems.not_found();
  if (!member.userID) throw memberProblems.not_joined();
  const targetID = member.userID;

  const rights = await ctx.inAccount(accountID, async (inner) =>
    rightsOfRole(inner, (await inner.em.get(Role, member.role.id)) as Role),
  );
  const held = access.permissions;
  if (held !== 'all' && (rights === 'all' || rights.some((code) => !held.has(code)))) throw roleProblems.cannot_grant();

  const requester = await ctx.em.findOne(User, { id: requesterID });
  const target = await holdPerson(ctx.em, targetID);
  if (!requester) throw problems.not_found();
  const isOwn = targetID === requesterID;
  if (!isOwn && (target.isOperator || (await hasTieElsewhere(ctx, target, accountID))))
    throw memberProblems.other_accounts();

  await checkPassword(ctx, {
    subject: requester.id,
    device: ctx.sessionID,
    user: requester,
    password: input.requesterPassword,
    refusal: () =>
      authProblems.wrong_password({ errors: [{ path: 'requesterPassword', message: 'Your password is wrong' }] }),
  });
  requireGoodPassword(input.newTargetPassword, target, 'newTargetPassword');
  target.passwordHash = await ctx.passwords.hash(input.newTargetPassword);
  target.isPasswordOfTeam = !isOwn;
  const forgotten = isOwn ? undefined : await forgetWaysIn(ctx.em, targetID);
  if (!isOwn) target.emailVerified = false;
  notePersonEvent(ctx, ctx.em, targetID, 'password_set_by_team', ctx.sessionID);
  await ctx.em.flush();
  await sessions.endAll(ctx, ctx.em, targetID, 'password_changed', isOwn ? ctx.sessionID : undefined);
  sessions.refreshIdentity(ctx, targetID);
  await mailPasswordChanged(ctx, target, ctx.clock.now(), forgotten);
  const memberID = member.id;
  ctx.afterCommit(() =>
    ctx.inAccount(accountID, async (inner) => {
      audit(inner, { record: { type: 'team_user', id: memberID }, action: 'password_set' });
    }),
  );
  return undefined;
}

/** Whether the person is a member, a suspended member or invited in another account. */
const hasTieElsewhere = async (ctx: PersonContext, { id, email }: User, accountID: string): Promise<boolean> =>
  (await ctx.em.count(
    Member,
    { accountID: { $ne: accountID }, removedAt: null, $or: [{ userID: id }, { userID: null, email }] },
    { filters: false },
  )) > 0;
