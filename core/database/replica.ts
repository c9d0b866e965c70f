import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem } from '../contracts/problem.ts';
import { databaseAddress, triedAddress } from './database-address.ts';
import { parseDatabaseUrl } from './roles.ts';

/** Why a report was not read from the replica: it lacked what was written, stopped the report, could not be asked. */
export type ReplicaFault = 'behind' | 'stopped' | 'away';

/** Milliseconds that a report waits for the replica to replay what was written before it was asked for. */
const usualReplay = 200;
const replayPause = 5;
/** Milliseconds for which a replica that was away is not asked again. */
const awayPause = 5_000;

/** SQLSTATE of a report that replay or an administrator stopped; PostgreSQL's own words tell a time-out from it. */
const stopped = /^(?:40001|40P01|57014|57P0.|08...|ECONNRESET|EPIPE|ETIMEDOUT)$/;
const isTimeout = /statement timeout|lock timeout/;
/** What pg says without a code of a connection that broke, the second where nobody asked anything just then. */
const isBroken = /^Connection terminated|is not queryable$/;

/** The replica has not replayed what was written before the question; nothing was read from it. */
class ReplicaBehind extends Error {}

/** The reading address with the user, password and database of the tenant role: roles are the same on a replica. */
export function readingUrl(url: string, tenantUrl: string): string {
  const [address, tenant] = [parseDatabaseUrl(url), parseDatabaseUrl(tenantUrl)];
  address.username = tenant.username;
  address.password = tenant.password;
  address.pathname = tenant.pathname;
  return address.toString();
}

/**
 * The same, settled like every address. That the replica cannot be reached keeps nobody from starting: reports find
 * out, and doctor says why.
 */
export async function settledReadingUrl(url: string, tenantUrl: string): Promise<string> {
  const setting = 'DATABASE_READ_URL';
  const address = databaseAddress(setting, readingUrl(url, tenantUrl));
  return /[?&]sslmode=prefer(?:&|$)/.test(address) ? triedAddress(setting, address) : address;
}

/** What a replica has to have come to. */
export interface LogPosition {
  /** Tells the primary and its replicas from other servers, whose log is of something else. */
  cluster: string;
  position: string;
}

/**
 * Where the log of a primary ends that is safe on its disk: whoever was told of a commit finds it before that, unless
 * commits do not wait for the disk.
 */
export const writtenSelect = `select (pg_control_system()).system_identifier::text as cluster,
  case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as position`;

/** Whether a server is a replica of that cluster and has come so far; neither where it is none, or none any more. */
export const hasFollowedSelect = (cluster: string, position: string): string =>
  `select coalesce(pg_is_in_recovery() and (pg_control_system()).system_identifier::text = ${cluster}
    and pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "hasFollowed"`;

export async function writtenPosition(em: EntityManager): Promise<LogPosition> {
  const [row] = await em.execute<LogPosition[]>(writtenSelect);
  return row as LogPosition;
}

/** What this process knows of the replica that reports are read from. */
export class Replica {
  readonly #counts = { served: 0, behind: 0, stopped: 0, away: 0 };
  readonly #longestReplay: number;
  #awayUntil = 0;
  #isBehind = false;

  constructor(longestReplay = usualReplay) {
    this.#longestReplay = longestReplay;
  }

  /** Reports that it answered, and those that the primary did in its place, by why. */
  get counts(): Readonly<Record<'served' | ReplicaFault, number>> {
    return this.#counts;
  }

  /** Whether it is worth asking. */
  get isThere(): boolean {
    if (performance.now() >= this.#awayUntil) return true;
    this.#counts.away += 1;
    return false;
  }

  /**
   * Waits in a transaction of the replica until that has replayed the log up to a position of the primary. One that was
   * behind the last time is not waited for.
   * @throws ReplicaBehind
   */
  async follow(em: EntityManager, { cluster, position }: LogPosition): Promise<void> {
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
   * Whether the primary has to answer instead, and remembers why. Before it has followed, every error is the replica's;
   * afterwards others are those of the question. Who was refused for want of a place stays refused.
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
