import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dropSessions } from '../../auth/sessions/session-cache.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { Database } from '../../database/database.ts';
import { notices } from '../../kernel/calls/notices.ts';
import { dropAccess, dropAllAccess } from '../../tenancy/access/access.ts';

const everyMilliseconds = 1_000;
/** Seconds for which notices are read again, because they are not ordered by commit. */
const windowSeconds = 20;
const keptSeconds = 300;

/**
 * Exchanges notices about changed access with other processes through a table. LISTEN would need a connection of its
 * own, which a transaction pooler does not provide.
 */
export class FollowOthers {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #told = new Set<string>();
  #seen = new Set<string>();
  #looked = Date.now();
  #isStopping = false;
  #endPause: () => void = () => undefined;
  readonly #stopTelling: () => void;
  readonly #done: Promise<void>;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#stopTelling = notices.onTell((subject) => {
      this.#told.add(subject);
      this.#endPause();
    });
    this.#done = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      let isAway = false;
      try {
        await this.#tell();
        await this.#hear();
      } catch (error) {
        isAway = true;
        this.#log.warn({ err: error }, 'what other processes changed could not be read; trying again');
      }
      if (!this.#isStopping && (isAway || !this.#told.size)) await this.#pause();
    }
  }

  async #tell(): Promise<void> {
    if (!this.#told.size) return;
    const subjects = [...this.#told];
    const ids = subjects.map(() => newID('ntc'));
    await this.#database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
      const query = em.getKysely();
      await sql`insert into core.access_notice (id, subject, created_at)
        select id, subject, clock_timestamp()
        from unnest(${ids}::text[], ${subjects}::text[]) as told(id, subject)`.execute(query);
      await sql`delete from core.access_notice
        where created_at < clock_timestamp() - make_interval(secs => ${keptSeconds})`.execute(query);
    });
    for (const id of ids) this.#seen.add(id);
    for (const subject of subjects) this.#told.delete(subject);
  }

  async #hear(): Promise<void> {
    const began = Date.now();
    const rows = await this.#database.runAsAuth({ accountID: '', readOnly: true, isPatient: true }, async (em) => {
      const found = await sql<{ id: string; subject: string }>`select id, subject from core.access_notice
        where created_at > clock_timestamp() - make_interval(secs => ${windowSeconds})`.execute(em.getKysely());
      return found.rows;
    });
    // The last poll is so long ago that notices may already be outside the window.
    if (began - this.#looked > (windowSeconds / 2) * 1_000) {
      dropAllAccess();
      dropSessions();
    }
    this.#looked = began;
    for (const { subject } of rows.filter(({ id }) => !this.#seen.has(id))) {
      const [what, accountID] = subject.split(' ');
      if (what === 'access' && accountID) dropAccess(accountID);
      else dropSessions();
    }
    this.#seen = new Set(rows.map(({ id }) => id));
  }

  #pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, everyMilliseconds);
      this.#endPause = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTelling();
    this.#endPause();
    await this.#done;
    // A command ends as soon as its work is done, so pending notices are sent now.
    await this.#tell().catch(() => {});
  }
}
