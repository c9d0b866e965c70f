import { Client, type ClientConfig, type QueryResult } from 'pg';
import { KeptStatements } from '../kept-statements.ts';
import { type Planning, plannedForValues, type SentStatement } from '../sent-statement.ts';

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

/** Key of the lock that all writing transactions of an account share, as an expression of SQL. */
export const workKey = (accountID: string): string => `hashtextextended('work of ${accountID}', 0)`;

const planningSetting = Object.entries(plannedForValues).map(
  ([name, mode]) => `set_config('${name}', '${mode}', true)`,
);
/** The same among others, and how transactions say it to PostgreSQL. */
const withoutPlanning = (text: string): string =>
  [`, ${planningSetting.join()}`, planningSetting.join()].reduce((left, setting) => left.replace(setting, ''), text);
const planningModes: Readonly<Record<Planning, string>> = {
  once: 'set local plan_cache_mode = force_generic_plan',
  values: 'set local plan_cache_mode = force_custom_plan',
};

/** What a statement that needs no answer answers. */
const done = { command: '', rowCount: null, oid: 0, fields: [], rows: [] } as QueryResult;

/**
 * Bytes after which a pause is made even where nobody waits for the answer: a socket takes no more at once, and leaves
 * the rest to later turns.
 */
const muchToSend = 64 * 1024;

/** The part of pg's connection that is asked how much waits to be sent, and held back for one write. */
interface Sending {
  connection: { stream: { readonly writableLength: number; cork(): void; uncork(): void } };
}

/**
 * The client of the run-time pools. It speaks as the ORM tells it to, in fewer round trips:
 * - the beginning of a transaction and its settings travel together;
 * - in a READ ONLY transaction they travel with the first statement, and nobody waits for the commit, which can lose
 * nothing;
 * - in one that writes nobody waits for the statements that are sent so (`StatementSender`).
 *
 * The connection keeps a statement with values under a name from its second use on, and plans it as the statement or
 * its transaction says (`Planning`).
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
  /** Undefined where nothing is kept: a pooler of transactions gives each to another connection. */
  readonly #kept: KeptStatements | undefined;
  /** How this transaction plans what does not say it. */
  #usual: Planning = 'once';
  /** What PostgreSQL was told last in this transaction. */
  #planning: Planning | undefined;
  #isInTransaction = false;

  constructor(config?: ClientConfig & { keepsPlans?: boolean; mostKept?: number }) {
    super(config);
    if (config?.keepsPlans !== false)
      this.#kept = new KeptStatements(this, (text) => super.query(text), config?.mostKept);
  }

  /** Whether statements that write may be sent with the beginning as well. */
  protected get mayWriteAtOnce(): boolean {
    return false;
  }

  /** What a transaction that writes says after its settings. */
  protected sharing(_settings: string): string {
    return '';
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen overloads; only statements with values are meant here
  override query(statement: any, values?: any, callback?: any): any {
    if (typeof values === 'function' || callback) return super.query(statement, values, callback);
    if (typeof statement === 'string') return this.#ask({ text: statement }, values);
    const isOurs = 'planning' in statement || 'isUnanswered' in statement;
    return isOurs ? this.#ask(statement as SentStatement, values) : super.query(statement, values, callback);
  }

  #ask(statement: SentStatement, given: unknown[] | undefined): Promise<QueryResult> {
    const { text } = statement;
    const values = given?.length ? given : undefined;
    const beginning = this.#beginning;
    if (beginning !== undefined) return this.#first(beginning, statement, values);
    if (!values && isBegin(text)) {
      this.#kept?.dropStale();
      this.#beginning = text;
      this.#usual = 'once';
      this.#planning = undefined;
      this.#isInTransaction = true;
      this.#cause = undefined;
      this.#isReadOnly = text.includes('read only');
      return Promise.resolve(done);
    }
    // Not before the answer: until then a statement that nobody waited for may still fail.
    if (text.startsWith('rollback')) {
      // What was told after the savepoint is taken back too.
      this.#planning = undefined;
      if (text === 'rollback') this.#isInTransaction = false;
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
    this.#isInTransaction = false;
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
    const { answer, isKept } = this.#say(statement, values);
    // No answer may come through more promises than another: that is how they keep their order.
    const refused = isKept ? this.#keptRefused : this.#refused;
    if (this.#isReadOnly) return answer.catch(refused);
    if (!statement.isUnanswered) return answer.then(this.#checked, refused);
    const { text, rows } = statement;
    const counted = answer.then(
      (result) => {
        if (rows !== undefined && result.rowCount !== rows)
          this.#failure ??= new Error(`A statement wrote ${result.rowCount} rows instead of ${rows}: ${text}`);
      },
      isKept ? this.#keptUnanswered : this.#unanswered,
    );
    if (rows !== undefined) this.#counting = counted;
    return this.#stream.writableLength > muchToSend
      ? new Promise((resolve) => setImmediate(resolve, done))
      : Promise.resolve(done);
  }

  #say(
    { text, planning = this.#usual }: SentStatement,
    values: unknown[] | undefined,
  ): { answer: Promise<QueryResult>; isKept: boolean } {
    if (!values || !this.#kept) return { answer: super.query(text, values), isKept: false };
    if (this.#isInTransaction && planning !== this.#planning) {
      this.#planning = planning;
      return this.#inOneWrite(() => {
        super.query(planningModes[planning]).catch(() => {});
        return this.#sayPlanned(text, values);
      });
    }
    return this.#sayPlanned(text, values);
  }

  #sayPlanned(text: string, values: unknown[]): { answer: Promise<QueryResult>; isKept: boolean } {
    const named = this.#kept?.named(text);
    return named
      ? { answer: super.query({ ...named, values }), isKept: true }
      : { answer: super.query(text, values), isKept: false };
  }

  readonly #keptRefused = (error: Error): never => {
    this.#noteStale(error);
    return this.#refused(error);
  };

  readonly #keptUnanswered = (error: Error): void => {
    this.#noteStale(error);
    this.#unanswered(error);
  };

  /** What fails after another has failed says nothing of its own. */
  #noteStale(error: Error): void {
    if (!this.#cause) this.#kept?.noteFailure(error);
  }

  get #stream(): Sending['connection']['stream'] {
    return (this as Sending).connection.stream;
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
      const others = withoutPlanning(text);
      if (others !== text) this.#usual = 'values';
      this.#beginning = `${beginning}; ${asLocalSettings(others)}${this.#isReadOnly ? '' : this.sharing(others)}`;
      return this.#isReadOnly || this.mayWriteAtOnce ? Promise.resolve(done) : this.#open();
    }
    if (text === 'commit' || text === 'rollback') {
      this.#beginning = undefined;
      this.#isInTransaction = false;
      return Promise.resolve(done);
    }
    if (values && this.#kept) {
      this.#planning = statement.planning ?? this.#usual;
      this.#beginning = `${beginning}; ${planningModes[this.#planning]}`;
    }
    if (!this.#isReadOnly && !this.mayWriteAtOnce) return this.#open().then(() => this.#send(statement, values));
    return this.#inOneWrite(() => {
      const opened = this.#open();
      if (this.#isReadOnly) return Promise.all([opened, this.#send(statement, values)]).then(([, result]) => result);
      opened.catch(this.#unanswered);
      return this.#send(statement, values);
    });
  }

  /** Sends messages that belong together with one system call, so that PostgreSQL is woken once for them. */
  #inOneWrite<T>(say: () => T): T {
    const stream = this.#stream;
    stream.cork();
    try {
      return say();
    } finally {
      stream.uncork();
    }
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
  /** It travels with the beginning and waits only for `aloneInAccount`. */
  protected override sharing(settings: string): string {
    const accountID = /set_config\('app\.account_id', '([a-z0-9_]+)', true\)/.exec(settings)?.[1];
    return accountID === undefined ? '' : `; select pg_advisory_xact_lock_shared(${workKey(accountID)})`;
  }

  protected override get mayWriteAtOnce(): boolean {
    return true;
  }
}
