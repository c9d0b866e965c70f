import { sql } from 'kysely';
import type { SignInFactor } from '../../credentials/decide-second-factor.ts';
import type { ProviderOfSession } from '../../credentials/decide-session.ts';
import type { Database } from '../../database/database.ts';
import { notices } from '../../kernel/calls/notices.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { ownLink } from '../providers/provider-link.ts';

/** An active session, with the data of its person that each request needs. */
export interface LiveSession {
  userID: string;
  name: string;
  email: string;
  isOperator: boolean;
  factor: SignInFactor;
}

/** Seconds for which another process may still accept a session that was ended here, if it missed the notice. */
const cacheSeconds = 8;
const largest = 20_000;

/** Number of notices about sessions from other processes; entries read before the last one may be out of date. */
let changes = 0;

export const dropSessions = (): void => {
  changes += 1;
};

interface Entry {
  until: number;
  changes: number;
  session: Promise<LiveSession | undefined>;
}

/** Caches active sessions; queries the database once per session and 8 seconds. */
export class SessionCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The session; undefined if it has expired, is revoked or unknown. */
  async find(sessionID: string, userID: string): Promise<LiveSession | undefined> {
    const now = this.#clock.now().getTime();
    let entry = this.#entries.get(sessionID);
    if (!entry || entry.changes !== changes || entry.until <= now || entry.until > now + cacheSeconds * 1000) {
      entry = { until: now + cacheSeconds * 1000, changes, session: this.#load(sessionID) };
      this.#entries.delete(sessionID);
      this.#entries.set(sessionID, entry);
      if (this.#entries.size > largest) this.#entries.delete(this.#entries.keys().next().value as string);
      // A failed query must not be cached as "signed out".
      const failed = entry;
      entry.session.catch(() => {
        if (this.#entries.get(sessionID) === failed) this.#entries.delete(sessionID);
      });
    }
    const session = await entry.session;
    return session?.userID === userID ? session : undefined;
  }

  forget(sessionID: string): void {
    this.#entries.delete(sessionID);
    notices.tell('sessions');
  }

  /** Drops all sessions of a person; other processes are notified. */
  async forgetUser(userID: string): Promise<void> {
    for (const [sessionID, { session }] of [...this.#entries])
      if ((await session.catch(() => undefined))?.userID === userID) this.#entries.delete(sessionID);
    notices.tell('sessions');
  }

  #load(sessionID: string): Promise<LiveSession | undefined> {
    return this.#database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<
        Omit<LiveSession, 'factor'> & SignInFactor & { through: ProviderOfSession | null }
      >`select person.id as "userID", person.name, person.email, person.is_operator as "isOperator",
          session.second_factor is not null as "isConfirmed",
          case when session.provider_account_id is not null then jsonb_build_object(
            'accountID', session.provider_account_id,
            'accountName', (select name from core.account where id = session.provider_account_id),
            'isOwnLink', exists (select from core.auth_link link where link.user_id = person.id
              and link.type = ${ownLink} and link.provider = 'oidc:' || session.provider_account_id)) end as through,
          coalesce(session.second_factor = 'provider', false)
            or exists (select from core.passkey where passkey.user_id = person.id)
            or exists (select from core.authenticator_app app
            where app.user_id = person.id and app.confirmed_at is not null) as "isSetUp"
        from core.session session join core."user" person on person.id = session.user_id
        where session.id = ${sessionID} and session.revoked_at is null
          and session.expires_at > ${this.#clock.now()}`.execute(em.getKysely());
      const [row] = rows;
      if (!row) return undefined;
      const { isSetUp, isConfirmed, through, ...session } = row;
      return { ...session, factor: { isSetUp, isConfirmed, through } };
    });
  }
}
