import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { authProblems } from '../contracts/auth.contract.ts';
import { newID } from '../contracts/id.ts';
import { invitationProblems, type RegistrationMode } from '../contracts/invitation.contract.ts';
import { problems } from '../contracts/problem.ts';
import { requireGoodPassword } from '../credentials/password-rules.ts';
import { hashCode, isSameSecret, mailedDigits, newCode } from '../credentials/secret-token.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { PersonContext } from '../kernel/context.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { isSpent, limit, limitRules, spendOfNetwork, spendQuietly } from '../limits/limiter.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { decideCode, verificationLimits } from './decide-verification.ts';
import { type AroundJoining, createAccountWithAdmin } from './join.ts';
import { PendingRegistration } from './pending-registration.entity.ts';
import { notePersonEvent } from './person.ts';
import { mailAddressKnown, mailCode } from './person-mails.ts';
import { hasSignIn, personOfAddress, proveAddress } from './prove-address.ts';
import type { Sessions } from './sessions.ts';
import { User } from './user.entity.ts';
import { lockVerification, storeVerification } from './verification.ts';

/**
 * Creating an account takes a second connection of the auth role beside the request's own. Bounded below the size of
 * the pool, so that registrations can never wait for each other's connections.
 */
const mostAtOnce = 2;

/** For so long the same digits are mailed to an address again: whoever it belongs to types those of any mail. */
const sameCodeMinutes = 60;
const noCode = 'none';

/** Kept, so that the try counts. */
const codeInvalid = (): KeptRefusal =>
  new KeptRefusal(authProblems.code_invalid({ errors: [{ path: 'code', message: 'This code is not valid' }] }));

/** Creates people and proves their addresses. */
export class Registration {
  /** Who may register. */
  readonly mode: RegistrationMode;
  readonly #tenancy: Tenancy;
  readonly #sessions: Sessions;
  readonly #secret: string;
  #running = 0;

  constructor(options: { tenancy: Tenancy; sessions: Sessions; secret: string; mode: RegistrationMode }) {
    this.mode = options.mode;
    this.#tenancy = options.tenancy;
    this.#sessions = options.sessions;
    this.#secret = options.secret;
  }

  /**
   * Mails a code to the address; the person and an account of their own come with the code. Where the address has a
   * sign-in already the mail says so instead, and whoever asks learns nothing: same answer, same work. One that only a
   * provider has named has none: whoever reads its mail is the person.
   * @throws Problem 400 `weak_password`, 403 `registration_invited`, `registration_closed`, 429
   */
  async register(
    ctx: PersonContext,
    input: { name: string; email: string; password: string; accountName?: string },
  ): Promise<{ registrationID: string; expiresAt: Date }> {
    this.#requireOpen();
    const now = ctx.clock.now();
    const { email, name } = input;
    await spendOfNetwork(ctx.em, limitRules.register, clientNetwork(ctx.client.ip), now);
    const mayMail = await spendQuietly(ctx.em, limitRules.registerAddress, email, now);
    requireGoodPassword(input.password, input, 'password');
    const isKnown = await hasSignIn(ctx.em, email);
    const id = newID('rgp');
    const codeID = isKnown ? noCode : await this.#codeOf(ctx, email, id, now);
    const expiresAt = new Date(now.getTime() + verificationLimits.codeMinutes * 60_000);
    ctx.em.persist(
      ctx.em.create(PendingRegistration, {
        id,
        email,
        name,
        accountName: input.accountName || null,
        passwordHash: await ctx.passwords.hash(input.password),
        codeHash: codeID,
        attempts: 0,
        expiresAt,
      }),
    );
    await ctx.em.flush();
    if (mayMail && isKnown) await mailAddressKnown(ctx, { name, email }, now);
    else if (mayMail) await mailCode(ctx, { name, email }, this.#digits(codeID));
    return { registrationID: id, expiresAt };
  }

  /**
   * What the code of an address is made of. One code lives at a time, whoever asked for it: others who write the
   * address can neither make the code in its mail worthless nor use up its mails before its owner asks.
   */
  async #codeOf(ctx: PersonContext, email: string, id: string, now: Date): Promise<string> {
    const since = new Date(now.getTime() - sameCodeMinutes * 60_000);
    const last = await ctx.em.findOne(
      PendingRegistration,
      { email, createdAt: { $gt: since }, codeHash: { $ne: noCode } },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
    return last?.codeHash ?? id;
  }

  #digits(codeID: string): string {
    return mailedDigits(this.#secret, codeID, 6);
  }

  /**
   * Creates the person of a registration, with an account of their own, once the code has proven their address; signs
   * them in. Whoever has invited them goes on waiting.
   * @throws Problem 400 `code_invalid`, 409 `email_taken` where the address got a sign-in meanwhile
   */
  async confirm(
    ctx: PersonContext,
    { registrationID, code }: { registrationID: string; code: string },
  ): Promise<{ user: User; expiresAt: Date }> {
    this.#requireOpen();
    const pending = await ctx.em.findOne(
      PendingRegistration,
      { id: registrationID },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const codeID = pending?.codeHash ?? noCode;
    const isRight = isSameSecret(this.#digits(codeID), code) && codeID !== noCode;
    const now = ctx.clock.now();
    const matches = isRight && !(await isSpent(ctx.em, limitRules.registerCode, pending?.email ?? '', now));
    const sent = pending
      ? { expiresAt: pending.expiresAt, attempts: pending.attempts, identifier: pending.email }
      : undefined;
    const decision = decideCode(sent, pending?.email ?? '', matches, now);
    if (decision === 'count' && pending) {
      await spendQuietly(ctx.em, limitRules.registerCode, pending.email, now);
      pending.attempts += 1;
      await ctx.em.flush();
    }
    if (decision !== 'accept' || !pending) throw codeInvalid();
    const { email, name, passwordHash, accountName } = pending;
    ctx.em.remove(pending);
    await ctx.em.flush();
    if (await hasSignIn(ctx.em, email)) throw authProblems.email_taken();
    const id = (await ctx.em.findOne(User, { email }))?.id ?? newID('usr');
    let user: User | undefined;
    let begun: { expiresAt: Date } | undefined;
    await this.#withAccount(
      accountName ?? name,
      { userID: id, name, email },
      {
        ctx,
        before: async (em) => {
          user = await personOfAddress(ctx, em, { id, email, name, passwordHash });
        },
        after: async (em) => {
          if (!user) return;
          begun = await this.#sessions.begin(ctx, em, user);
          await em.flush();
        },
      },
    );
    if (!user || !begun) throw new Error('The person was not created');
    return { user, expiresAt: begun.expiresAt };
  }

  #requireOpen(): void {
    if (this.mode === 'closed') throw invitationProblems.registration_closed();
    if (this.mode === 'invited') throw invitationProblems.registration_invited();
  }

  /** Mails a new code unless the address is proven. @throws Problem 429 */
  async requestCode(ctx: PersonContext, user: User): Promise<void> {
    if (user.emailVerified) return;
    await limit(ctx.em, limitRules.code, user.id, ctx.clock.now());
    await this.#storeCode(ctx, ctx.em, user);
  }

  /** Proves the address. @throws Problem 400 `code_invalid` */
  async verifyCode(ctx: PersonContext, user: User, code: string): Promise<User> {
    if (user.emailVerified) return user;
    const token = await lockVerification(ctx.em, { userID: user.id, purpose: 'email' });
    const matches = isSameSecret(token?.tokenHash ?? '', hashCode(this.#secret, user.id, code));
    const decision = decideCode(token ?? undefined, user.email, matches, ctx.clock.now());
    if (decision === 'count' && token) {
      token.attempts += 1;
      await ctx.em.flush();
    }
    if (decision !== 'accept' || !token) throw codeInvalid();
    ctx.em.remove(token);
    notePersonEvent(ctx, ctx.em, user.id, 'email_verified');
    await proveAddress(ctx, user);
    return user;
  }

  async #storeCode(ctx: PersonContext, em: EntityManager, user: User): Promise<void> {
    const code = newCode();
    await storeVerification(em, {
      userID: user.id,
      identifier: user.email,
      purpose: 'email',
      tokenHash: hashCode(this.#secret, user.id, code),
      expiresAt: new Date(ctx.clock.now().getTime() + verificationLimits.codeMinutes * 60_000),
    });
    await mailCode(ctx, user, code);
  }

  async #withAccount(
    accountName: string,
    admin: { userID: string; name: string; email: string },
    around: AroundJoining,
  ): Promise<void> {
    if (this.#running >= mostAtOnce) throw problems.overloaded({ retryAfter: 1 });
    this.#running += 1;
    try {
      await createAccountWithAdmin(
        this.#tenancy,
        { name: accountName, plan: 'free', onboardingStatus: 'pending' },
        admin,
        around,
      );
    } finally {
      this.#running -= 1;
    }
  }
}
