import { audit } from '../audit/audit.ts';
import { memberProblems, memberStates } from '../contracts/accounts/member.contract.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { codesOfFlags, requireGrantable } from '../permissions/grants.ts';
import { Role, RolePermission } from '../permissions/role.entity.ts';
import { Member, type MemberStatus } from '../tenancy/access/member.entity.ts';
import { Party } from '../tenancy/parties/party.entity.ts';
import { mailInvitation, noteTeamChange, teamUserRecord } from './invitations/invitation-mail.ts';

/** A person of a customer's portal. */
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

/** Largest number of people shown per customer. */
const mostPeople = 200;

/** The people of a customer's portal by name, without removed ones. */
export async function portalPeople(ctx: AccountContext, customerID: string): Promise<PortalPerson[]> {
  const members = await ctx.em.find(
    Member,
    { accountID: ctx.account.id, customer: { id: customerID }, removedAt: null },
    { orderBy: [{ name: 'asc' }, { id: 'asc' }], limit: mostPeople },
  );
  return members.map((member) => personOf(member as Member));
}

/** Whether a person with this address is already a member of the account, as staff or in any portal. */
export async function portalPersonKnown(ctx: AccountContext, email: string): Promise<boolean> {
  const known = await ctx.em.findOne(Member, { accountID: ctx.account.id, email, removedAt: null });
  return known !== null;
}

/** The role of all portal people. @throws Problem 403 `cannot_grant` if it has more rights than the caller */
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
 * Invites a person to a customer's portal by mail; a removed person gets their former record again. `isOwnWish`: the
 * person has registered and confirmed themselves, so the caller's rights are not checked.
 * @throws Problem 409 `duplicate` for a member of the account, 403 `cannot_grant`, 429
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
 * Restores or denies access of a person to a customer's portal, or mails their invitation again.
 * @throws Problem 404 for people of other customers, 409 `not_joined`, `already_joined`, `stale_version`
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
