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
import { isPlannedOnce, type SentStatement } from './sent-statement.ts';

/** Kysely wants them of every transaction; one that is under way asks nothing of them. */
const dialect = new PostgresDialect({
  pool: () => {
    throw new Error('A transaction that runs opens no connection');
  },
});
const parts = { config: { dialect }, dialect, driver: dialect.createDriver() };

/** Kysely gives what stands in the place of the text to the driver as it is. */
const sent = <Row>(query: CompiledQuery<Row>, statement: SentStatement): CompiledQuery<Row> => ({
  ...query,
  sql: statement as unknown as string,
});

const asPlanned = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> =>
  typeof query.sql === 'string' && query.parameters.length && isPlannedOnce(query.query)
    ? sent(query, { text: query.sql, isPlanned: true })
    : query;

/** What of PostgreSQL stands behind the connections. */
export interface StatementForms {
  /** Whether connections keep statements planned; not through a pooler of transactions. */
  keepsPlans?: boolean | undefined;
  /** Whether the database is spread over the nodes of Citus. */
  isDistributed?: boolean | undefined;
}

/** Sends writes without waiting for their answers. */
export interface StatementSender {
  /** Whether the database is spread over nodes, which take one table a statement. */
  readonly isDistributed: boolean;
  /**
   * Sends a write whose result nobody needs, and goes on: if it fails, the next statement of the transaction fails
   * with its error, at the latest the commit. So it does where it writes another number of `rows` than given; they are
   * left out where the statement itself finds which rows there are.
   */
  send(statement: RawBuilder<unknown>, rows?: number): Promise<void>;
}

/**
 * A transaction whose statements are sent as they come. Kysely's own holds each back until the one before it was
 * answered, so that what is asked with one `Promise.all` takes as many round trips as statements. PostgreSQL runs them
 * in order either way, each after the one before it has ended.
 */
export class PipelinedTransaction implements StatementSender {
  readonly query: Transaction<unknown>;
  readonly isDistributed: boolean;

  /** `before` is called ahead of every statement: it may send what has to come first. */
  constructor(em: EntityManager, before: () => void = () => {}) {
    const transaction = em.getKysely() as unknown as ControlledTransaction<unknown>;
    this.isDistributed = (em.config.get('driverOptions') as StatementForms).isDistributed === true;
    let own: DatabaseConnection | undefined;
    const connection = transaction.getExecutor().provideConnection(async (each: DatabaseConnection) => {
      own = each;
      return each;
    });
    const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(own ?? (await connection)) };
    const executor = transaction.getExecutor().withConnectionProvider(provider);
    const execute: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor);
    // Most statements need none of what Kysely puts around them; it makes more promises for one than the driver does.
    executor.executeQuery = (query, options) => {
      before();
      return own && !options?.signal && !transaction.isCommitted && !transaction.isRolledBack
        ? own.executeQuery(asPlanned(query))
        : execute(asPlanned(query), options);
    };
    this.query = new Transaction({ ...parts, executor });
  }

  async send(statement: RawBuilder<unknown>, rows?: number): Promise<void> {
    const query = (statement as Compilable & RawBuilder<unknown>).compile(this.query);
    const isPlanned = isPlannedOnce(query.query);
    await this.query.executeQuery(sent(query, { text: query.sql, isPlanned, isUnanswered: true, rows }));
  }
}
