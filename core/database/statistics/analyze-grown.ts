import { sql, type TenantEntityManager } from '../tenant-entity-manager.ts';

/**
 * Analyzes the tables that this transaction made much larger (by 20 rows and a tenth at least). To be called after
 * writing many rows, before further work on them. Autovacuum comes only within a minute, and until then PostgreSQL
 * plans for the old contents: for a table that was empty it takes any index to be as good as the primary key, so that
 * each foreign key check reads all rows of the account.
 */
export const analyzeGrown = async (em: TenantEntityManager): Promise<void> => {
  await sql`select core.analyze_grown()`.execute(em.query());
};
