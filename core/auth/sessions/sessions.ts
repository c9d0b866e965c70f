import type { EntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import { newID } from '../../contracts/texts/id.ts';
import { hashToken, newToken } from '../../credentials/secret-token.ts';
import { asDate, asOptionalDate } from '../../database/rows/as-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import type { ConfirmedBy } from '../factors/second-factor.entity.ts';
import { notePersonEvent } from '../people/person.ts';
import { mailSessionEnded } from '../people/person-mails.ts';
import { User } from '../people/user.entity.ts';
import { endedSessionDays } from '../sign-in/prune-sign-ins.ts';
import { type AccessTokens, accessTokenSeconds } from '../tokens/access-token.ts';
import { accessCookie, cookiePath, refreshCookie } from '../tokens/cookies.ts';
import { decideRefresh, providerSessionEnd, sessionEnd } from '../tokens/decide-refresh.ts';
import { type EndedSessions, type EndReason, endSessions } from './end-sessions.ts';
import type { KnownDevices } from './known-device.ts';
import { RefreshToken, Session } from './session.entity.ts';
import type { SessionCache } from './session-cache.ts';

type Tables = { 'core.session': TableRow<typeof Session>; 'core.refresh_token': TableRow<typeof RefreshToken> };

/** Methods with which a session began. */
export interface SignInProof {
  method: 'password' | 'passkey' | 'provider';
  /** Account whose provider was used. */
  providerAccountID?: string;
  secondFactor?: ConfirmedBy;
}

const tables = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Begins, refreshes and ends sessions. A session is a family of refresh tokens, each with at most one successor. */
export class Sessions {
  readonly #tokens: AccessTokens;
  readonly #cache: SessionCache;
  readonly #devices: KnownDevices;
  readonly #days: number;

  constructor(options: { tokens: AccessTokens; cache: SessionCache; devices: KnownDevices; days: number }) {
    this.#tokens = options.tokens;
    this.#cache = options.cache;
    this.#devices = options.devices;
    this.#days = options.days;
  }

  /** Begins a session in the given transaction and sets both cookies; ends the browser's previous session. */
  async begin(
    ctx: PersonContext,
    em: EntityManager,
    user: User,
    proof: SignInProof = { method: 'password' },
  ): Promise<{ sessionID: string; expiresAt: Date }> {
    const now = ctx.clock.now();
    await this.#endOfCookie(ctx, em);
    await this.#removeOld(em, user.id, now);
    const expiresAt = proof.providerAccountID ? providerSessionEnd(now) : sessionEnd(now, this.#days);
    const sessionID = newID('ses');
    em.persist(
      em.create(Session, {
        id: sessionID,
        userID: user.id,
        expiresAt,
        revokedAt: null,
        revokedReason: null,
        ip: ctx.client.ip,
        userAgent: ctx.client.userAgent.slice(0, 500),
        method: proof.method,
        providerAccountID: proof.providerAccountID ?? null,
        secondFactor: proof.secondFactor ?? null,
      }),
    );
    const token = newToken();
    em.persist(em.create(RefreshToken, { tokenHash: hashToken(token), sessionID, createdAt: now, rotatedAt: null }));
    await em.flush();
    await this.#setCookies(ctx, { userID: user.id, sessionID, token, expiresAt });
    this.#devices.remember(ctx, user.id);
    return { sessionID, expiresAt };
  }

  /**
   * Exchanges the refresh cookie. Of parallel requests with the same token exactly one rotates it; the others reply
   * `raced`.
   * @throws Problem 401 `session_ended`, with the cookies cleared; a replayed token also ends its session
   */
  async refresh(ctx: PersonContext): Promise<{ status: 'refreshed' | 'raced' }> {
    const presented = ctx.cookies.get(refreshCookie);
    if (!presented) throw this.#refuse(ctx);
    const em = ctx.em;
    const now = ctx.clock.now();
    const tokenHash = hashToken(presented);
    const row = await tables(em)
      .selectFrom('core.refresh_token as token')
      .innerJoin('core.session as session', 'session.id', 'token.session_id')
      .select(['token.rotated_at', 'session.id', 'session.user_id', 'session.expires_at', 'session.revoked_at'])
      .where('token.token_hash', '=', tokenHash)
      .executeTakeFirst();
    const decision = decideRefresh({
      token: row && { rotatedAt: asOptionalDate(row.rotated_at) },
      session: row && { expiresAt: asDate(row.expires_at), revokedAt: asOptionalDate(row.revoked_at) },
      now,
    });
    if (!row || decision.kind === 'unknown' || decision.kind === 'ended') throw this.#refuse(ctx);
    if (decision.kind === 'raced') return { status: 'raced' };
    if (decision.kind === 'reused') {
      await this.#endForReuse(ctx, row.id, row.user_id, now);
      throw this.#refuse(ctx);
    }
    // Concurrent requests wait for the row lock of this update; the second one finds the token rotated.
    const rotated = await tables(em)
      .updateTable('core.refresh_token')
      .set({ rotated_at: now })
      .where('token_hash', '=', tokenHash)
      .where('rotated_at', 'is', null)
      .returning('session_id')
      .executeTakeFirst();
    if (!rotated) return { status: 'raced' };
    const token = newToken();
    await tables(em)
      .insertInto('core.refresh_token')
      .values({ token_hash: hashToken(token), session_id: row.id, created_at: now, rotated_at: null })
      .execute();
    await this.#setCookies(ctx, { userID: row.user_id, sessionID: row.id, token, expiresAt: asDate(row.expires_at) });
    return { status: 'refreshed' };
  }

  /** Expiry of the session of this request. @throws Problem 401 */
  async endOf(ctx: PersonContext): Promise<Date> {
    const session = await ctx.em.findOne(Session, { id: ctx.sessionID ?? '' });
    if (!session) throw problems.unauthenticated();
    return session.expiresAt;
  }

  /** Ends the session of the cookies, if any, and clears the cookies. */
  async signOut(ctx: PersonContext): Promise<void> {
    await this.#endOfCookie(ctx, ctx.em);
    if (ctx.userID && ctx.sessionID)
      await this.#end(ctx, ctx.em, 'signed_out', { userID: ctx.userID, only: ctx.sessionID });
    this.#clear(ctx);
  }

  /** Ends all sessions of a person, except one if given; returns their number. */
  endAll(ctx: PersonContext, em: EntityManager, userID: string, reason: EndReason, except?: string): Promise<number> {
    return this.#end(ctx, em, reason, { userID, except });
  }

  /** Ends one session of a person; false if they have no such active session. */
  async endOne(ctx: PersonContext, userID: string, sessionID: string): Promise<boolean> {
    return (await this.#end(ctx, ctx.em, 'signed_out', { userID, only: sessionID })) > 0;
  }

  /**
   * Drops the person's cached sessions after a change of name, email or rights, so that their next request reads them
   * again.
   */
  refreshIdentity(ctx: Pick<PersonContext, 'afterCommit'>, userID: string): void {
    ctx.afterCommit(() => this.#cache.forgetUser(userID));
  }

  async #end(ctx: PersonContext, em: EntityManager, reason: EndReason, which: EndedSessions): Promise<number> {
    const ended = await endSessions(ctx, em, reason, which);
    const forget = () => {
      for (const { id } of ended) this.#cache.forget(id);
    };
    // Also at once, because a committed refusal has no work after the commit.
    forget();
    ctx.afterCommit(forget);
    if (reason === 'signed_out')
      for (const { id, user_id } of ended) notePersonEvent(ctx, em, user_id, 'signed_out', id);
    await em.flush();
    return ended.length;
  }

  async #endOfCookie(ctx: PersonContext, em: EntityManager): Promise<void> {
    const presented = ctx.cookies.get(refreshCookie);
    if (!presented) return;
    const row = await tables(em)
      .selectFrom('core.refresh_token as token')
      .innerJoin('core.session as session', 'session.id', 'token.session_id')
      .select(['session.id', 'session.user_id'])
      .where('token.token_hash', '=', hashToken(presented))
      .executeTakeFirst();
    if (row) await this.#end(ctx, em, 'signed_out', { userID: row.user_id, only: row.id });
  }

  /** Two parties have the same token, so the session ends for both, and the person is notified. */
  async #endForReuse(ctx: PersonContext, sessionID: string, userID: string, now: Date): Promise<void> {
    await this.#end(ctx, ctx.em, 'reused', { userID, only: sessionID });
    notePersonEvent(ctx, ctx.em, userID, 'refresh_token_reused', sessionID);
    const user = await ctx.em.findOne(User, { id: userID });
    if (user) await mailSessionEnded(ctx, user, now);
    await ctx.em.flush();
    ctx.log.warn({ userID, sessionID, ip: ctx.client.ip }, 'a replayed refresh token ended its session');
  }

  #refuse(ctx: PersonContext): CommittedRefusal {
    this.#clear(ctx);
    return new CommittedRefusal(authProblems.session_ended());
  }

  #clear(ctx: PersonContext): void {
    ctx.cookies.clear(accessCookie, { path: cookiePath });
    ctx.cookies.clear(refreshCookie, { path: cookiePath });
  }

  async #setCookies(
    ctx: PersonContext,
    session: { userID: string; sessionID: string; token: string; expiresAt: Date },
  ): Promise<void> {
    const now = ctx.clock.now();
    const lifeSeconds = Math.max(1, Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000));
    const access = await this.#tokens.sign(session, now);
    ctx.cookies.set(accessCookie, access, { maxAge: Math.min(accessTokenSeconds, lifeSeconds), path: cookiePath });
    ctx.cookies.set(refreshCookie, session.token, { maxAge: lifeSeconds, path: cookiePath });
  }

  /** A sign-in deletes the person's own old sessions; the nightly task deletes those of people who never return. */
  async #removeOld(em: EntityManager, userID: string, now: Date): Promise<void> {
    const before = daysLater(now, -endedSessionDays);
    const old = tables(em)
      .selectFrom('core.session')
      .select('id')
      .where('user_id', '=', userID)
      .where((where) => where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]));
    await tables(em).deleteFrom('core.refresh_token').where('session_id', 'in', old).execute();
    await tables(em).deleteFrom('core.session').where('id', 'in', old).execute();
  }
}
