import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Clock } from '../kernel/clock.ts';

/** A session that is alive, with what each request needs to know of its person. */
export interface LiveSession {
  userID: string;
  name: string;
  email: string;
  isOperator: boolean;
}

/**
 * Seconds for which another process may still honour a session that was ended here (reliability.md 5.2: at most 10).
 */
const cacheSeconds = 8;
const largest = 20_000;

interface Entry {
  until: number;
  session: Promise<LiveSession | undefined>;
}

/** Knows which sessions are alive, asking the database once per session and 8 seconds. */
export class SessionCache {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The session, or undefined where it is over, revoked or unknown. */
  async find(sessionID: string, userID: string): Promise<LiveSession | undefined> {
    const now = this.#clock.now().getTime();
    let entry = this.#entries.get(sessionID);
    if (!entry || entry.until <= now || entry.until > now + cacheSeconds * 1000) {
      entry = { until: now + cacheSeconds * 1000, session: this.#load(sessionID) };
      this.#entries.delete(sessionID);
      this.#entries.set(sessionID, entry);
      if (this.#entries.size > largest) this.#entries.delete(this.#entries.keys().next().value as string);
      // A database that was away must not be remembered as "signed out".
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
  }

  /** Drops all sessions of a person in this process. */
  async forgetUser(userID: string): Promise<void> {
    for (const [sessionID, { session }] of [...this.#entries])
      if ((await session.catch(() => undefined))?.userID === userID) this.#entries.delete(sessionID);
  }

  #load(sessionID: string): Promise<LiveSession | undefined> {
    return this.#database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } =
        await sql<LiveSession>`select person.id as "userID", person.name, person.email, person.is_operator as "isOperator"
        from core.session session join core."user" person on person.id = session.user_id
        where session.id = ${sessionID} and session.revoked_at is null and session.expires_at > ${this.#clock.now()}`.execute(
          em.getKysely(),
        );
      return rows[0];
    });
  }
}
