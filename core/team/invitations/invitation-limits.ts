import { invitationProblems } from '../../contracts/accounts/invitation.contract.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { countInAccount, limitRules, spendQuietlyInAccount, waitText } from '../../limits/limiter.ts';

/**
 * Counts an invitation to an address, because its owner may not want the mails: one at a time and few per day, over all
 * accounts. The operator's invitations are not limited. False if other accounts have already mailed the address often
 * enough today; the invitation is then stored and shown when the person signs in, but not mailed.
 * @throws Problem 429 `too_many_invitations`; refused ones do not count
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
