import {
  type ConnectionProvider,
  type ControlledTransaction,
  type DatabaseConnection,
  PostgresDialect,
  type QueryExecutor,
  Transaction,
} from 'kysely';

/** Kysely wants them of every transaction; one that is under way asks nothing of them. */
const dialect = new PostgresDialect({
  pool: () => {
    throw new Error('A transaction that runs opens no connection');
  },
});
const parts = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * The same transaction, whose statements are sent as they come. Kysely's own holds each back until the one before it
 * was answered,
 * so that what is asked with one `Promise.all` takes as many round trips as statements. PostgreSQL runs them in order
 * either way,
 * each after the one before it has ended.
 */
export function pipelined(transaction: ControlledTransaction<unknown>): Transaction<unknown> {
  let own: DatabaseConnection | undefined;
  const connection = transaction.getExecutor().provideConnection(async (each: DatabaseConnection) => {
    own = each;
    return each;
  });
  const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(own ?? (await connection)) };
  const executor = transaction.getExecutor().withConnectionProvider(provider);
  const execute: QueryExecutor['executeQuery'] = executor.executeQuery.bind(executor);
  // Most statements need none of what Kysely puts around them; it makes more promises for one than the driver does.
  executor.executeQuery = (query, options) =>
    own && !options?.signal && !transaction.isCommitted && !transaction.isRolledBack
      ? own.executeQuery(query)
      : execute(query, options);
  return new Transaction({ ...parts, executor });
}
