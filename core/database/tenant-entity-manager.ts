import type {
  EntityData,
  EntityName,
  FilterQuery,
  FindOneOptions,
  FindOptions,
  Loaded,
  RequiredEntityData,
} from '@mikro-orm/core';
import { OptimisticLockError } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { problems } from '../contracts/problem.ts';
import { insertRows } from './insert-rows.ts';
import { PipelinedTransaction, type StatementSender } from './pipelined-transaction.ts';
import { appendRow, forgetRows, keepWaiting, keepWrite, writeNextRows, writeWaitingRows } from './waiting-rows.ts';

/** What a tenant entity has at least. */
export interface TenantRecord {
  accountID: string;
  id: string;
}

/** What the mapping says of a table. */
interface MappedTable {
  schema?: string;
  tableName: string;
  props: readonly { nullable?: boolean; fieldNames?: readonly string[] }[];
}

/** Data for `create`: the account is added by the entity manager. */
export type NewRecord<T> = Omit<RequiredEntityData<T>, 'accountID'>;

/**
 * The only door from plugin code to the database: entities of the current account inside the request's transaction.
 * Connections, forks and the session context do not exist here.
 */
export class TenantEntityManager implements StatementSender {
  readonly #em: EntityManager;
  #statements: PipelinedTransaction | undefined;
  /** Ids of rows that are locked, by entity. */
  readonly #held = new Map<string, Set<string>>();
  /** Whether so much was appended that the next flush writes it. */
  #isFull = false;
  readonly accountID: string;

  constructor(em: EntityManager, accountID: string) {
    this.#em = em;
    this.accountID = accountID;
  }

  find<T extends object, const Hint extends string = never>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    options?: FindOptions<T, Hint>,
  ): Promise<Loaded<T, Hint>[]> {
    return this.#afterRows(() => this.#em.find(entity, where as never, options as never)) as Promise<Loaded<T, Hint>[]>;
  }

  findOne<T extends object, const Hint extends string = never>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    options?: FindOneOptions<T, Hint>,
  ): Promise<Loaded<T, Hint> | null> {
    return this.#afterRows(() => this.#em.findOne(entity, where as never, options as never)) as Promise<Loaded<
      T,
      Hint
    > | null>;
  }

  /**
   * The record of this id, or a 404 `not_found`: the same answer for what is missing and what belongs to somebody else.
   */
  async get<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    id: string,
    options?: FindOneOptions<T, Hint>,
  ): Promise<Loaded<T, Hint>> {
    const found = await this.findOne<T, Hint>(entity, { accountID: this.accountID, id } as FilterQuery<T>, options);
    if (!found) throw problems.not_found();
    return found;
  }

  /** The records of these ids, in the order of the ids; an id that no record has is passed over. */
  async findInOrder<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    ids: readonly string[],
    options?: FindOptions<T, Hint>,
  ): Promise<Loaded<T, Hint>[]> {
    const where = { accountID: this.accountID, id: { $in: ids } } as FilterQuery<T>;
    const byID = new Map((await this.find<T, Hint>(entity, where, options)).map((record) => [record.id, record]));
    return ids.flatMap((id) => byID.get(id) ?? []);
  }

  /**
   * Like `get`, holding the row until the transaction ends; use it before checking a state that the write depends on.
   */
  async getForUpdate<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    id: string,
    options?: FindOneOptions<T, Hint>,
  ): Promise<Loaded<T, Hint>> {
    await this.lockRows(entity, [id]);
    return this.get<T, Hint>(entity, id, { ...options, refresh: true } as FindOneOptions<T, Hint>);
  }

  /**
   * Locks rows of one table in id order (`for no key update`), so that two writers never wait for each other in a ring.
   * Asks nobody for what this transaction holds already. A table is named by its entity, or as `schema.table`.
   */
  async lockRows<T extends object>(entity: EntityName<T> | string, ids: readonly string[]): Promise<string[]> {
    const table = this.#tableOf(entity);
    const held = this.#heldOf(table);
    if (ids.every((id) => held.has(id))) return [...new Set(ids)].sort();
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where account_id = ${this.accountID} and id = any(${[...new Set(ids)].sort()}::text[])
      order by id for no key update`.execute(this.query());
    for (const { id } of rows) held.add(id);
    return rows.map(({ id }) => id);
  }

  /** Says that these rows are held: they are new, or another statement has locked them. */
  noteHeld<T extends object>(entity: EntityName<T> | string, ids: readonly string[]): void {
    const held = this.#heldOf(this.#tableOf(entity));
    for (const id of ids) held.add(id);
  }

  #tableOf<T extends object>(entity: EntityName<T> | string): string {
    if (typeof entity === 'string') return entity;
    const meta = this.#em.getMetadata().get(entity as never) as { schema?: string; tableName: string };
    return `${meta.schema}.${meta.tableName}`;
  }

  #heldOf(table: string): Set<string> {
    const held = this.#held.get(table) ?? new Set<string>();
    this.#held.set(table, held);
    return held;
  }

  /** Columns of a table, `schema.table`, that have a value in every row; none of a table that no entity maps. */
  requiredColumns(table: string): ReadonlySet<string> {
    const metas = [...this.#em.getMetadata().getAll().values()] as unknown as readonly MappedTable[];
    const found = metas.find((meta) => `${meta.schema}.${meta.tableName}` === table);
    const required = (found?.props ?? []).filter(({ nullable }) => !nullable);
    return new Set(required.flatMap(({ fieldNames }) => fieldNames ?? []));
  }

  /** Creates and persists a record of this account; it is written by the next flush. */
  create<T extends object>(entity: EntityName<T>, data: NewRecord<T>): T {
    const record = this.#em.create(
      entity,
      { ...data, accountID: this.accountID } as never,
      { persist: true } as never,
    ) as T;
    this.#em.persist(record);
    return record;
  }

  /**
   * Writes fields of a record; `version` guards against lost updates when the caller sent one (409 `stale_version`).
   */
  assign<T extends object>(record: T, data: EntityData<T>): T {
    return this.#em.assign(record as never, data as never, { ignoreUndefined: true } as never) as T;
  }

  /** Refuses when the record changed since the version the caller saw. */
  expectVersion(record: { version: number }, version: number | undefined): void {
    if (version !== undefined && record.version !== version)
      throw problems.stale_version({ details: { version: record.version, expected: version } });
  }

  /**
   * A reference to a record of this account by id; the foreign key checks that it exists (400 on a reference that does
   * not).
   */
  reference<T extends object>(entity: EntityName<T>, id: string): T {
    return this.#em.getReference(entity, [this.accountID, id] as never) as T;
  }

  remove(record: object): void {
    this.#em.remove(record as never);
  }

  populate<T extends object>(records: T[], hints: readonly string[]): Promise<unknown> {
    return this.#afterRows(() => this.#em.populate(records as never, hints as never));
  }

  /**
   * Forgets every loaded record, so that flushes of long jobs stay cheap: each looks at all records that are known.
   * Flush first.
   */
  clear(): void {
    this.#em.clear();
  }

  async flush(): Promise<void> {
    try {
      if (this.#knowsEntities) await this.#afterRows(() => this.#em.flush());
    } catch (error) {
      if (error instanceof OptimisticLockError) throw problems.stale_version();
      throw error;
    }
    await this.writeIfMany();
  }

  /**
   * Writes a row, given by its columns, at the end of the transaction: for what is read elsewhere, as history is. Of
   * rows with the same key the last one is written; `ending` follows the rows of a table: `on conflict ...`.
   */
  append(table: string, row: object, options?: { key?: unknown; ending?: RawBuilder<unknown> }): void {
    const hasRoom = appendRow(this.#em, table, { account_id: this.accountID, ...row }, options);
    this.#isFull ||= !hasRoom;
  }

  /** Takes back what was appended with these keys. */
  forget(table: string, keys: readonly unknown[]): void {
    forgetRows(this.#em, table, keys);
  }

  /** Writes what was appended where so much waits that it should not be kept. */
  async writeIfMany(): Promise<void> {
    if (this.#isFull) await this.writeAppended();
  }

  /** Writes now what was appended: for those who read it in the same transaction. */
  async writeAppended(): Promise<void> {
    this.#isFull = false;
    await writeWaitingRows(this.#em, () => this.#pipelined);
  }

  /**
   * Inserts rows, given by their columns, without making entities of them; those of a table have all the same columns.
   * They go with the next statement, those of several tables in one. Nobody waits for the answer: what PostgreSQL has
   * against them fails that statement or the commit.
   */
  async insert<Row extends object>(table: string, rows: readonly Row[]): Promise<void> {
    const given = rows.map((row) => ({ account_id: this.accountID, ...row }));
    if (given.length && !keepWaiting(this.#em, table, given)) await insertRows(this, table, given);
  }

  /**
   * Kysely of this transaction, for projections and set statements. Every statement names `account_id = ctx.account.id`
   * itself; row-level security is the second wall, not the first. Statements that are begun together, as with
   * `Promise.all`, travel together and run in this order.
   */
  // biome-ignore lint/suspicious/noExplicitAny: callers name their own tables; `any` is for raw sql
  query<Tables = any>(): Kysely<Tables> {
    return this.#pipelined.query as unknown as Kysely<Tables>;
  }

  /**
   * Sends a write whose result nobody needs, and goes on: if it fails, the next statement of the transaction fails
   * with its error, at the latest the commit. So it does where it writes another number of `rows` than given; they are
   * left out where the statement itself finds which rows there are.
   */
  send(statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    return this.#pipelined.send(statement, rows);
  }

  /**
   * `send` for an update, upsert or delete that reads no table but its own: it goes with the next statement, those of
   * several tables in one. Writes of one name come one after the other: the name is that of the table, `schema.table`,
   * with a word behind it where no row of one write can be one of the other.
   */
  async write(table: string, statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    const write = { table, statement, rows };
    if (keepWrite(this.#em, write)) return;
    await writeNextRows(this.#em, this);
    keepWrite(this.#em, write);
  }

  /**
   * Runs a write and others beside it, as one statement: for what is summed up into several tables from others. None
   * sees what another writes. Answers the rows that the first returns.
   */
  async writeBeside<Row>(first: RawBuilder<Row>, ...others: readonly RawBuilder<unknown>[]): Promise<Row[]> {
    if (!this.isDistributed) {
      const parts = others.map((each, at) => sql`${sql.raw(`part${at}`)} as (${each})`);
      return (await sql<Row>`with ${sql.join(parts)} ${first}`.execute(this.query())).rows;
    }
    const [{ rows }] = await Promise.all([first.execute(this.query()), ...others.map((each) => this.send(each))]);
    return rows;
  }

  get isDistributed(): boolean {
    return this.#pipelined.isDistributed;
  }

  /** Whether the ORM may have something to write. */
  get #knowsEntities(): boolean {
    const work = this.#em.getUnitOfWork(false);
    return work.getIdentityMap().keys().length > 0 || work.getPersistStack().size > 0 || work.getRemoveStack().size > 0;
  }

  get #pipelined(): PipelinedTransaction {
    this.#statements ??= new PipelinedTransaction(
      this.#em,
      // Sent ahead of the statement on the same connection: nobody has to wait for it.
      () => void writeNextRows(this.#em, this),
    );
    return this.#statements;
  }

  /** Statements of the ORM go their own way: rows that wait go before them. */
  #afterRows<T>(work: () => Promise<T>): Promise<T> {
    const written = writeNextRows(this.#em, this);
    return written ? written.then(work) : work();
  }
}

export { sql };
