import type { Registry } from '../boot/registry/registry.ts';
import type { SalesTargetView, TeamUser, TeamUserRow } from '../contracts/accounts/member.contract.ts';
import { decimal } from '../contracts/numbers/decimal.ts';
import { toWire } from '../contracts/numbers/wire-number.ts';
import type { RoleType } from '../contracts/plugins/permission.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Role } from '../permissions/role.entity.ts';
import { type Member, NotificationPreference, SalesTarget } from '../tenancy/access/member.entity.ts';

/** A sales target in the form of the API. */
export const salesTargetView = (target: SalesTarget, userID: string): SalesTargetView => ({
  id: target.id,
  userID,
  amount: toWire(decimal(target.amount)),
  startDate: target.startsOn,
  endDate: target.endsOn,
  note: target.note ?? null,
  version: target.version,
  createdAt: target.createdAt.toISOString(),
  updatedAt: target.updatedAt.toISOString(),
});

/** Data of the person behind a member. */
type SignIn = Pick<TeamUserRow, 'username' | 'emailVerified'>;

interface InRole {
  member: Member;
  role: Role;
}

const memberRow = ({ member, role }: InRole, signIn: SignIn | undefined): TeamUserRow => ({
  id: member.id,
  userID: member.userID ?? null,
  name: member.name,
  email: member.email,
  username: signIn?.username ?? null,
  emailVerified: signIn?.emailVerified ?? false,
  image: member.image ?? null,
  status: member.status,
  role: { id: role.id, code: role.code, name: role.name, type: role.type as RoleType },
  customerID: member.customer?.id ?? null,
  invitedAt: member.invitedAt?.toISOString() ?? null,
  joinedAt: member.joinedAt?.toISOString() ?? null,
  version: member.version,
  createdAt: member.createdAt.toISOString(),
  updatedAt: member.updatedAt.toISOString(),
});

/** Members in lists. */
export async function memberRows(ctx: AccountContext, members: readonly InRole[]): Promise<TeamUserRow[]> {
  const joined = members.flatMap(({ member }) => (member.userID ? member.id : []));
  if (!joined.length) return members.map((each) => memberRow(each, undefined));
  const { rows } = await sql<SignIn & { id: string }>`select member_id as id, username,
      email_verified as "emailVerified" from core.people_of_members(${joined}::text[])`.execute(ctx.em.query());
  const signIns = new Map(rows.map((row) => [row.id, row]));
  return members.map((each) => memberRow(each, signIns.get(each.member.id)));
}

/** The kinds of notification of the enabled plugins, and how the person wants each; all at once by default. */
export async function notificationPreferencesOf(
  ctx: AccountContext,
  registry: Registry,
  { memberID, isCustomer }: { memberID: string; isCustomer: boolean },
): Promise<TeamUser['notificationPreferences']> {
  const rows = await ctx.em.find(NotificationPreference, {
    accountID: ctx.account.id,
    member: { id: memberID } as Member,
  });
  const chosen = new Map(rows.map((row) => [row.notificationTypeCode, row]));
  return registry.plugins
    .filter(({ definition }) => ctx.isEnabled(definition.id))
    .flatMap(({ definition }) => [...(definition.notifications ?? [])])
    .filter((each) => (each.for === 'customers') === isCustomer)
    .map(({ code, name, description }) => {
      const { isInInbox = true, mail = 'at_once' } = chosen.get(code) ?? {};
      return {
        notificationTypeCode: code,
        name,
        description,
        enabled: mail !== 'off',
        inbox: isInInbox && !isCustomer,
        mail,
      };
    });
}

/** The member whose preferences are read. */
export const notifiedMember = (member: Member) => ({ memberID: member.id, isCustomer: Boolean(member.customer) });

/** A member with sales targets (newest period first) and notification preferences. */
export async function memberView(
  ctx: AccountContext,
  registry: Registry,
  member: Member,
  role: Role,
): Promise<TeamUser> {
  const targets = await ctx.em.find(
    SalesTarget,
    { accountID: ctx.account.id, member },
    { orderBy: { startsOn: 'desc', id: 'desc' } },
  );
  const [row] = await memberRows(ctx, [{ member, role }]);
  return {
    ...(row as TeamUserRow),
    salesTargets: targets.map((target) => salesTargetView(target, member.id)),
    notificationPreferences: await notificationPreferencesOf(ctx, registry, notifiedMember(member)),
  };
}

/**
 * The addresses among these whose people have not switched off the kind of mail, including people who are no members.
 */
export async function addressesThatWant(
  ctx: AccountContext,
  notificationTypeCode: string,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select member.email from core.notification_preference preference
    join core.member member on member.account_id = preference.account_id and member.id = preference.member_id
    where preference.account_id = ${ctx.account.id} and preference.notification_type_code = ${notificationTypeCode}
      and preference.mail = 'off' and member.removed_at is null
      and member.email = any(${emails.map((email) => email.toLowerCase())}::text[])`.execute(ctx.em.query());
  const without = new Set(rows.map(({ email }) => email));
  return emails.filter((email) => !without.has(email.toLowerCase()));
}
