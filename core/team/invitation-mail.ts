import { listTeamUsers } from '../contracts/member.contract.ts';
import { listRoles } from '../contracts/role.contract.ts';
import { hashToken, newToken } from '../credentials/secret-token.ts';
import type { AccountContext } from '../kernel/context.ts';
import { touched } from '../lists/list-page.ts';
import { plainName } from '../mail/plain-name.ts';
import { queueEmail } from '../mail/queue-email.ts';
import { forgetAccess } from '../tenancy/access.ts';
import type { Member } from '../tenancy/member.entity.ts';
import { limitInvitations } from './invitation-limits.ts';

/** How long the mail says that the invitation works. */
export const invitationDays = 7;

/** A person of an account as history and mails name them. */
export const teamUserRecord = (member: Member) => ({ type: 'team_user', id: member.id });

/** Lists and rights follow a change of who belongs to the account. */
export function noteTeamChange(ctx: AccountContext): void {
  touched(ctx, listTeamUsers, listRoles);
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
}

/** Invites with a new token; an older one is void. The token exists in this mail only, and in the link answered. */
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
