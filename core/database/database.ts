import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { writeAppendedRows } from './appended-rows.ts';
import { KeptRefusal } from './kept-refusal.ts';
import { type AnyEntitySchema, openOrm } from './orm.ts';
import type { DatabaseUrls } from './roles.ts';

export interface Scope {
  /** The account row-level security sees; '' where none is known yet (auth role only). */
  accountID: string;
  /** The portal customer, '' for staff. */
  customerID?: string;
  readOnly?: boolean;
}

/** The open connections of one process: an ORM for the tenant role and one for the auth role. */
export class Database {
  readonly urls: DatabaseUrls;
  readonly #tenant: MikroORM;
  readonly #auth: MikroORM;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(urls: DatabaseUrls, tenant: MikroORM, auth: MikroORM) {
    this.urls = urls;
    this.#tenant = tenant;
    this.#auth = auth;
  }

  static async open(
    urls: DatabaseUrls,
    entities: AnyEntitySchema[],
    pool: { tenant: number; auth: number },
  ): Promise<Database> {
    const [tenant, auth] = await Promise.all([
      openOrm(urls.tenant, entities, { min: 0, max: pool.tenant }),
      openOrm(urls.auth, entities, { min: 0, max: pool.auth }),
    ]);
    return new Database(urls, tenant, auth);
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

  async #run<T>(orm: MikroORM, scope: Scope, work: (em: EntityManager) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The database is closed');
    const running = this.#transaction(orm, scope, work);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
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
      await writeAppendedRows(em as EntityManager);
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
    await this.#auth.em.fork().execute('select 1');
  }

  /** Waits for the transactions that run: a connection taken from a pool that closes is never given back, and the pool waits for it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size) await Promise.allSettled(this.#running);
    await Promise.all([this.#tenant.close(true), this.#auth.close(true)]);
  }
}
