import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { traced } from '../tracing/tracing.ts';
import { ConnectionPlaces } from './connection-places.ts';
import { insideTransaction } from './inside-transaction.ts';
import { KeptRefusal } from './kept-refusal.ts';
import { type AnyEntitySchema, openOrm } from './orm.ts';
import { PipelinedClient, PipelinedTenantClient } from './pipelined-client.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';
import type { DatabaseUrls } from './roles.ts';
import { writeWaitingRows } from './waiting-rows.ts';

export interface Scope {
  /** The account row-level security sees; '' where none is known yet (auth role only). */
  accountID: string;
  /** The portal customer, '' for staff. */
  customerID?: string;
  readOnly?: boolean;
  /** Waits for a connection however long it takes, as jobs do: nobody is there to be told to try again. */
  isPatient?: boolean;
  /** Whose share of the connections it counts to; the account's unless it says another. */
  share?: string;
}

/** Milliseconds that a call waits for a connection before it is refused as one too many. */
const usualWait = 1_000;

/** Connections of one role. */
interface Connections {
  role: 'tenant' | 'auth';
  orm: MikroORM;
  places: ConnectionPlaces;
}

/** The open connections of one process: an ORM for the tenant role and one for the auth role. */
export class Database {
  readonly urls: DatabaseUrls;
  readonly #tenant: Connections;
  readonly #auth: Connections;
  readonly #longestWait: number;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(urls: DatabaseUrls, tenant: Connections, auth: Connections, longestWait: number) {
    this.urls = urls;
    this.#tenant = tenant;
    this.#auth = auth;
    this.#longestWait = longestWait;
  }

  static async open(
    urls: DatabaseUrls,
    entities: AnyEntitySchema[],
    pool: { tenant: number; auth: number },
    longestWait = usualWait,
    keepsPlans = true,
  ): Promise<Database> {
    const open = async (role: Connections['role'], client: typeof PipelinedClient): Promise<Connections> => ({
      role,
      orm: await openOrm(urls[role], entities, { min: 0, max: pool[role] }, client, keepsPlans),
      places: new ConnectionPlaces(pool[role]),
    });
    const [tenant, auth] = await Promise.all([open('tenant', PipelinedTenantClient), open('auth', PipelinedClient)]);
    return new Database(urls, tenant, auth, longestWait);
  }

  /** How many calls and jobs wait for a connection. */
  get waiting(): number {
    return this.#tenant.places.waiting + this.#auth.places.waiting;
  }

  /** The connections of each role: how many there may be, are taken and are waited for. */
  get connections(): Record<'tenant' | 'auth', { most: number; taken: number; waiting: number }> {
    const of = ({ places: { most, taken, waiting } }: Connections) => ({ most, taken, waiting });
    return { tenant: of(this.#tenant), auth: of(this.#auth) };
  }

  /** Runs work as the tenant role in one transaction with the account set; called by core/tenancy alone. */
  runAsTenant<T>(scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    if (!/^acc_[0-9a-z]{26}$/.test(scope.accountID)) throw new Error('A tenant transaction needs an account');
    return this.#run(this.#tenant, scope, work);
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
      await writeWaitingRows(em as EntityManager, () => new PipelinedTransaction(em.getKysely() as never));
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
    await Promise.all([this.#tenant, this.#auth].map(({ orm }) => orm.close(true)));
  }
}
