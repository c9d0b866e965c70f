import { type SelectQueryBuilder, sql } from 'kysely';
import { Client, type QueryResult } from 'pg';

const marker = '/* planned once */';
/** Most statements that a connection keeps planned; beyond it they are planned each time, as all others are. */
const mostPlanned = 200;
const planned = new Map<string, string>();

/**
 * Lets a connection plan this select once and keep the plan, which saves most of the work of a select with many joins.
 * Only for
 * selects that find their rows by key: for all others the best plan depends on the values, above all on whose account
 * it is.
 */
export const preparable = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> => query.modifyFront(plannedOnce);

/** The same for hand-written selects: stands right after the `select`. */
export const plannedOnce = sql.raw(marker);

type ListType = 'text' | 'numeric' | 'timestamptz' | 'date';

/**
 * A list of values in a statement that is planned once: `= any(${listed(ids)})`, `unnest(${listed(ids)})`. In a select
 * of its own,
 * which hides how long it is: PostgreSQL keeps no plan that looks dearer than one for the list at hand, and for short
 * lists it
 * would plan each time, which takes longer than the answer.
 */
export const listed = (values: readonly (string | null)[], type: ListType = 'text') =>
  // The second cast says that the list is meant, not a select of rows.
  sql`(select ${values}::${sql.raw(type)}[])::${sql.raw(type)}[]`;

const unansweredMarker = '/* nobody waits */';

/**
 * For writes whose result nobody needs; stands right after `insert`. The statement is sent and not waited for: if it
 * fails, the
 * next statement of the transaction fails with its error, at the latest the commit.
 */
export const unanswered = sql.raw(unansweredMarker);

const isUnanswered = (text: string): boolean => text.slice(0, 80).includes(unansweredMarker);

/** The name under which a marked statement is kept, the same on all connections. */
function nameOf(text: string): string | undefined {
  if (!text.slice(0, 60).includes(marker)) return undefined;
  const known = planned.get(text);
  if (known || planned.size >= mostPlanned) return known;
  const name = `planned_${planned.size + 1}`;
  planned.set(text, name);
  return name;
}

/** `in_failed_sql_transaction` */
const isAborted = '25P02';
const isBegin = (text: string): boolean => text === 'begin' || text.startsWith('start transaction');
const isSetting = (text: string): boolean => text.startsWith('select set_config(');

/** What a statement that needs no answer answers. */
const done = { command: '', rowCount: null, oid: 0, fields: [], rows: [] } as QueryResult;

/**
 * Bytes after which a pause is made even where nobody waits for the answer: a socket takes no more at once, and leaves
 * the rest to later turns.
 */
const muchToSend = 64 * 1024;

interface Corkable {
  readonly writableLength: number;
  cork(): void;
  uncork(): void;
}

/**
 * The client of the run-time pools. It speaks as the ORM tells it to, in fewer round trips:
 * - the beginning of a transaction and its settings travel together;
 * - in a READ ONLY transaction they travel with the first statement, and nobody waits for the commit, which can lose
 * nothing;
 * - what is said without waiting for an answer leaves in one piece.
 *
 * In one that writes nobody waits for the statements that are marked so.
 *
 * A transaction that writes waits for its beginning, so that no statement can run outside of it. In one that reads the
 * first
 * statement need not: it fails with the beginning, and without settings it would have seen no row of any account.
 */
export class PipelinedClient extends Client {
  /** Beginning of a transaction that was not sent yet. */
  #beginning: string | undefined;
  #isReadOnly = false;
  /** Why a statement that nobody waited for failed: all that follows in its transaction is refused for that. */
  #failure: Error | undefined;
  /**
   * Why the transaction is aborted: what was sent before the answer fails too, and would only say that something had
   * failed.
   */
  #cause: Error | undefined;
  #isHeldBack = false;

  /** Whether statements that write may be sent with the beginning as well. */
  protected get mayWriteAtOnce(): boolean {
    return false;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of this; only texts with values are meant here
  override query(statement: any, values?: any, callback?: any): any {
    if (typeof statement !== 'string' || typeof values === 'function' || callback)
      return super.query(statement, values, callback);
    const parameters = values as unknown[] | undefined;
    return this.#ask(statement, parameters?.length ? parameters : undefined);
  }

  #ask(text: string, values: unknown[] | undefined): Promise<QueryResult> {
    const beginning = this.#beginning;
    if (beginning !== undefined) return this.#first(beginning, text, values);
    if (!values && isBegin(text)) {
      this.#beginning = text;
      this.#cause = undefined;
      this.#isReadOnly = text.includes('read only');
      return Promise.resolve(done);
    }
    // Not before the answer: until then a statement that nobody waited for may still fail.
    if (text.startsWith('rollback')) {
      const answer: Promise<QueryResult> = super.query(text, values);
      return (text === 'rollback' ? answer.catch(this.#gone) : answer).finally(() => {
        this.#failure = undefined;
        this.#cause = undefined;
      });
    }
    if (text === 'commit' && this.#isReadOnly) {
      // A connection that dies here is noticed by the pool.
      super.query(text).catch(() => {});
      return Promise.resolve(done);
    }
    return this.#send(text, values);
  }

  #send(text: string, values: unknown[] | undefined): Promise<QueryResult> {
    this.#holdBack();
    const name = values && nameOf(text);
    const answer: Promise<QueryResult> = name ? super.query({ name, text, values }) : super.query(text, values);
    if (this.#isReadOnly) return answer.catch(this.#refused);
    if (!isUnanswered(text)) return answer.then(this.#checked, this.#refused);
    answer.catch(this.#unanswered);
    return this.#stream.writableLength > muchToSend
      ? new Promise((resolve) => setImmediate(resolve, done))
      : Promise.resolve(done);
  }

  get #stream(): Corkable {
    return (this as unknown as { connection: { stream: Corkable } }).connection.stream;
  }

  readonly #unanswered = (error: Error): void => {
    this.#failure ??= this.#causeOf(error);
  };

  #causeOf(error: Error): Error {
    if (this.#cause && (error as { code?: string }).code === isAborted) return this.#cause;
    this.#cause = error;
    return error;
  }

  /** Answers come in the order of the statements: whatever nobody waited for has been answered by now. */
  readonly #checked = (result: QueryResult): QueryResult => {
    const failure = this.#failure;
    if (!failure) return result;
    // A commit: it succeeds by rolling back.
    this.#failure = undefined;
    throw failure;
  };

  /**
   * A connection that cannot roll back is gone, and its transaction with it. As a fault of the rollback this would keep
   * the ORM
   * from giving the connection back: the pool would have one less for good.
   */
  readonly #gone = (): QueryResult => done;

  readonly #refused = (error: Error): never => {
    const cause = this.#causeOf(error);
    throw this.#failure ?? cause;
  };

  /** The statement after a beginning that is still held back. */
  #first(beginning: string, text: string, values: unknown[] | undefined): Promise<QueryResult> {
    if (!values && isSetting(text)) {
      this.#beginning = `${beginning}; ${text}`;
      return this.#isReadOnly || this.mayWriteAtOnce ? Promise.resolve(done) : this.#open();
    }
    if (text === 'commit' || text === 'rollback') {
      this.#beginning = undefined;
      return Promise.resolve(done);
    }
    if (!this.#isReadOnly && !this.mayWriteAtOnce) return this.#open().then(() => this.#send(text, values));
    const opened = this.#open();
    if (this.#isReadOnly) return Promise.all([opened, this.#send(text, values)]).then(([, result]) => result);
    opened.catch(this.#unanswered);
    return this.#send(text, values);
  }

  /** Until all that can go on without an answer has: each write to a socket costs more than making what is written. */
  #holdBack(): void {
    if (this.#isHeldBack) return;
    this.#isHeldBack = true;
    const stream = this.#stream;
    stream.cork();
    process.nextTick(() => {
      this.#isHeldBack = false;
      stream.uncork();
    });
  }

  #open(): Promise<QueryResult> {
    this.#holdBack();
    const beginning = this.#beginning as string;
    this.#beginning = undefined;
    return super.query(beginning) as Promise<QueryResult>;
  }
}

/**
 * The client of the tenant role, all of whose tables are under forced row-level security: a statement that ran without
 * the settings
 * of its transaction could neither read nor write a row. So nothing has to wait for the beginning.
 */
export class PipelinedTenantClient extends PipelinedClient {
  protected override get mayWriteAtOnce(): boolean {
    return true;
  }
}
