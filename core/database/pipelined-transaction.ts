import { type ConnectionProvider, type DatabaseConnection, type Kysely, PostgresDialect, Transaction } from 'kysely';

/** Kysely wants them of every transaction; one that is under way asks nothing of them. */
const dialect = new PostgresDialect({
  pool: () => {
    throw new Error('A transaction that runs opens no connection');
  },
});
const parts = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * The same transaction, whose statements are sent as they come. Kysely's own holds each back until the one before it was answered,
 * so that what is asked with one `Promise.all` takes as many round trips as statements. PostgreSQL runs them in order either way,
 * each after the one before it has ended.
 */
export function pipelined(transaction: Kysely<unknown>): Kysely<unknown> {
  const executor = transaction.getExecutor();
  const connection = executor.provideConnection(async (own: DatabaseConnection) => own);
  const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(await connection) };
  return new Transaction({ ...parts, executor: executor.withConnectionProvider(provider) });
}
