import type { EntityManager } from '@mikro-orm/postgresql';
import { authProblems } from '../contracts/auth.contract.ts';
import { newID } from '../contracts/id.ts';
import { invitationProblems, type RegistrationMode } from '../contracts/invitation.contract.ts';
import { problems } from '../contracts/problem.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { PersonContext } from '../kernel/context.ts';
import { createAccountWithAdmin } from '../tenancy/create-account.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { clientNetwork } from './client-network.ts';
import { decideCode, verificationLimits } from './decide-verification.ts';
import { limit, limitRules } from './limiter.ts';
import { hashPassword } from './password-hash.ts';
import { requireGoodPassword } from './password-rules.ts';
import { createUser, notePersonEvent, proveAddress } from './person.ts';
import { mailCode } from './person-mails.ts';
import { hashCode, isSameSecret, newCode } from './secret-token.ts';
import type { Sessions } from './sessions.ts';
import { User } from './user.entity.ts';
import { lockVerification, storeVerification } from './verification.ts';

/**
 * Creating an account takes a second connection of the auth role beside the request's own. Bounded below the size of the
 * pool, so that registrations can never wait for each other's connections.
 */
const mostAtOnce = 2;

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
   * Creates a person with an account of their own and signs them in. Whoever waits for them elsewhere goes on waiting.
   * @throws Problem 409 `email_taken`, 400 `weak_password`, 403 `registration_invited`, `registration_closed`, 429
   */
  async register(
    ctx: PersonContext,
    input: { name: string; email: string; password: string; accountName?: string },
  ): Promise<{ user: User; expiresAt: Date }> {
    if (this.mode === 'closed') throw invitationProblems.registration_closed();
    if (this.mode === 'invited') throw invitationProblems.registration_invited();
    await limit(ctx.em, limitRules.register, clientNetwork(ctx.client.ip), ctx.clock.now());
    requireGoodPassword(input.password, input, 'password');
    const { email, name } = input;
    if (await ctx.em.count(User, { email }))
      throw new KeptRefusal(
        authProblems.email_taken({
          errors: [{ path: 'email', message: 'There is a sign-in with this email already' }],
        }),
      );
    const passwordHash = await hashPassword(input.password);
    const id = newID('usr');
    let made: { user: User; expiresAt: Date } | undefined;
    const make = async (em: EntityManager): Promise<void> => {
      const user = await createUser(em, { id, email, name, passwordHash });
      notePersonEvent(ctx, em, id, 'registered');
      const { expiresAt } = await this.#sessions.begin(ctx, em, user);
      await this.#storeCode(ctx, em, user);
      made = { user, expiresAt };
    };
    await this.#withAccount(input.accountName || name, { userID: id, name, email }, make);
    if (!made) throw new Error('The person was not created');
    return made;
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
    if (decision !== 'accept' || !token)
      throw new KeptRefusal(
        authProblems.code_invalid({ errors: [{ path: 'code', message: 'This code is not valid' }] }),
      );
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
    make: (em: EntityManager) => Promise<void>,
  ): Promise<void> {
    if (this.#running >= mostAtOnce) throw problems.overloaded({ retryAfter: 1 });
    this.#running += 1;
    try {
      await createAccountWithAdmin(
        this.#tenancy,
        { name: accountName, plan: 'free', onboardingStatus: 'pending' },
        admin,
        make,
      );
    } finally {
      this.#running -= 1;
    }
  }
}
