import type { Pool } from 'pg';

/**
 * Analyzes tables that have grown tenfold since their last ANALYZE, and returns their names. Connections keep plans,
 * and a plan made for a small table stays in use until the table is analyzed. Autovacuum would do it too, but later.
 */
export async function analyzeOutgrown(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ tables: string[] }>('select core.analyze_outgrown() as tables');
  return rows[0]?.tables ?? [];
}
