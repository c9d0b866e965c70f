import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../kernel/clock.ts';
import { traced } from '../tracing/tracing.ts';
import { ConnectionPlaces } from './connection-places.ts';
import { insideTransaction } from './inside-transaction.ts';
import { KeptRefusal } from './kept-refusal.ts';
import { type AnyEntitySchema, openOrm } from './orm.ts';
import { PipelinedClient, PipelinedTenantClient } from './pipelined-client.ts';
import { PipelinedTransaction, type StatementForms } from './pipelined-transaction.ts';
import { rememberClock } from './record-clock.ts';
import { Replica, settledReadingUrl, writtenPosition } from './replica.ts';
import type { DatabaseUrls } from './roles.ts';
import { writeWaitingRows } from './waiting-rows.ts';

export interface Scope {
  /** The account row-level security sees; '' where none is known yet (auth role only). */
  accountID: string;
  /** The portal customer, '' for staff. */
  customerID?: string;
  readOnly?: boolean;
  /** True for what is read from a replica, where there is one; its work may run again on the primary. */
  isReport?: boolean;
  /** Waits for a connection however long it takes, as jobs do: nobody is there to be told to try again. */
  isPatient?: boolean;
  /** Whose share of the connections it counts to; the account's unless it says another. */
  share?: string;
}

/** Milliseconds that a call waits for a connection before it is refused as one too many. */
const usualWait = 1_000;

/** For connecting to a replica: the primary is there to answer instead. */
const replicaMilliseconds = 2_000;

/** Connections of one role. */
interface Connections {
  role: 'tenant' | 'auth' | 'reading';
  orm: MikroORM;
  places: ConnectionPlaces;
}

/**
 * A replica that reports are read from: its address, whose user and password do not matter, and how many connections.
 */
export interface ReadReplica {
  url: string;
  connections: number;
  /** Milliseconds that a report waits for it to replay what was written before; 200 by default. */
  longestReplay?: number;
}

type ReadingConnections = Connections & { replica: Replica };

/** The open connections of one process: an ORM for the tenant role, one for the auth role, one for a replica. */
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
    const open = async (
      role: Connections['role'],
      client: typeof PipelinedClient,
      url: string,
      most: number,
      connectMilliseconds?: number,
    ): Promise<Connections> => {
      const orm = await openOrm(url, entities, { min: 0, max: most, connectMilliseconds }, client, forms);
      if (clock) rememberClock(orm, clock);
      return { role, orm, places: new ConnectionPlaces(most) };
    };
    const [tenant, auth, replica] = await Promise.all([
      open('tenant', PipelinedTenantClient, urls.tenant, pool.tenant),
      open('auth', PipelinedClient, urls.auth, pool.auth),
      reading &&
        open(
          'reading',
          PipelinedTenantClient,
          await settledReadingUrl(reading.url, urls.tenant),
          reading.connections,
          replicaMilliseconds,
        ),
    ]);
    const reads = replica && { ...replica, replica: new Replica(reading?.longestReplay) };
    return new Database(urls, { tenant, auth, reading: reads }, longestWait);
  }

  /** How many calls and jobs wait for a connection. */
  get waiting(): number {
    return this.#all.reduce((sum, { places }) => sum + places.waiting, 0);
  }

  /** The connections of each role: how many there may be, are taken and are waited for. */
  get connections(): Partial<Record<Connections['role'], { most: number; taken: number; waiting: number }>> {
    return Object.fromEntries(
      this.#all.map(({ role, places: { most, taken, waiting } }) => [role, { most, taken, waiting }]),
    );
  }

  /** Reports that the replica answered, and those that the primary did in its place; undefined without a replica. */
  get reportCounts(): Replica['counts'] | undefined {
    return this.#reading?.replica.counts;
  }

  get #all(): Connections[] {
    return [this.#tenant, this.#auth, ...(this.#reading ? [this.#reading] : [])];
  }

  /** Runs work as the tenant role in one transaction with the account set; called by core/tenancy alone. */
  runAsTenant<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    if (!/^acc_[0-9a-z]{26}$/.test(scope.accountID)) throw new Error('A tenant transaction needs an account');
    return this.#reading && scope.isReport && scope.readOnly
      ? this.#report(this.#reading, scope, work)
      : this.#run(this.#tenant, scope, work);
  }

  /** Runs work as the auth role: people, sessions, memberships; with an account set also its audit, outbox and mail. */
  async runAsAuth<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const outcome = await this.#run(this.#auth, scope, async (em) => {
      try {
        return { reply: await work(em) };
      } catch (error) {
        if (error instanceof KeptRefusal) return { refusal: error };
        throw error;
      }
    });
    if (outcome.refusal) throw outcome.refusal;
    return outcome.reply as T;
  }

  /**
   * From the replica, once that has all that was written before: whoever wrote reads what they wrote, whichever process
   * they wrote through.
   */
  async #report<T>(
    { replica, ...connections }: ReadingConnections,
    scope: Scope,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (!replica.isThere) return this.#run(this.#tenant, scope, work);
    let hasFollowed = false;
    try {
      const position = await this.#run(this.#tenant, scope, writtenPosition);
      const result = await this.#run(connections, scope, async (em) => {
        await replica.follow(em, position);
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
    }
  }

  async #transaction<T>(
    orm: MikroORM,
    { accountID, customerID = '', readOnly = false }: Scope,
    work: (em: EntityManager) => Promise<T>,
  ): Promise<T> {
    const em = orm.em.fork({
      session: { variables: { 'app.account_id': accountID, 'app.customer_id': customerID } },
      // Inside another role's transaction the fork would else be of that one: its connection, its rights.
      disableContextResolution: true,
    });
    em.setFilterParams('byAccount', { accountID });
    // Not `transactional`, which forks once more and carries the entities back and forth.
    await em.begin({ readOnly } as never);
    try {
      const result = await work(em as EntityManager);
      await writeWaitingRows(em as EntityManager, () => new PipelinedTransaction(em as EntityManager));
      await em.commit();
      return result;
    } catch (error) {
      // Why the work failed matters, not that the connection then was too broken to roll back.
      await em.rollback().catch(() => {});
      throw error;
    }
  }

  /** A cheap query, for readiness. */
  async ping(): Promise<void> {
    await this.#auth.orm.em.fork().execute('select 1');
  }

  /**
   * Waits for the transactions that run: a connection taken from a pool that closes is never given back, and the pool
   * waits for it.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size) await Promise.allSettled(this.#running);
    await Promise.all(this.#all.map(({ orm }) => orm.close(true)));
  }
}
