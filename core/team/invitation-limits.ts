import { invitationProblems } from '../contracts/invitation.contract.ts';
import type { AccountContext } from '../kernel/context.ts';
import { countInAccount, limitRules, spendQuietlyInAccount, waitText } from '../limits/limiter.ts';

/**
 * Counts an invitation to an address: mails to people who may not want them go out one at a time and few a day,
 * whatever the account, whoever sends them but the operator of the installation. False where other accounts have mailed
 * the address enough today: then the invitation stands, and is shown where the person signs in. @throws Problem 429
 * `too_many_invitations`; refused ones do not count
 */
export async function limitInvitations(ctx: AccountContext, email: string): Promise<boolean> {
  if (ctx.actor.type === 'system') return true;
  const { id } = ctx.account;
  const limits = [
    { rule: limitRules.invitationAgain, subject: [id, email], what: 'This person was invited just now' },
    { rule: limitRules.invitationToOne, subject: [id, email], what: 'This person was invited several times today' },
    { rule: limitRules.invitationOfAccount, subject: [id], what: 'Your account has sent all its invitations of a day' },
  ];
  for (const { rule, subject, what } of limits) {
    const retryAfter = await countInAccount(ctx, rule, ...subject);
    if (retryAfter)
      throw invitationProblems.too_many_invitations({
        message: `${what}; try again in ${waitText(retryAfter)}`,
        retryAfter,
      });
  }
  return spendQuietlyInAccount(ctx, limitRules.invitationToAddress, email);
}
