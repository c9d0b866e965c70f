import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type ControlledTransaction,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  type RawBuilder,
  Transaction,
} from 'kysely';
import { withSentArrays } from '../sent-arrays.ts';
import type { Planning, SentStatement } from '../sent-statement.ts';

/** Kysely requires these from every transaction, but a running transaction does not use them. */
const dialect = new PostgresDialect({
  pool: () => {
    throw new Error('A transaction that runs opens no connection');
  },
});
const parts = { config: { dialect }, dialect, driver: dialect.createDriver() };

/** Kysely passes the value in place of the SQL text to the driver unchanged. */
const sent = <Row>(query: CompiledQuery<Row>, statement: SentStatement): CompiledQuery<Row> => ({
  ...query,
  sql: statement as unknown as string,
});

/** The statement as it is sent: with arrays for lists, and with its planning. */
function asSent<Row>(
  query: CompiledQuery<Row>,
  statement: Omit<SentStatement, 'text'> | undefined,
): CompiledQuery<Row> {
  const arrays = withSentArrays(query.sql, query.parameters);
  const changed = arrays ? { ...query, sql: arrays.text, parameters: arrays.values } : query;
  return statement ? sent(changed, { ...statement, text: changed.sql }) : changed;
}

/** Properties of the PostgreSQL behind the connections. */
export interface StatementForms {
  /** Whether connections keep prepared statements; not through a transaction pooler. */
  keepsPlans?: boolean | undefined;
  /** Largest number of kept statements per connection. */
  mostKept?: number | undefined;
  /** Whether the database is distributed over nodes of Citus. */
  isDistributed?: boolean | undefined;
}

/** Sends writes without waiting for their results. */
export interface StatementSender {
  /** Whether the database is distributed over nodes, which permit one table per statement. */
  readonly isDistributed: boolean;
  /**
   * Sends a write whose result is not needed and continues. If it fails, the next statement of the transaction fails
   * with its error, at the latest the commit. The same happens if it writes another number of rows than `rows`; omit
   * `rows` if the statement determines which rows exist.
   */
  send(statement: RawBuilder<unknown>, rows?: number): Promise<void>;
}

/**
 * A transaction that sends each statement at once. Kysely's own waits for the previous result, so that statements of
 * one `Promise.all` would take a round trip each. PostgreSQL runs them in order in both cases.
 */
export class PipelinedTransaction implements StatementSender {
  /** Statements with the planning of the transaction. */
  readonly query: Transaction<unknown>;
  readonly isDistributed: boolean;
  readonly #others: Partial<Record<Planning, Transaction<unknown>>> = {};
  readonly #made: (planning: Planning | undefined) => Transaction<unknown>;

  /** `before` is called before every statement and may send statements of its own. */
  constructor(em: EntityManager, before: () => void = () => {}) {
    const transaction = em.getKysely() as ControlledTransaction<unknown>;
    this.isDistributed = (em.config.get('driverOptions') as StatementForms).isDistributed === true;
    let ownConnection: DatabaseConnection | undefined;
    const connection = transaction.getExecutor().provideConnection(async (each: DatabaseConnection) => {
      ownConnection = each;
      return each;
    });
    const provider: ConnectionProvider = {
      provideConnection: async (consumer) => consumer(ownConnection ?? (await connection)),
    };
    this.#made = (planning) => {
      const executor = transaction.getExecutor().withConnectionProvider(provider);
      const execute: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor);
      // Most statements need nothing of Kysely's executor, which creates more promises per statement than the driver.
      executor.executeQuery = (query, options) => {
        before();
        const sentQuery = typeof query.sql === 'string' ? asSent(query, planning && { planning }) : query;
        return ownConnection && !options?.signal && !transaction.isCommitted && !transaction.isRolledBack
          ? ownConnection.executeQuery(sentQuery)
          : execute(sentQuery, options);
      };
      return new Transaction({ ...parts, executor });
    };
    this.query = this.#made(undefined);
  }

  /** Statements with this planning, whatever the planning of the transaction. */
  planned(planning: Planning): Transaction<unknown> {
    this.#others[planning] ??= this.#made(planning);
    return this.#others[planning];
  }

  async send(statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    const query = (statement as Compilable & RawBuilder<unknown>).compile(this.query);
    await this.query.executeQuery(asSent(query, { isUnanswered: true, rows }));
  }
}
