import { Client, type ClientConfig, type QueryResult } from 'pg';
import { PlannedStatements } from './planned-statements.ts';
import type { SentStatement } from './sent-statement.ts';

/** `in_failed_sql_transaction` */
const isAborted = '25P02';
const isBegin = (text: string): boolean => text === 'begin' || text.startsWith('start transaction');
const isSetting = (text: string): boolean => text.startsWith('select set_config(');
const ownSettings = /set_config\('(app\.(?:account|customer)_id)', '([a-z0-9_-]*)', true\)/g;

/**
 * The account and the customer of a transaction as statements of their own, which a distributed PostgreSQL passes on to
 * its nodes where it does not `set_config`. They take no parameters: only what looks like an id is written so.
 */
function asLocalSettings(text: string): string {
  const found = [...text.matchAll(ownSettings)];
  const whole = `select ${found.map(([each]) => each).join(', ')}`;
  return whole === text ? found.map(([, name, value]) => `set local ${name} = '${value}'`).join('; ') : text;
}

/** What a statement that needs no answer answers. */
const done = { command: '', rowCount: null, oid: 0, fields: [], rows: [] } as QueryResult;

/**
 * Bytes after which a pause is made even where nobody waits for the answer: a socket takes no more at once, and leaves
 * the rest to later turns.
 */
const muchToSend = 64 * 1024;

/** What pg keeps of a connection. */
interface Connection {
  stream: { readonly writableLength: number };
  parsedStatements: Record<string, string>;
}

/**
 * The client of the run-time pools. It speaks as the ORM tells it to, in fewer round trips:
 * - the beginning of a transaction and its settings travel together;
 * - in a READ ONLY transaction they travel with the first statement, and nobody waits for the commit, which can lose
 * nothing;
 * - in one that writes nobody waits for the statements that are sent so (`StatementSender`).
 *
 * A transaction that writes waits for its beginning, so that no statement can run outside of it. In one that reads the
 * first statement need not: it fails with the beginning, and without settings it would have seen no row of any account.
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
  /** The answer to the last write whose rows are still to be counted; those before it have been by then. */
  #counting: Promise<void> | undefined;
  /** Undefined where nothing is kept planned: a pooler of transactions gives each to another connection. */
  readonly #planned: PlannedStatements | undefined;

  constructor(config?: ClientConfig & { keepsPlans?: boolean }) {
    super(config);
    this.#planned = config?.keepsPlans === false ? undefined : new PlannedStatements();
  }

  /** Whether statements that write may be sent with the beginning as well. */
  protected get mayWriteAtOnce(): boolean {
    return false;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen overloads; only statements with values are meant here
  override query(statement: any, values?: any, callback?: any): any {
    if (typeof values === 'function' || callback) return super.query(statement, values, callback);
    if (typeof statement === 'string') return this.#ask({ text: statement }, values);
    const isOurs = 'isPlanned' in statement || 'isUnanswered' in statement;
    return isOurs ? this.#ask(statement as SentStatement, values) : super.query(statement, values, callback);
  }

  #ask(statement: SentStatement, given: unknown[] | undefined): Promise<QueryResult> {
    const { text } = statement;
    const values = given?.length ? given : undefined;
    const beginning = this.#beginning;
    if (beginning !== undefined) return this.#first(beginning, statement, values);
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
        this.#counting = undefined;
      });
    }
    if (text === 'commit') return this.#commit();
    return this.#send(statement, values);
  }

  /** PostgreSQL would commit what wrote too few rows: those that are not counted yet are waited for. */
  async #commit(): Promise<QueryResult> {
    if (this.#isReadOnly) {
      // A connection that dies here is noticed by the pool.
      super.query('commit').catch(() => {});
      return done;
    }
    await this.#counting;
    this.#counting = undefined;
    if (this.#failure) throw this.#failure;
    return this.#send({ text: 'commit' }, undefined);
  }

  #send(statement: SentStatement, values: unknown[] | undefined): Promise<QueryResult> {
    const answer = this.#say(statement, values);
    if (this.#isReadOnly) return answer.catch(this.#refused);
    if (!statement.isUnanswered) return answer.then(this.#checked, this.#refused);
    const { text, rows } = statement;
    const counted = answer.then((result) => {
      if (rows !== undefined && result.rowCount !== rows)
        this.#failure ??= new Error(`A statement wrote ${result.rowCount} rows instead of ${rows}: ${text}`);
    }, this.#unanswered);
    if (rows !== undefined) this.#counting = counted;
    return this.#connection.stream.writableLength > muchToSend
      ? new Promise((resolve) => setImmediate(resolve, done))
      : Promise.resolve(done);
  }

  #say({ text, isPlanned }: SentStatement, values: unknown[] | undefined): Promise<QueryResult> {
    if (!isPlanned || !values || !this.#planned) return super.query(text, values);
    const { name, evicted } = this.#planned.nameOf(text);
    if (evicted) {
      delete this.#connection.parsedStatements[evicted];
      super.query(`deallocate ${evicted}`).catch(() => {});
    }
    return super.query({ name, text, values });
  }

  get #connection(): Connection {
    return (this as unknown as { connection: Connection }).connection;
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
   * the ORM from giving the connection back: the pool would have one less for good.
   */
  readonly #gone = (): QueryResult => done;

  readonly #refused = (error: Error): never => {
    const cause = this.#causeOf(error);
    throw this.#failure ?? cause;
  };

  /** The statement after a beginning that is still held back. */
  #first(beginning: string, statement: SentStatement, values: unknown[] | undefined): Promise<QueryResult> {
    const { text } = statement;
    if (!values && isSetting(text)) {
      this.#beginning = `${beginning}; ${asLocalSettings(text)}`;
      return this.#isReadOnly || this.mayWriteAtOnce ? Promise.resolve(done) : this.#open();
    }
    if (text === 'commit' || text === 'rollback') {
      this.#beginning = undefined;
      return Promise.resolve(done);
    }
    if (!this.#isReadOnly && !this.mayWriteAtOnce) return this.#open().then(() => this.#send(statement, values));
    const opened = this.#open();
    if (this.#isReadOnly) return Promise.all([opened, this.#send(statement, values)]).then(([, result]) => result);
    opened.catch(this.#unanswered);
    return this.#send(statement, values);
  }

  #open(): Promise<QueryResult> {
    const beginning = this.#beginning as string;
    this.#beginning = undefined;
    return super.query(beginning) as Promise<QueryResult>;
  }
}

/**
 * The client of the tenant role, all of whose tables are under forced row-level security: a statement that ran without
 * the settings of its transaction could neither read nor write a row. So nothing has to wait for the beginning.
 */
export class PipelinedTenantClient extends PipelinedClient {
  protected override get mayWriteAtOnce(): boolean {
    return true;
  }
}
