import { sql } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { MySession } from '../../contracts/sign-in/auth.contract.ts';
import { asDate } from '../../database/rows/as-date.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { signedInUser } from '../people/profile.ts';
import { deviceName } from './device-name.ts';
import type { Sessions } from './sessions.ts';

/** Largest number of sessions in a list; a program that signs in for every call has more. */
const mostShown = 200;

interface SessionRow {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: Date | string;
  lastUsedAt: Date | string;
  expiresAt: Date | string;
  count: string;
}

/** Active sessions of the caller: the current one first, then by last use. */
export async function listOwnSessions(ctx: PersonContext): Promise<{ items: MySession[]; count: number }> {
  const user = await signedInUser(ctx);
  const current = ctx.sessionID ?? '';
  // The last use is the last renewal of the access token, or the beginning of the session.
  const { rows } = await sql<SessionRow>`select session.id, session.user_agent as "userAgent", session.ip,
      session.created_at as "createdAt", session.expires_at as "expiresAt", used.at as "lastUsedAt",
      count(*) over () as count
    from core.session session
    cross join lateral (select coalesce(max(token.created_at), session.created_at) as at
      from core.refresh_token token where token.session_id = session.id) used
    where session.user_id = ${user.id} and session.revoked_at is null and session.expires_at > ${ctx.clock.now()}
    order by (session.id = ${current}) desc, used.at desc, session.id desc limit ${mostShown}`.execute(
    ctx.em.getKysely(),
  );
  return {
    count: Number(rows[0]?.count ?? 0),
    items: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      userAgent: row.userAgent,
      ip: row.ip,
      isCurrent: row.id === current,
      createdAt: asDate(row.createdAt).toISOString(),
      lastUsedAt: asDate(row.lastUsedAt).toISOString(),
      expiresAt: asDate(row.expiresAt).toISOString(),
    })),
  };
}

/**
 * Ends one session of the caller; ending the current one signs out.
 * @throws Problem 404, also for sessions of others
 */
export async function endOwnSession(ctx: PersonContext, sessions: Sessions, sessionID: string): Promise<undefined> {
  const user = await signedInUser(ctx);
  if (sessionID === ctx.sessionID) {
    await sessions.signOut(ctx);
    return undefined;
  }
  if (!(await sessions.endOne(ctx, user.id, sessionID))) throw problems.not_found();
  return undefined;
}

/** Ends all sessions of the caller except the current one; returns their number. */
export async function endOtherSessions(ctx: PersonContext, sessions: Sessions): Promise<{ ended: number }> {
  const user = await signedInUser(ctx);
  return { ended: await sessions.endAll(ctx, ctx.em, user.id, 'signed_out', ctx.sessionID) };
}
