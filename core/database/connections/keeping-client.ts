import { Client, type ClientConfig } from 'pg';
import { KeptStatements } from '../statements/kept-statements.ts';
import type { StatementForms } from '../statements/pipelined/pipelined-transaction.ts';

/** One statement, and one that PostgreSQL plans; the queue writes some of its values into the text. */
const isPlannable = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;

/** The queue looks for jobs by their names and states alone. */
const planned = 'set plan_cache_mode = force_generic_plan';

type Connected = (error: Error | null, client: Client) => void;
type Answered = (error: Error | undefined, result: unknown) => void;

/** A client for pools of others, as the queue has one: it keeps what it is sent a second time, planned once. */
class KeepingClient extends Client {
  readonly #kept: KeptStatements;

  constructor(config?: ClientConfig & { mostKept?: number }) {
    super(config);
    this.#kept = new KeptStatements(this, (text) => super.query(text), config?.mostKept);
  }

  override connect(): Promise<Client>;
  override connect(answered: (error: Error) => void): void;
  override connect(answered?: (error: Error) => void): Promise<Client> | undefined {
    if (!answered)
      return super
        .connect()
        .then(() => super.query(planned))
        .then(() => this);
    super.connect((error: Error | null) => {
      if (error) answered(error);
      else super.query(planned, (fault) => (answered as Connected)(fault, this));
    });
    return undefined;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has a dozen overloads; only statements with values are meant here
  override query(statement: any, values?: any, answered?: any): any {
    if (typeof statement !== 'string' || typeof values === 'function' || !isPlannable.test(statement))
      return super.query(statement, values, answered);
    if (this.getTransactionStatus() === 'I') this.#kept.dropStale();
    const named = this.#kept.named(statement);
    if (!named) return super.query(statement, values, answered);
    if (answered)
      return super.query({ ...named, values }, (error: Error | undefined, result: unknown) => {
        if (error) this.#kept.noteFailure(error);
        (answered as Answered)(error, result);
      });
    return (super.query(named, values) as Promise<unknown>).catch((error: Error) => {
      this.#kept.noteFailure(error);
      throw error;
    });
  }
}

/** What a pool is made with so that its connections keep statements; nothing where they may not. */
export const keepingStatements = ({ keepsPlans, mostKept }: StatementForms = {}): object =>
  keepsPlans === false ? {} : { Client: KeepingClient, ...(mostKept ? { mostKept } : {}) };
