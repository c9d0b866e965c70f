import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { requireGoodPassword } from '../../credentials/password-rules.ts';
import { hashToken, newToken } from '../../credentials/secret-token.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { limitRules, spendOfNetwork, spendQuietly } from '../../limits/limiter.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { forgetWaysIn } from '../factors/second-factor.ts';
import { findByIdentifier, notePersonEvent } from '../people/person.ts';
import { mailPasswordChanged, mailResetLink } from '../people/person-mails.ts';
import { proveAddress } from '../people/prove-address.ts';
import { User } from '../people/user.entity.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { decideReset, verificationLimits } from '../tokens/decide-verification.ts';
import { lockVerification, storeVerification } from '../tokens/verification.ts';
import { checkPassword, forgetFailures, signInSubject } from './sign-in.ts';

/** Changes and resets of passwords. */
export class Passwords {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /**
   * Changes the person's password and ends all their other sessions and their links with providers.
   * @throws Problem 400 `wrong_password` or `weak_password`, 429
   */
  async change(ctx: PersonContext, user: User, input: { oldPassword: string; newPassword: string }): Promise<void> {
    await checkPassword(ctx, {
      subject: user.id,
      device: ctx.sessionID,
      user,
      password: input.oldPassword,
      refusal: () =>
        authProblems.wrong_password({ errors: [{ path: 'oldPassword', message: 'The current password is wrong' }] }),
    });
    requireGoodPassword(input.newPassword, user, 'newPassword');
    user.passwordHash = await ctx.passwords.hash(input.newPassword);
    user.isPasswordOfTeam = false;
    notePersonEvent(ctx, ctx.em, user.id, 'password_changed', ctx.sessionID);
    await ctx.em.flush();
    const forgotten = await forgetWaysIn(ctx.em, user.id, { factors: false });
    await this.#sessions.endAll(ctx, ctx.em, user.id, 'password_changed', ctx.sessionID);
    await mailPasswordChanged(ctx, user, ctx.clock.now(), forgotten);
  }

  /**
   * Mails a reset link if the person exists (and, with a slug, is a member of that account). The reply is the same in
   * all cases. After three mails in an hour no further one is sent and the last link stays valid, because others may
   * request it too.
   * @throws Problem 429 for too many requests of a network
   */
  async requestReset(ctx: PersonContext, input: { identifier: string; accountSlug?: string }): Promise<void> {
    const now = ctx.clock.now();
    await spendOfNetwork(ctx.em, limitRules.resetPerNetwork, clientNetwork(ctx.client.ip), now);
    const mayMail = await spendQuietly(ctx.em, limitRules.resetPerIdentifier, signInSubject(input.identifier), now);
    const user = await findByIdentifier(ctx.em, input.identifier);
    if (mayMail && user && (await this.#belongsTo(ctx, user, input.accountSlug))) {
      const token = newToken();
      await storeVerification(ctx.em, {
        userID: user.id,
        identifier: user.email,
        purpose: 'reset',
        tokenHash: hashToken(token),
        expiresAt: new Date(now.getTime() + verificationLimits.resetMinutes * 60_000),
      });
      notePersonEvent(ctx, ctx.em, user.id, 'password_reset_requested');
      await mailResetLink(ctx, user, token);
      await ctx.em.flush();
    }
  }

  /**
   * Sets a password with a mailed token, once. The mail also verifies the email. All sessions end, the links with
   * providers are removed, and so is whatever was added before the email was verified.
   * @throws Problem 400 `reset_token_invalid` or `weak_password` (the token stays valid), 429
   */
  async reset(ctx: PersonContext, input: { token: string; password: string }): Promise<void> {
    const now = ctx.clock.now();
    const token = await lockVerification(ctx.em, { tokenHash: hashToken(input.token), purpose: 'reset' });
    const held = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const user = token && (await ctx.em.findOne(User, { id: token.userID }, held));
    if (!token || !user || decideReset(token, user.email, now) === 'refuse') {
      await spendOfNetwork(ctx.em, limitRules.resetTry, clientNetwork(ctx.client.ip), now);
      throw new CommittedRefusal(authProblems.reset_token_invalid());
    }
    requireGoodPassword(input.password, user, 'password');
    const wasOfTeam = user.isPasswordOfTeam;
    user.passwordHash = await ctx.passwords.hash(input.password);
    user.isPasswordOfTeam = false;
    ctx.em.remove(token);
    notePersonEvent(ctx, ctx.em, user.id, 'password_reset');
    const forgotten = await forgetWaysIn(ctx.em, user.id, { factors: wasOfTeam || !user.emailVerified });
    await proveAddress(ctx, user);
    await this.#sessions.endAll(ctx, ctx.em, user.id, 'password_reset');
    await forgetFailures(ctx, ctx.em, user);
    await mailPasswordChanged(ctx, user, now, forgotten);
  }

  async #belongsTo(ctx: PersonContext, user: User, slug: string | undefined): Promise<boolean> {
    if (slug === undefined) return true;
    const { rows } =
      await sql`select 1 from core.member member join core.account account on account.id = member.account_id
      where account.slug = ${slug} and member.user_id = ${user.id} and ${memberIs.active('member.status')}`.execute(
        ctx.em.getKysely(),
      );
    return rows.length > 0;
  }
}
