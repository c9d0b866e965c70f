import type { MikroORM } from '@mikro-orm/postgresql';

const columns = new Map<string, readonly string[]>();

/**
 * Columns of a mapped table, `commerce.customer`, to read names of constraints by; the same for every account and
 * installation.
 */
export const columnsOfTable = (table: string): readonly string[] => columns.get(table) ?? [];

/** Remembers the columns of everything that an ORM maps. */
export function rememberColumns(orm: MikroORM): void {
  for (const { schema, tableName, props } of orm.getMetadata().getAll().values())
    columns.set(`${schema}.${tableName}`, [...new Set(props.flatMap(({ fieldNames }) => fieldNames ?? []))]);
}
