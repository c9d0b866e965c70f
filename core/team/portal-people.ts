import { audit } from '../audit/audit.ts';
import { newID } from '../contracts/id.ts';
import { memberProblems, memberStates } from '../contracts/member.contract.ts';
import { problems } from '../contracts/problem.ts';
import type { AccountContext } from '../kernel/context.ts';
import { codesOfFlags, requireGrantable } from '../permissions/grants.ts';
import { Role, RolePermission } from '../permissions/role.entity.ts';
import { Member, type MemberStatus } from '../tenancy/member.entity.ts';
import { Party } from '../tenancy/party.entity.ts';
import { mailInvitation, noteTeamChange, teamUserRecord } from './invitation-mail.ts';

/** Somebody who orders for a customer. */
export interface PortalPerson {
  id: string;
  name: string;
  email: string;
  status: MemberStatus;
  invitedAt: string | null;
  joinedAt: string | null;
  version: number;
}

const personOf = (member: Member): PortalPerson => ({
  id: member.id,
  name: member.name,
  email: member.email,
  status: member.status,
  invitedAt: member.invitedAt?.toISOString() ?? null,
  joinedAt: member.joinedAt?.toISOString() ?? null,
  version: member.version,
});

/** More people of one customer are not shown. */
const mostPeople = 200;

/** The people of a customer's portal by name; who was removed is left out. */
export async function portalPeople(ctx: AccountContext, customerID: string): Promise<PortalPerson[]> {
  const members = await ctx.em.find(
    Member,
    { accountID: ctx.account.id, customer: { id: customerID }, removedAt: null },
    { orderBy: [{ name: 'asc' }, { id: 'asc' }], limit: mostPeople },
  );
  return members.map((member) => personOf(member as Member));
}

/** Whether somebody with this address belongs to the account already, as staff or in anybody's portal. */
export async function portalPersonKnown(ctx: AccountContext, email: string): Promise<boolean> {
  const known = await ctx.em.findOne(Member, { accountID: ctx.account.id, email, removedAt: null });
  return known !== null;
}

/**
 * The one role that portals are entered with. @throws Problem 403 `cannot_grant` where it may more than the caller
 */
async function portalRole(ctx: AccountContext, isOwnWish = false): Promise<Role> {
  const role = await ctx.em.findOne(Role, { accountID: ctx.account.id, type: 'customer', isSystem: true });
  if (!role) throw problems.not_found();
  if (isOwnWish) return role as Role;
  const rights = await ctx.em.find(RolePermission, { accountID: ctx.account.id, role: { id: role.id } as Role });
  requireGrantable(
    ctx,
    rights.flatMap((row) => codesOfFlags(row as RolePermission)),
  );
  return role as Role;
}

/**
 * Invites somebody to a customer's portal by mail; a removed person comes back as who they were. `isOwnWish` where they
 * asked for it themselves and have proven that they may: no right of a caller is looked at.
 * @throws Problem 409 `duplicate` for somebody who belongs to the account already, 403 `cannot_grant`, 429
 */
export async function invitePortalPerson(
  ctx: AccountContext,
  input: { customerID: string; name: string; email: string; isOwnWish?: boolean },
): Promise<PortalPerson> {
  const role = await portalRole(ctx, input.isOwnWish);
  const known = await ctx.em.findOne(Member, { accountID: ctx.account.id, email: input.email });
  if (known && !known.removedAt) {
    const message = 'This person belongs to a team or a portal of this account already';
    throw problems.duplicate({ message, errors: [{ path: 'email', message }] });
  }
  const fields = {
    name: input.name,
    role,
    status: 'unclaimed' as MemberStatus,
    customer: ctx.em.reference(Party, input.customerID),
    userID: null,
    invitedAt: null,
    joinedAt: null,
    removedAt: null,
  };
  const member = (
    known
      ? ctx.em.assign(known as Member, fields)
      : ctx.em.create(Member, { id: newID('mem'), email: input.email, ...fields })
  ) as Member;
  await ctx.em.flush();
  await mailInvitation(ctx, member);
  audit(ctx, { record: teamUserRecord(member), action: 'invited', note: `${input.email} as ${role.name}` });
  await ctx.em.flush();
  noteTeamChange(ctx);
  return personOf(member);
}

/**
 * Lets somebody of a customer's portal in again, keeps them out, or mails their invitation anew.
 * @throws Problem 404 for people of others, 409 `not_joined`, `already_joined`, `stale_version`
 */
export async function changePortalPerson(
  ctx: AccountContext,
  customerID: string,
  memberID: string,
  change: { status?: 'active' | 'deactivated' | undefined; invite?: boolean | undefined; version?: number | undefined },
): Promise<PortalPerson> {
  await portalRole(ctx);
  const found = await ctx.em.findOne(Member, { accountID: ctx.account.id, id: memberID, removedAt: null });
  if (found?.customer?.id !== customerID) throw problems.not_found();
  const member = (await ctx.em.getForUpdate(Member, memberID)) as Member;
  if (member.removedAt) throw problems.not_found();
  ctx.em.expectVersion(member, change.version);
  if (change.invite) {
    if (!memberStates.is.waiting(member.status)) throw memberProblems.already_joined();
    await mailInvitation(ctx, member);
    audit(ctx, { record: teamUserRecord(member), action: 'invited', note: member.email });
  }
  if (change.status && change.status !== member.status) {
    if (memberStates.is.active(change.status) && !member.userID) throw memberProblems.not_joined();
    if (memberStates.is.deactivated(change.status) && member.id === ctx.memberID)
      throw problems.conflict({ message: 'You cannot keep yourself out; ask a colleague' });
    const changes = [{ field: 'status', from: member.status, to: change.status }];
    Object.assign(member, { status: change.status, invitationHash: null });
    audit(ctx, { record: teamUserRecord(member), action: 'updated', changes });
  }
  await ctx.em.flush();
  noteTeamChange(ctx);
  return personOf(member);
}
