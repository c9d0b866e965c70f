import type {
  EntityData,
  EntityName,
  FilterQuery,
  FindOneOptions,
  FindOptions,
  Loaded,
  Primary,
  RequiredEntityData,
} from '@mikro-orm/core';
import { OptimisticLockError } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { problems } from '../contracts/endpoints/problem.ts';
import { decimal, toColumn } from '../contracts/numbers/decimal.ts';
import { insertRows } from './rows/insert-rows.ts';
import {
  appendRow,
  forgetRows,
  keepEnding,
  keepWaiting,
  keepWrite,
  writeNextRows,
  writeWaitingRows,
} from './rows/waiting-rows.ts';
import { workKey } from './statements/pipelined/pipelined-client.ts';
import { PipelinedTransaction, type StatementSender } from './statements/pipelined/pipelined-transaction.ts';
import type { Planning } from './statements/sent-statement.ts';

/** The minimal fields of a tenant entity. */
export interface TenantRecord {
  accountID: string;
  id: string;
}

/** Options without names of indexes, which PostgreSQL takes no hints of. */
interface Unhinted {
  using?: never[];
}

/** Data for `create`; the entity manager adds the account. */
export type NewRecord<T> = Omit<RequiredEntityData<T>, 'accountID'>;

/**
 * Access of plugin code to the database: entities of the current account inside the request's transaction. It gives no
 * access to connections, forks and session settings.
 */
export class TenantEntityManager implements StatementSender {
  readonly #em: EntityManager;
  #statements: PipelinedTransaction | undefined;
  /** Ids of locked rows, by table. */
  readonly #held = new Map<string, Set<string>>();
  /** Whether so many rows are waiting that the next `writeIfMany` writes them. */
  #isFull = false;
  readonly accountID: string;

  constructor(em: EntityManager, accountID: string) {
    this.#em = em;
    this.accountID = accountID;
  }

  find<T extends object, const Hint extends string = never, const Fields extends string = never>(
    entity: EntityName<T>,
    where: FilterQuery<NoInfer<T>>,
    options?: FindOptions<T, Hint, Fields> & Unhinted,
  ): Promise<Loaded<T, Hint, Fields>[]> {
    return this.#afterRows(() => this.#em.find<T, Hint, Fields>(entity, where, options));
  }

  findOne<T extends object, const Hint extends string = never>(
    entity: EntityName<T>,
    where: FilterQuery<NoInfer<T>>,
    options?: FindOneOptions<T, Hint> & Unhinted,
  ): Promise<Loaded<T, Hint> | null> {
    return this.#afterRows(() => this.#em.findOne<T, Hint>(entity, where, options));
  }

  /** The record with this id. @throws Problem 404 `not_found`, also for a record of another account */
  async get<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    id: string,
    options?: FindOneOptions<T, Hint> & Unhinted,
  ): Promise<Loaded<T, Hint>> {
    const found = await this.findOne<T, Hint>(
      entity,
      { accountID: this.accountID, id } as FilterQuery<NoInfer<T>>,
      options,
    );
    if (!found) throw problems.not_found();
    return found;
  }

  /** The records with these ids, in the order of the ids; unknown ids are skipped. */
  async findInOrder<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    ids: readonly string[],
    options?: FindOptions<T, Hint> & Unhinted,
  ): Promise<Loaded<T, Hint>[]> {
    const where = { accountID: this.accountID, id: { $in: ids } } as FilterQuery<NoInfer<T>>;
    const byID = new Map((await this.find<T, Hint>(entity, where, options)).map((record) => [record.id, record]));
    return ids.flatMap((id) => byID.get(id) ?? []);
  }

  /**
   * Like `get`, but locks the row until the transaction ends. Use it before checking a state on which the write
   * depends.
   */
  async getForUpdate<T extends TenantRecord, const Hint extends string = never>(
    entity: EntityName<T>,
    id: string,
    options?: FindOneOptions<T, Hint> & Unhinted,
  ): Promise<Loaded<T, Hint>> {
    await this.lockRows(entity, [id]);
    return this.get<T, Hint>(entity, id, { ...options, refresh: true } as FindOneOptions<T, Hint> & Unhinted);
  }

  /**
   * Locks rows of one table in id order (`for no key update`), so that two writers never deadlock. Rows that this
   * transaction has locked before are not queried again. The table is given as its entity or as `schema.table`.
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

  /**
   * Waits until the other transactions that write in this account have ended, and keeps new ones waiting until this one
   * ends: for changes of what every record relies on, such as the currency. Rarely and shortly; locks of rows come
   * after it.
   */
  async aloneInAccount(): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.raw(workKey(this.accountID))})`.execute(this.query());
  }

  /** Records that these rows are locked, because they are new or another statement has locked them. */
  noteHeld<T extends object>(entity: EntityName<T> | string, ids: readonly string[]): void {
    const held = this.#heldOf(this.#tableOf(entity));
    for (const id of ids) held.add(id);
  }

  #tableOf<T extends object>(entity: EntityName<T> | string): string {
    if (typeof entity === 'string') return entity;
    const meta = this.#em.getMetadata().get(entity);
    return `${meta.schema}.${meta.tableName}`;
  }

  #heldOf(table: string): Set<string> {
    const held = this.#held.get(table) ?? new Set<string>();
    this.#held.set(table, held);
    return held;
  }

  /** Columns of a table, `schema.table`, that are not null; empty for a table without an entity. */
  requiredColumns(table: string): ReadonlySet<string> {
    const metas = [...this.#em.getMetadata().getAll().values()];
    const found = metas.find((meta) => `${meta.schema}.${meta.tableName}` === table);
    const required = (found?.props ?? []).filter(({ nullable }) => !nullable);
    return new Set(required.flatMap(({ fieldNames }) => fieldNames ?? []));
  }

  /** The fields of a record with the texts that decimal columns store, in place of numbers. */
  decimalTexts<T extends object>(entity: EntityName<T>, fields: object): object {
    const { properties } = this.#em.getMetadata().get(entity);
    const mapped: Readonly<Record<string, { precision?: number; scale?: number }>> = properties;
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const { precision = 0, scale } = mapped[name] ?? {};
        const isDecimal = typeof value === 'number' && scale !== undefined;
        return [name, isDecimal ? toColumn(decimal(value), scale, precision - scale) : value];
      }),
    );
  }

  /** Creates and persists a record of this account; the next flush writes it. */
  create<T extends object>(entity: EntityName<T>, data: NewRecord<T>): T {
    const record = this.#em.create(entity, { ...data, accountID: this.accountID } as RequiredEntityData<T>, {
      persist: true,
    });
    this.#em.persist(record);
    return record;
  }

  /** Sets fields of a record. For protection against lost updates call `expectVersion` with the caller's version. */
  assign<T extends object>(record: T, data: EntityData<T>): T {
    // MikroORM also names the fields of `data` in its type, which no caller here needs.
    return this.#em.assign(record, data as never, { ignoreUndefined: true }) as T;
  }

  /** @throws Problem 409 `stale_version` if the record has changed since the caller's version */
  expectVersion(record: { version: number }, version: number | undefined): void {
    if (version !== undefined && record.version !== version)
      throw problems.stale_version({ details: { version: record.version, expected: version } });
  }

  /** A reference to a record of this account by id. The foreign key checks that it exists (400 otherwise). */
  reference<T extends object>(entity: EntityName<T>, id: string): T {
    return this.#em.getReference(entity, [this.accountID, id] as Primary<T>);
  }

  remove(record: object): void {
    this.#em.remove(record);
  }

  populate<T extends object>(records: T[], hints: readonly string[]): Promise<unknown> {
    // Hints come from callers that do not know the entity's type.
    return this.#afterRows(() => this.#em.populate(records, hints as never));
  }

  /**
   * Detaches all loaded records, so that flushes of long jobs stay cheap, because each flush checks all of them. Flush
   * first.
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
   * Writes a row, given by column, at the end of the transaction, for rows that the transaction itself does not read,
   * such as history. Of rows with the same key only the last one is written. `ending` is appended to the statement: `on
   * conflict ...`.
   */
  append(table: string, row: object, options?: { key?: unknown; ending?: RawBuilder<unknown> }): void {
    const hasRoom = appendRow(this.#em, table, { account_id: this.accountID, ...row }, options);
    this.#isFull ||= !hasRoom;
  }

  /**
   * Runs work at the end of the transaction, before appended rows are written, once for each name: for rows that many
   * writers share, so that they are locked after everything else and only for the commit. Such work may ask for more,
   * also by its own name.
   */
  atEnd(name: string, work: () => Promise<void>): void {
    keepEnding(this.#em, name, work);
  }

  /** Discards appended rows with these keys. */
  forget(table: string, keys: readonly unknown[]): void {
    forgetRows(this.#em, table, keys);
  }

  /** Writes the appended rows if they are too many to keep in memory. */
  async writeIfMany(): Promise<void> {
    if (this.#isFull) await this.writeAppended();
  }

  /** Writes the appended rows now, for code that reads them in the same transaction. */
  async writeAppended(): Promise<void> {
    this.#isFull = false;
    await writeWaitingRows(this.#em, () => this.#pipelined);
  }

  /**
   * Inserts rows, given by column, without entities. All rows of a table have the same columns. They are sent with the
   * next statement, rows of several tables in one statement. The result is not awaited: an error fails that statement
   * or the commit.
   */
  async insert<Row extends object>(table: string, rows: readonly Row[]): Promise<void> {
    const given = rows.map((row) => ({ account_id: this.accountID, ...row }));
    if (given.length && !keepWaiting(this.#em, table, given)) await insertRows(this, table, given);
  }

  /**
   * Kysely of this transaction, for projections and set statements. Every statement names `account_id = ctx.account.id`
   * itself; row-level security is only the second line of defense. Statements begun together, as with `Promise.all`,
   * are sent together and run in this order. The transaction decides on their planning; `planning` overrides it for one
   * statement.
   */
  // biome-ignore lint/suspicious/noExplicitAny: callers name their own tables; `any` is for raw sql
  query<Tables = any>(planning?: Planning): Kysely<Tables> {
    const query = planning ? this.#pipelined.planned(planning) : this.#pipelined.query;
    // `withTables` would build a new transaction for each statement.
    return query as unknown as Kysely<Tables>;
  }

  /**
   * Sends a write whose result is not needed and continues. If it fails, the next statement of the transaction fails
   * with its error, at the latest the commit. The same happens if it writes another number of rows than `rows`; omit
   * `rows` if the statement determines which rows exist.
   */
  send(statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    return this.#pipelined.send(statement, rows);
  }

  /**
   * Like `send`, for an update, upsert or delete that reads no other table. It goes with the next statement, and writes
   * of several tables go in one statement. Writes with the same name run in sequence. The name is the table,
   * `schema.table`, followed by a word where writes of the table never touch the same rows.
   */
  async write(table: string, statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    const write = { table, statement, rows };
    if (keepWrite(this.#em, write)) return;
    await writeNextRows(this.#em, this);
    keepWrite(this.#em, write);
  }

  /**
   * Runs several writes as one statement, for totals in several tables. No write sees the rows of another. Returns the
   * rows of the first.
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

  /** Whether the ORM may have changes to write. */
  get #knowsEntities(): boolean {
    const work = this.#em.getUnitOfWork(false);
    return work.getIdentityMap().keys().length > 0 || work.getPersistStack().size > 0 || work.getRemoveStack().size > 0;
  }

  get #pipelined(): PipelinedTransaction {
    this.#statements ??= new PipelinedTransaction(
      this.#em,
      // Sent before the statement on the same connection, so it need not be awaited.
      () => void writeNextRows(this.#em, this),
    );
    return this.#statements;
  }

  /** The ORM sends its statements itself, so waiting rows are written before them. */
  #afterRows<T>(work: () => Promise<T>): Promise<T> {
    const written = writeNextRows(this.#em, this);
    return written ? written.then(work) : work();
  }
}

export { sql };
