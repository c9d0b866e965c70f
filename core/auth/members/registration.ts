import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { invitationProblems, type RegistrationMode } from '../../contracts/accounts/invitation.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import { requireGoodPassword } from '../../credentials/password-rules.ts';
import { hashCode, isSameSecret, mailedDigits, newCode } from '../../credentials/secret-token.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { isSpent, limit, limitRules, spendOfNetwork, spendQuietly } from '../../limits/limiter.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { notePersonEvent } from '../people/person.ts';
import { mailAddressKnown, mailCode } from '../people/person-mails.ts';
import { hasSignIn, personOfAddress, proveAddress } from '../people/prove-address.ts';
import { User } from '../people/user.entity.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { decideCode, verificationLimits } from '../tokens/decide-verification.ts';
import { lockVerification, storeVerification } from '../tokens/verification.ts';
import { type AroundJoining, createAccountWithAdmin } from './join.ts';
import { PendingRegistration } from './pending-registration.entity.ts';

/**
 * Concurrent registrations. Each needs a second connection of the auth role, so the number is below the size of the
 * pool; otherwise registrations could deadlock on connections.
 */
const mostAtOnce = 2;

/** Minutes in which further mails to an address contain the same code, so that the code of any mail is valid. */
const sameCodeMinutes = 60;
const noCode = 'none';

/** A refusal that commits, so that the try counts. */
const codeInvalid = (): CommittedRefusal =>
  new CommittedRefusal(authProblems.code_invalid({ errors: [{ path: 'code', message: 'This code is not valid' }] }));

/** Creates people and verifies their emails. */
export class Registration {
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
   * Mails a code to the email; the code then creates the person with an account of their own. If the email already has
   * a sign-in, the mail says so instead, while reply and duration are the same. An email that only a provider has named
   * counts as new.
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
    requireGoodPassword(input.password, input, 'password');
    // Hashed before the email's counter is locked, so that concurrent registrations do not wait for each other's
    // hashing.
    const passwordHash = await ctx.passwords.hash(input.password);
    const mayMail = await spendQuietly(ctx.em, limitRules.registerAddress, email, now);
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
        passwordHash,
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
   * The id from which the code of an email is derived. An email has one code at a time, whoever requested it, so that
   * others can neither invalidate the mailed code nor use up the limit of mails.
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
   * Creates the person of a registration with an account of their own after the code has verified the email, and signs
   * them in. Open invitations stay.
   * @throws Problem 400 `code_invalid`, 409 `email_taken` if the email got a sign-in meanwhile
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

  /** Mails a new code unless the email is verified. @throws Problem 429 */
  async requestCode(ctx: PersonContext, user: User): Promise<void> {
    if (user.emailVerified) return;
    await limit(ctx.em, limitRules.code, user.id, ctx.clock.now());
    await this.#storeCode(ctx, ctx.em, user);
  }

  /** Verifies the email. @throws Problem 400 `code_invalid` */
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
