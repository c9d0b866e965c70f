import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../kernel/context/clock.ts';
import { traced } from '../tracing/tracing.ts';
import { ConnectionPlaces } from './connections/connection-places.ts';
import { Replica, settledReadingUrl, writtenPosition } from './connections/replica.ts';
import { type AnyEntitySchema, openBeside, openOrm, type RoleOrm } from './orm.ts';
import { rememberClock } from './rows/record-clock.ts';
import { runEndings, writeWaitingRows } from './rows/waiting-rows.ts';
import type { DatabaseUrls } from './schema/roles.ts';
import { PipelinedTenantClient } from './statements/pipelined/pipelined-client.ts';
import { PipelinedTransaction, type StatementForms } from './statements/pipelined/pipelined-transaction.ts';
import { type Planning, plannedForValues } from './statements/sent-statement.ts';
import { isStaleStatement } from './statements/stale-statements.ts';
import { CommittedRefusal } from './transactions/committed-refusal.ts';
import { insideTransaction } from './transactions/inside-transaction.ts';
import { renewsWait } from './transactions/outside-wait.ts';

export interface Scope {
  /** The account for row-level security; '' where none is known yet (auth role only). */
  accountID: string;
  /** The portal customer; '' for staff. */
  customerID?: string;
  readOnly?: boolean;
  /** True for reads that may use a replica; the work may run a second time, on the primary. */
  isReport?: boolean;
  /** Planning of statements that do not set it themselves; defaults to `once`. */
  planning?: Planning;
  /** Waits for a connection without a limit, as jobs do, because no caller could try again. */
  isPatient?: boolean;
  /** Whose limit of connections counts; defaults to the account's. */
  share?: string;
}

/** Milliseconds that a call waits for a connection before it is refused. */
const usualWait = 1_000;

/** Time-out for connecting to a replica; short, because the primary can answer instead. */
const replicaMilliseconds = 2_000;

interface Connections {
  role: 'tenant' | 'auth' | 'reading';
  orm: RoleOrm;
  places: ConnectionPlaces;
}

/** A replica for reports: its address, whose user and password are ignored, and its number of connections. */
export interface ReadReplica {
  url: string;
  connections: number;
  /** Milliseconds that a report waits for the replica to replay earlier writes; 200 by default. */
  longestReplay?: number;
}

type ReadingConnections = Connections & { replica: Replica };

/** The open connections of one process: an ORM for the tenant role, one for the auth role, and one for a replica. */
export class Database {
  readonly urls: DatabaseUrls;
  readonly #tenant: Connections;
  readonly #auth: Connections;
  readonly #reading: ReadingConnections | undefined;
  readonly #longestWait: number;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(
    urls: DatabaseUrls,
    { tenant, auth, reading }: { tenant: Connections; auth: Connections; reading: ReadingConnections | undefined },
    longestWait: number,
  ) {
    this.urls = urls;
    this.#tenant = tenant;
    this.#auth = auth;
    this.#reading = reading;
    this.#longestWait = longestWait;
  }

  static async open(
    urls: DatabaseUrls,
    entities: AnyEntitySchema[],
    pool: { tenant: number; auth: number },
    longestWait = usualWait,
    forms: StatementForms = {},
    reading?: ReadReplica,
    clock?: Clock,
  ): Promise<Database> {
    const connections = (role: Connections['role'], orm: RoleOrm, most: number): Connections => {
      if (clock) rememberClock(orm, clock);
      return { role, orm, places: new ConnectionPlaces(most) };
    };
    const common = { entities, forms };
    const sized = (url: string, max: number) => ({ ...common, url, pool: { min: 0, max } });
    const first = await openOrm({ ...sized(urls.tenant, pool.tenant), client: PipelinedTenantClient });
    const tenant = connections('tenant', first, pool.tenant);
    const auth = connections('auth', openBeside(first, sized(urls.auth, pool.auth)), pool.auth);
    const replica =
      reading &&
      connections(
        'reading',
        openBeside(first, {
          ...common,
          url: await settledReadingUrl(reading.url, urls.tenant),
          pool: { min: 0, max: reading.connections, connectMilliseconds: replicaMilliseconds },
          client: PipelinedTenantClient,
        }),
        reading.connections,
      );
    const reads = replica && { ...replica, replica: new Replica(reading?.longestReplay) };
    return new Database(urls, { tenant, auth, reading: reads }, longestWait);
  }

  /** Number of calls and jobs that wait for a connection. */
  get waiting(): number {
    return this.#all.reduce((sum, { places }) => sum + places.waiting, 0);
  }

  /** The connections of each role: limit, in use, and waited for. */
  get connections(): Partial<Record<Connections['role'], { most: number; taken: number; waiting: number }>> {
    return Object.fromEntries(
      this.#all.map(({ role, places: { most, taken, waiting } }) => [role, { most, taken, waiting }]),
    );
  }

  /** Numbers of reports answered by the replica, and by the primary instead; undefined without a replica. */
  get reportCounts(): Replica['counts'] | undefined {
    return this.#reading?.replica.counts;
  }

  get #all(): Connections[] {
    return [this.#tenant, this.#auth, ...(this.#reading ? [this.#reading] : [])];
  }

  /** Runs work as the tenant role in one transaction with the account set. Only core/tenancy calls it. */
  runAsTenant<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    if (!/^acc_[0-9a-z]{26}$/.test(scope.accountID)) throw new Error('A tenant transaction needs an account');
    return this.#reading && scope.isReport && scope.readOnly
      ? this.#report(this.#reading, scope, work)
      : this.#run(this.#tenant, scope, work);
  }

  /** Runs work as the auth role: people, sessions, memberships. With an account also its audit, outbox and mail. */
  async runAsAuth<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const run = () =>
      this.#run(this.#auth, scope, async (em) => {
        try {
          return { reply: await work(em) };
        } catch (error) {
          if (error instanceof CommittedRefusal) return { refusal: error };
          throw error;
        }
      });
    const outcome = await run().catch((error: unknown) => {
      if (isStaleStatement(error)) return run();
      throw error;
    });
    if (outcome.refusal) throw outcome.refusal;
    return outcome.reply as T;
  }

  /**
   * Reads from the replica after it has replayed all earlier writes, so that a person sees their own changes, whichever
   * process wrote them.
   */
  async #report<T>(
    { replica, ...connections }: ReadingConnections,
    scope: Scope,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (!replica.isReachable) return this.#run(this.#tenant, scope, work);
    let hasFollowed = false;
    try {
      const position = await this.#run(this.#tenant, scope, writtenPosition);
      const result = await this.#run(connections, scope, async (em) => {
        await replica.waitForReplay(em, position);
        hasFollowed = true;
        return work(em);
      });
      replica.noteServed();
      return result;
    } catch (error) {
      if (!replica.isAtFault(error, hasFollowed)) throw error;
      return this.#run(this.#tenant, scope, work);
    }
  }

  async #run<T>(connections: Connections, scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed');
    const running = this.#inPlace(connections, scope, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #inPlace<T>(
    { role, orm, places }: Connections,
    scope: Scope,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    const share = scope.share ?? scope.accountID;
    const attributes = {
      'db.system.name': 'postgresql',
      'millwright.role': role,
      'millwright.reads': scope.readOnly ?? false,
    };
    const wait = places.take(scope.isPatient ? Number.POSITIVE_INFINITY : this.#longestWait, share);
    await (places.waiting ? traced({ name: 'wait for a connection', kind: 'internal', attributes }, () => wait) : wait);
    try {
      return await traced({ name: 'transaction', kind: 'client', attributes }, () =>
        insideTransaction.run(true, () => this.#transaction(orm, scope, work)),
      );
    } finally {
      places.give(share);
      renewsWait.getStore()?.();
    }
  }

  async #transaction<T>(
    orm: RoleOrm,
    { accountID, customerID = '', readOnly = false, planning }: Scope,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    const em = orm.em.fork({
      session: {
        variables: {
          'app.account_id': accountID,
          'app.customer_id': customerID,
          ...(planning === 'values' ? plannedForValues : {}),
        },
      },
      // Inside a transaction of another role the fork would otherwise use that role's connection and rights.
      disableContextResolution: true,
    });
    em.setFilterParams('byAccount', { accountID });
    // `transactional` would fork again and copy the entities in both directions.
    await em.begin({ readOnly });
    try {
      const result = await work(em as EntityManager);
      await runEndings(em as EntityManager);
      await writeWaitingRows(em as EntityManager, () => new PipelinedTransaction(em as EntityManager));
      await em.commit();
      return result;
    } catch (error) {
      // The caller needs the error of the work, not that of a rollback on a broken connection.
      await em.rollback().catch(() => {});
      throw error;
    }
  }

  /** A cheap query for readiness probes. */
  async ping(): Promise<void> {
    await this.#auth.orm.em.fork().execute('select 1');
  }

  /**
   * Waits for running transactions first: a pool that closes waits for connections in use, but would never get them
   * back.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size) await Promise.allSettled(this.#running);
    await Promise.all(this.#all.map(({ orm }) => orm.close(true)));
  }
}
