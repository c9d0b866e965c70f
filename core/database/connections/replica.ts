import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem } from '../../contracts/endpoints/problem.ts';
import { parseDatabaseUrl } from '../schema/roles.ts';
import { databaseAddress, triedAddress } from './database-address.ts';

/**
 * Reasons for not reading a report from the replica: it had not replayed earlier writes, stopped the report, or could
 * not be reached.
 */
export type ReplicaFault = 'behind' | 'stopped' | 'away';

/** Milliseconds that a report waits for the replica to replay earlier writes. */
const usualReplay = 200;
const replayPause = 5;
/** Milliseconds for which an unreachable replica is not tried again. */
const awayPause = 5_000;

/**
 * SQLSTATE of a report that was stopped by replay or an administrator. 57014 is also a time-out, which the message
 * distinguishes.
 */
const stopped = /^(?:40001|40P01|57014|57P0.|08...|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const isTimeout = /statement timeout|lock timeout/;
/** Messages of pg, without a code, for a broken connection; the second where no statement was running. */
const isBroken = /^Connection terminated|is not queryable$/;

/** The replica has not replayed earlier writes, so nothing was read from it. */
class ReplicaBehind extends Error {}

/** The reading address with user, password and database of the tenant role, because a replica has the same roles. */
export function readingUrl(url: string, tenantUrl: string): string {
  const [address, tenant] = [parseDatabaseUrl(url), parseDatabaseUrl(tenantUrl)];
  address.username = tenant.username;
  address.password = tenant.password;
  address.pathname = tenant.pathname;
  return address.toString();
}

/**
 * Like `readingUrl`, with TLS settled as for every address. An unreachable replica does not prevent a start: reports
 * notice it, and doctor gives the reason.
 */
export async function settledReadingUrl(url: string, tenantUrl: string): Promise<string> {
  const setting = 'DATABASE_READ_URL';
  const address = databaseAddress(setting, readingUrl(url, tenantUrl));
  return /[?&]sslmode=prefer(?:&|$)/.test(address) ? triedAddress(setting, address) : address;
}

/** The position in the log that a replica has to reach. */
export interface LogPosition {
  /** Identifies the primary and its replicas; other servers have an unrelated log. */
  cluster: string;
  position: string;
}

/**
 * Selects the end of the primary's log on disk. A commit is confirmed only after it is on disk, unless
 * `synchronous_commit` is off; then the end of the log in memory is needed.
 */
export const writtenSelect = `select (pg_control_system()).system_identifier::text as cluster,
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as position`;

/**
 * Selects whether a server is a replica of that cluster and has replayed the log up to the position; false for a server
 * that is no replica.
 */
export const hasFollowedSelect = (cluster: string, position: string): string =>
  `select coalesce(pg_is_in_recovery() and (pg_control_system()).system_identifier::text = ${cluster}
    and pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "hasFollowed"`;

export async function writtenPosition(em: EntityManager): Promise<LogPosition> {
  const [row] = await em.execute<LogPosition[]>(writtenSelect);
  return row as LogPosition;
}

/** The state of the replica for reports, as this process knows it. */
export class Replica {
  readonly #counts = { served: 0, behind: 0, stopped: 0, away: 0 };
  readonly #longestReplay: number;
  #awayUntil = 0;
  #isBehind = false;

  constructor(longestReplay = usualReplay) {
    this.#longestReplay = longestReplay;
  }

  /** Numbers of reports that the replica answered, and that the primary answered instead, by reason. */
  get counts(): Readonly<Record<'served' | ReplicaFault, number>> {
    return this.#counts;
  }

  /** Whether to try the replica. */
  get isReachable(): boolean {
    if (performance.now() >= this.#awayUntil) return true;
    this.#counts.away += 1;
    return false;
  }

  /**
   * Waits in a transaction of the replica until it has replayed the log up to a position of the primary. Does not wait
   * if the replica was behind the last time.
   * @throws ReplicaBehind
   */
  async waitForReplay(em: EntityManager, { cluster, position }: LogPosition): Promise<void> {
    const end = performance.now() + (this.#isBehind ? 0 : this.#longestReplay);
    const ask = () => em.execute<{ hasFollowed: boolean }[]>(hasFollowedSelect('?', '?'), [cluster, position]);
    while (!(await ask())[0]?.hasFollowed) {
      if (performance.now() >= end) {
        this.#isBehind = true;
        throw new ReplicaBehind();
      }
      await new Promise((done) => setTimeout(done, replayPause));
    }
    this.#isBehind = false;
  }

  noteServed(): void {
    this.#counts.served += 1;
  }

  /**
   * Whether the primary has to answer instead; counts the reason. Before the replica has caught up every error is its
   * own; afterwards other errors belong to the query. A report refused for lack of a connection stays refused.
   */
  isAtFault(error: unknown, hasFollowed: boolean): boolean {
    if (error instanceof Problem) return false;
    const fault = error instanceof ReplicaBehind ? 'behind' : hasFollowed ? isStopped(error) && 'stopped' : 'away';
    if (!fault) return false;
    this.#counts[fault] += 1;
    if (fault === 'away') this.#awayUntil = performance.now() + awayPause;
    return true;
  }
}

function isStopped(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && stopped.test(String(each.code))) return !isTimeout.test(each.message);
    if (isBroken.test(each.message)) return true;
  }
  return false;
}
