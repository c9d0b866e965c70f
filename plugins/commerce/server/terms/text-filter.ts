import { sql } from '@millwright/core/server';

/**
 * Whether one of the columns holds the text, in any case: for the small tables of terms, carriers and groups. Customers
 * are searched through core/search.
 */
export const holdsText = (text: string, columns: readonly string[]) => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(${sql.join(
    columns.map((name) => sql`${sql.ref(name)} ilike ${pattern}`),
    sql` or `,
  )})`;
};
