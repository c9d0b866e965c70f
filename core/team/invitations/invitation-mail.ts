import { listTeamUsers } from '../../contracts/accounts/member.contract.ts';
import { listRoles } from '../../contracts/accounts/role.contract.ts';
import { hashToken, newToken } from '../../credentials/secret-token.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { plainName } from '../../mail/sending/plain-name.ts';
import { queueEmail } from '../../mail/sending/queue-email.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import type { Member } from '../../tenancy/access/member.entity.ts';
import { limitInvitations } from './invitation-limits.ts';

/** Days for which an invitation is valid, as its mail says. */
export const invitationDays = 7;

/** A team user in the history and in mails. */
export const teamUserRecord = (member: Member) => ({ type: 'team_user', id: member.id });

/** Invalidates lists and rights after a change of the account's members. */
export function noteTeamChange(ctx: AccountContext): void {
  touched(ctx, listTeamUsers, listRoles);
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
}

/**
 * Mails an invitation with a new token and invalidates the previous one. The token is only in this mail and in the
 * returned link.
 */
export async function mailInvitation(ctx: AccountContext, member: Member): Promise<string> {
  const mayMail = await limitInvitations(ctx, member.email);
  const token = newToken();
  const inviterName = ctx.actor.type === 'user' ? ctx.actor.name : null;
  Object.assign(member, {
    status: 'invited',
    invitedAt: ctx.clock.now(),
    invitedByName: inviterName,
    invitationHash: hashToken(token),
  });
  const link = `${ctx.baseURL}/invitation?token=${token}`;
  if (!mayMail) return link;
  await queueEmail(ctx, {
    template: 'core.invitation',
    to: [member.email],
    props: {
      accountName: plainName(ctx.account.name),
      name: plainName(member.name),
      inviterName: plainName(inviterName ?? ctx.account.name),
      link,
      days: invitationDays,
    },
    record: teamUserRecord(member),
    isConfidential: true,
  });
  return link;
}
