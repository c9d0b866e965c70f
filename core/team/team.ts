import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import type { MyNotifications } from '../contracts/accounts/me.contract.ts';
import {
  listTeamUsers,
  memberProblems,
  memberStates,
  type TeamUser,
  type TeamUserRow,
} from '../contracts/accounts/member.contract.ts';
import type { ListQuery } from '../contracts/endpoints/list-query.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { RoleType } from '../contracts/plugins/permission.ts';
import { newID } from '../contracts/texts/id.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { matchesText } from '../lists/conditions.ts';
import { listPage } from '../lists/list-page.ts';
import { Role } from '../permissions/role.entity.ts';
import { Member, type MemberStatus } from '../tenancy/access/member.entity.ts';
import { requireWithinPlan } from '../tenancy/accounts/plans.ts';
import { Party } from '../tenancy/parties/party.entity.ts';
import { partyOf } from '../tenancy/parties/party.ts';
import { mailInvitation, noteTeamChange, teamUserRecord } from './invitations/invitation-mail.ts';
import { memberRows, memberView, notificationPreferencesOf, notifiedMember } from './member-view.ts';
import { chooseNotifications, type NotificationChoices, ownMember } from './notifications.ts';
import { RoleService } from './role.ts';
import type { TeamLeaving } from './team-leaving.ts';

type Tables = { 'core.member': TableRow<typeof Member>; 'core.role': TableRow<typeof Role> };

/** People of an account and of its customers' portals. */
export class TeamService {
  readonly #registry: Registry;
  readonly #leaving: TeamLeaving;
  readonly #roles: RoleService;

  constructor(registry: Registry, leaving: TeamLeaving) {
    this.#registry = registry;
    this.#leaving = leaving;
    this.#roles = new RoleService(registry, leaving);
  }

  async page(
    ctx: AccountContext,
    accountID: string,
    query: ListQuery & {
      sortBy?: 'name' | 'email' | 'role' | 'status' | 'joinedAt' | 'createdAt';
      roleType?: RoleType[] | undefined;
      status?: MemberStatus[] | undefined;
    },
  ): Promise<{ items: TeamUserRow[]; count: number }> {
    const customerID = await customerOf(ctx, accountID);
    let matching = ctx.em
      .query<Tables>()
      .selectFrom('core.member as member')
      .innerJoin('core.role as role', (join) =>
        join.onRef('role.account_id', '=', 'member.account_id').onRef('role.id', '=', 'member.role_id'),
      )
      .where('member.account_id', '=', ctx.account.id)
      .where('member.removed_at', 'is', null);
    matching =
      customerID === undefined
        ? matching.where('member.customer_id', 'is', null)
        : matching.where('member.customer_id', '=', customerID);
    if (query.query) matching = matching.where(matchesText(query.query, ['member.name', 'member.email']));
    if (query.roleType) matching = matching.where('role.type', 'in', query.roleType as Role['type'][]);
    if (query.status) matching = matching.where('member.status', 'in', query.status);
    const { items, count } = await listPage(ctx, {
      list: listTeamUsers,
      id: 'member.id',
      matching,
      select: (rows) => rows.select('member.id'),
      page: query,
      sortable: {
        name: 'member.name',
        email: 'member.email',
        role: 'role.name',
        status: 'member.status',
        joinedAt: 'member.joined_at',
        createdAt: 'member.created_at',
      },
      order: [['member.name', 'asc']],
      scope: accountID,
    });
    const ids = items.map(({ id }) => id);
    const members = await ctx.em.findInOrder(Member, ids, { populate: ['role'] });
    const inRoles = members.map((member) => ({ member: member as Member, role: member.role as Role }));
    return { count, items: await memberRows(ctx, inRoles) };
  }

  async read(ctx: AccountContext, accountID: string, userID: string): Promise<TeamUser> {
    const { member, role } = await this.find(ctx, accountID, userID);
    return memberView(ctx, this.#registry, member, role);
  }

  /**
   * A person of the account or customer in the path, by the id of the membership or of the person; locked until the
   * transaction ends if the caller is going to change it.
   * @throws Problem 404, also for people of another customer and removed ones
   */
  async find(
    ctx: AccountContext,
    accountID: string,
    userID: string,
    hold = false,
  ): Promise<{ member: Member; role: Role }> {
    const customerID = await customerOf(ctx, accountID);
    const key = userID.startsWith('mem_') ? { id: userID } : { userID };
    const found = await ctx.em.findOne(Member, { accountID: ctx.account.id, ...key, removedAt: null });
    if (!found || found.customer?.id !== customerID) throw problems.not_found();
    const member = hold ? await ctx.em.getForUpdate(Member, found.id) : found;
    if (member.removedAt) throw problems.not_found();
    return { member: member as Member, role: (await ctx.em.get(Role, member.role.id)) as Role };
  }

  /**
   * Invites a person by mail, or adds them as `unclaimed` without a mail. A removed person gets their former record
   * again. `link` is the mailed link. It authenticates the person, so only the command line may show it.
   */
  async invite(
    ctx: AccountContext,
    accountID: string,
    input: { email: string; name: string; roleID: string; sendInvitation?: boolean | undefined },
  ): Promise<{ user: TeamUser; link: string | undefined }> {
    const customerID = await customerOf(ctx, accountID);
    const role = await this.#roleToGive(ctx, input.roleID, customerID);
    const known = await ctx.em.findOne(Member, { accountID: ctx.account.id, email: input.email });
    if (known && !known.removedAt)
      throw problems.duplicate({
        message: 'This person is on a team of this account already',
        errors: [{ path: 'email', message: 'This person is on a team of this account already' }],
      });
    if (customerID === undefined)
      await requireWithinPlan(ctx.em.query(), { accountID: ctx.account.id, kind: 'teamUsers' });
    const sends = input.sendInvitation ?? true;
    const fields = {
      name: input.name,
      role,
      status: 'unclaimed' as MemberStatus,
      customer: customerID === undefined ? null : ctx.em.reference(Party, customerID),
      invitedAt: null,
      joinedAt: null,
      removedAt: null,
    };
    // The link to the former person is cleared, because they may accept with another sign-in.
    const member = known
      ? ctx.em.assign(known as Member, { ...fields, userID: null })
      : ctx.em.create(Member, { id: newID('mem'), email: input.email, ...fields });
    await ctx.em.flush();
    const link = sends ? await mailInvitation(ctx, member as Member) : undefined;
    audit(ctx, {
      record: teamUserRecord(member as Member),
      action: sends ? 'invited' : 'created',
      note: `${input.email} as ${role.name}`,
    });
    noteTeamChange(ctx);
    return { user: await memberView(ctx, this.#registry, member as Member, role), link };
  }

  /** Mails an open invitation again and invalidates the previous link. @throws Problem 409 `already_joined`, 429 */
  async resend(ctx: AccountContext, accountID: string, userID: string): Promise<{ user: TeamUser; link: string }> {
    const { member, role } = await this.find(ctx, accountID, userID, true);
    if (!memberStates.is.waiting(member.status)) throw memberProblems.already_joined();
    await this.#roles.requireCovers(ctx, role);
    const link = await mailInvitation(ctx, member);
    audit(ctx, { record: teamUserRecord(member), action: 'invited', note: member.email });
    noteTeamChange(ctx);
    return { user: await memberView(ctx, this.#registry, member, role), link };
  }

  async update(
    ctx: AccountContext,
    accountID: string,
    userID: string,
    patch: {
      name?: string | undefined;
      roleID?: string | undefined;
      status?: 'active' | 'suspended' | 'deactivated' | undefined;
      version?: number | undefined;
    },
  ): Promise<TeamUser> {
    await this.#holdAdmins(ctx);
    const { member, role } = await this.find(ctx, accountID, userID, true);
    // Also for a new name: a caller who cannot assign a role must not withdraw it or rename its members.
    await this.#roles.requireCovers(ctx, role);
    ctx.em.expectVersion(member, patch.version);
    const before = { ...snapshotOf(member, ['name', 'status']), role: role.name };
    let current = role;
    if (patch.roleID !== undefined && patch.roleID !== role.id) {
      current = await this.#roleToGive(ctx, patch.roleID, member.customer?.id);
      await this.#keepAnAdmin(ctx, member, role);
      member.role = current;
    }
    if (patch.status !== undefined && patch.status !== member.status) {
      if (memberStates.is.active(patch.status)) {
        if (!member.userID) throw memberProblems.not_joined();
      } else await this.#keepAnAdmin(ctx, member, role);
      Object.assign(member, { status: patch.status, invitationHash: null });
    }
    if (patch.name !== undefined) member.name = patch.name;
    const after = { ...snapshotOf(member, ['name', 'status']), role: current.name };
    audit(ctx, {
      record: teamUserRecord(member),
      action: 'updated',
      changes: changesOf(before, after, ['name', 'status', 'role']),
    });
    await ctx.em.flush();
    noteTeamChange(ctx);
    return memberView(ctx, this.#registry, member, current);
  }

  /** Removes a person from the team. The row stays without rights for the documents that refer to it. */
  async remove(ctx: AccountContext, accountID: string, userID: string): Promise<undefined> {
    await this.#holdAdmins(ctx);
    const { member, role } = await this.find(ctx, accountID, userID, true);
    await this.#roles.requireCovers(ctx, role);
    return this.#takeOff(ctx, member, role, 'removed');
  }

  /** Removes the caller themselves, whatever their rights. @throws Problem 404, 409 `last_admin` */
  async leave(ctx: AccountContext, userID: string): Promise<undefined> {
    await this.#holdAdmins(ctx);
    const known = await ctx.em.findOne(Member, { accountID: ctx.account.id, userID, removedAt: null });
    if (!known) throw problems.not_found();
    const member = (await ctx.em.getForUpdate(Member, known.id)) as Member;
    return this.#takeOff(ctx, member, (await ctx.em.get(Role, member.role.id)) as Role, 'left');
  }

  async #takeOff(ctx: AccountContext, member: Member, role: Role, action: 'removed' | 'left'): Promise<undefined> {
    await this.#keepAnAdmin(ctx, member, role);
    Object.assign(member, { status: 'deactivated', removedAt: ctx.clock.now(), invitationHash: null });
    audit(ctx, { record: teamUserRecord(member), action, note: member.email });
    await ctx.em.flush();
    await this.#leaving.memberLeft(ctx, member);
    noteTeamChange(ctx);
    return undefined;
  }

  async setNotificationPreferences(
    ctx: AccountContext,
    accountID: string,
    userID: string,
    wanted: NotificationChoices,
  ): Promise<TeamUser['notificationPreferences']> {
    const isOwn = ctx.memberID !== undefined && (userID === ctx.memberID || userID === ctx.actor.id);
    if (!isOwn) ctx.require('team_users:update');
    const { member, role } = await this.find(ctx, isOwn ? (ctx.customerID ?? ctx.account.id) : accountID, userID);
    if (!isOwn) await this.#roles.requireCovers(ctx, role);
    return chooseNotifications(ctx, this.#registry, member, wanted);
  }

  /** The caller's choice of mails, and their address. @throws Problem 403 for API keys, which get none */
  async ownNotifications(ctx: AccountContext): Promise<MyNotifications> {
    const member = await ownMember(ctx);
    return {
      email: member.email,
      preferences: await notificationPreferencesOf(ctx, this.#registry, notifiedMember(member)),
    };
  }

  /** Sets the caller's choice of mails. @throws Problem 403 for API keys, 400 for kinds that no enabled plugin has */
  async setOwnNotifications(ctx: AccountContext, wanted: NotificationChoices): Promise<MyNotifications> {
    const member = await ownMember(ctx);
    const preferences = await chooseNotifications(ctx, this.#registry, member, wanted, 'preferences');
    return { email: member.email, preferences };
  }

  /** The role to assign: of this account, within the caller's rights, and for a portal or for staff as needed. */
  async #roleToGive(ctx: AccountContext, roleID: string, customerID: string | undefined): Promise<Role> {
    const role = (await ctx.em.findOne(Role, { accountID: ctx.account.id, id: roleID })) as Role | null;
    if (!role) throw problems.invalid_input({ errors: [{ path: 'roleID', message: 'There is no such role' }] });
    if ((role.type === 'customer') !== (customerID !== undefined))
      throw memberProblems.wrong_role_for_portal({
        errors: [{ path: 'roleID', message: memberProblems.declarations.wrong_role_for_portal.message }],
      });
    await this.#roles.requireCovers(ctx, role);
    return role;
  }

  /**
   * Changes of administrators run one after the other, so that two concurrent ones cannot remove the last two
   * administrators.
   */
  async #holdAdmins(ctx: AccountContext): Promise<void> {
    const admin = await ctx.em.findOne(Role, { accountID: ctx.account.id, code: 'admin' });
    if (admin) await ctx.em.lockRows(Role, [admin.id]);
  }

  async #keepAnAdmin(ctx: AccountContext, member: Member, role: Role): Promise<void> {
    if (role.type !== 'admin' || !memberStates.is.active(member.status)) return;
    const others = await ctx.em.find(
      Member,
      { accountID: ctx.account.id, role, status: 'active', id: { $ne: member.id } },
      { limit: 1 },
    );
    if (!others.length) throw memberProblems.last_admin();
  }
}

/** Records a person's answer to an invitation, which the auth role has written. */
export async function noteAnswer(ctx: AccountContext, memberID: string, action: 'joined' | 'declined'): Promise<void> {
  audit(ctx, { record: { type: 'team_user', id: memberID }, action });
  noteTeamChange(ctx);
  await ctx.em.flush();
}

/** The customer whose people are in the path; undefined for the account's own. Suppliers have no portal. */
async function customerOf(ctx: AccountContext, accountID: string): Promise<string | undefined> {
  const party = await partyOf(ctx, accountID);
  if (party.kind === 'supplier') throw problems.not_found();
  return party.kind === 'self' ? undefined : party.id;
}
