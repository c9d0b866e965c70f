import { sql, type TenantEntityManager } from './tenant-entity-manager.ts';

/**
 * Tells PostgreSQL of the tables that this transaction made much larger (20 rows or more, and a tenth of what was
 * there) what is in them now; for whoever writes many rows and goes on. Until its own service comes by, within a
 * minute, it plans for the table as that last found it: of one that was empty it takes any index for as good as the
 * key, and each check of a reference reads all rows of the account.
 */
export const analyzeGrown = async (em: TenantEntityManager): Promise<void> => {
  await sql`select core.analyze_grown()`.execute(em.query());
};
