import { sql } from 'kysely';
import type { CurrentAccount, MyTenancy } from '../../contracts/accounts/me.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { RoleType } from '../../contracts/plugins/permission.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { awayProblem, forgetAccess } from '../../tenancy/access/access.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { currentAccountOf as currentAccountIDOf } from '../sessions/current-account.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { User } from './user.entity.ts';

/** Changes of one's own record; null in `preferences` removes an entry. */
export interface ProfileChange {
  name?: string;
  username?: string | null;
  image?: string | null;
  colorScheme?: string;
  preferences?: Record<string, string | number | boolean | null>;
  version?: number;
}

const mostPreferences = 200;

export interface AccountRow {
  id: string;
  name: string;
  slug: string;
  type: string;
  plan: string;
  onboardingStatus: string;
  currency: string;
  timeZone: string;
  locale: string;
  logoUrl: string | null;
  logoFileID: string | null;
}

/** The signed-in person. @throws Problem 401 `unauthenticated` if the person no longer exists */
export async function signedInUser(ctx: PersonContext): Promise<User> {
  const user = ctx.userID ? await ctx.em.findOne(User, { id: ctx.userID }) : null;
  if (!user) throw problems.unauthenticated();
  return user;
}

/** The person in the path, if it is the caller. @throws Problem 404 for everybody else */
export async function ownUser(ctx: PersonContext, userID: string): Promise<User> {
  if (userID !== ctx.userID) throw problems.not_found();
  return signedInUser(ctx);
}

/**
 * Changes the caller's own record. A new name also applies in accounts that have the old name; a name given by an
 * account stays.
 * @throws Problem 409 `username_taken` or `stale_version`
 */
export async function changeProfile(
  ctx: PersonContext,
  sessions: Sessions,
  user: User,
  change: ProfileChange,
): Promise<User> {
  if (change.version !== undefined && change.version !== user.version)
    throw problems.stale_version({ details: { version: user.version, expected: change.version } });
  const before = { name: user.name, image: user.image ?? null };
  if (change.username && change.username !== user.username && (await ctx.em.count(User, { username: change.username })))
    throw authProblems.username_taken({ errors: [{ path: 'username', message: 'This username is taken' }] });
  if (change.name !== undefined) user.name = change.name;
  if (change.username !== undefined) user.username = change.username;
  if (change.image !== undefined) user.image = change.image;
  if (change.colorScheme !== undefined) user.colorScheme = change.colorScheme;
  if (change.preferences) user.preferences = mergedPreferences(user.preferences, change.preferences);
  await ctx.em.flush();
  if (user.name !== before.name || (user.image ?? null) !== before.image) await changeMembers(ctx, user, before);
  sessions.refreshIdentity(ctx, user.id);
  return user;
}

function mergedPreferences(
  known: User['preferences'],
  change: NonNullable<ProfileChange['preferences']>,
): User['preferences'] {
  const merged = new Map(Object.entries(known));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) merged.delete(name);
    else merged.set(name, value);
  }
  if (merged.size > mostPreferences) {
    const message = `At most ${mostPreferences} preferences are kept`;
    throw problems.invalid_input({ errors: [{ path: 'preferences', message }] });
  }
  return Object.fromEntries(merged);
}

async function changeMembers(
  ctx: PersonContext,
  user: User,
  before: { name: string; image: string | null },
): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`update core.member
    set name = case when name = ${before.name} then ${user.name} else name end,
      image = case when image is not distinct from ${before.image} then ${user.image ?? null} else image end,
      updated_at = ${ctx.clock.now()}, version = version + 1
    where user_id = ${user.id} returning account_id`.execute(ctx.em.getKysely());
  ctx.afterCommit(() => {
    for (const { account_id } of rows) forgetAccess(account_id);
  });
}

/** Columns of an account that its people see. */
export const accountColumns = sql`account.id, account.name, account.slug, account.type, account.plan,
  account.onboarding_status as "onboardingStatus", account.currency, account.time_zone as "timeZone", account.locale,
  account.logo_url as "logoUrl", account.logo_file_id as "logoFileID"`;

/** An account in replies to a person with this role. */
export function shownAccountOf(
  { logoUrl, logoFileID, ...account }: AccountRow,
  role: { role: string; roleType: RoleType },
): CurrentAccount {
  const logo = logoFileID ? `/v1/files/${logoFileID}` : logoUrl;
  return { ...account, ...role, logoURL: logo, logoUrl: logo };
}

const memberships = async (ctx: PersonContext, userID: string): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`select ${accountColumns}
    from core.member member join core.account account on account.id = member.account_id
    where member.user_id = ${userID} and ${memberIs.active('member.status')} and account.closed_at is null
    order by account.name, account.id`.execute(ctx.em.getKysely());
  return rows;
};

/**
 * The person's current account: that of the tab (`account-id` header), else their current one, else the one joined
 * first. A header with any other account is ignored here, so that a tab recovers after its account was left. A session
 * through a provider only has the provider's account.
 */
export async function tenancyOf(ctx: PersonContext, user: User, wanted = ctx.accountHeader): Promise<MyTenancy> {
  const all = await memberships(ctx, user.id);
  const only = ctx.factor?.through?.accountID;
  const accounts = only === undefined ? all : all.filter(({ id }) => id === only);
  const find = (id: string | null | undefined) => accounts.find((account) => account.id === id);
  const current = find(wanted) ?? find(only ?? (await currentAccountIDOf(ctx.em, user.id)));
  if (!current || (wanted !== undefined && current.id !== wanted)) await refuseMoved(ctx, user, wanted, !current);
  if (!current) return null;
  return {
    currentAccount: shownAccountOf(current, await roleOf(ctx, current.id, user.id)),
    availableAccounts: accounts.map(({ id, name, slug }) => ({ id, name, slug })),
  };
}

/** @throws Problem 421 `account_moved` where the wanted account, or the one that is left, has gone elsewhere */
async function refuseMoved(ctx: PersonContext, user: User, wanted: string | undefined, isOnly: boolean): Promise<void> {
  const { rows } = await sql<{ address: string }>`select account.moved_to as address
    from core.member member join core.account account on account.id = member.account_id
    where member.user_id = ${user.id} and ${memberIs.active('member.status')} and account.moved_to is not null
      and (account.id = ${wanted ?? ''} or ${isOnly})
    order by account.id = ${wanted ?? ''} desc, account.id limit 1`.execute(ctx.em.getKysely());
  if (rows[0]) throw awayProblem(rows[0].address);
}

const roleOf = (ctx: PersonContext, accountID: string, userID: string): Promise<{ role: string; roleType: RoleType }> =>
  ctx.inAccount(accountID, async ({ em }) => {
    const { rows } = await sql<{ role: string; roleType: RoleType }>`select role.name as role, role.type as "roleType"
      from core.member member join core.role role on role.account_id = member.account_id and role.id = member.role_id
      where member.account_id = ${accountID} and member.user_id = ${userID}
        and ${memberIs.active('member.status')}`.execute(em.query());
    // The person was suspended between the two statements.
    if (!rows[0]) throw problems.account_required();
    return rows[0];
  });

/** Stores the account with which new tabs and devices begin. @throws Problem 403 `account_required` */
export async function chooseAccount(ctx: PersonContext, user: User, accountID: string): Promise<MyTenancy> {
  const accounts = await memberships(ctx, user.id);
  if (!accounts.some(({ id }) => id === accountID)) throw problems.account_required();
  user.currentAccountID = accountID;
  await ctx.em.flush();
  return tenancyOf(ctx, user, accountID);
}
