import type { MikroORM } from '@mikro-orm/postgresql';

/** The mapping of a table, the same for all accounts and installations. */
interface MappedColumns {
  all: readonly string[];
  /** JSON columns, whose values are always written as JSON. */
  json: ReadonlySet<string>;
  /** Referenced tables. */
  refersTo: readonly string[];
}

const tables = new Map<string, MappedColumns>();

/** Columns of a mapped table, such as `commerce.customer`, for parsing names of constraints. */
export const columnsOfTable = (table: string): readonly string[] => tables.get(table)?.all ?? [];

/** Columns of a mapped table that hold JSON. */
export const jsonColumnsOf = (table: string): ReadonlySet<string> => tables.get(table)?.json ?? new Set();

/** Depth of a table in the chain of references: a referenced table has a lower depth than the referring one. */
export function depthOf(table: string, below: readonly string[] = []): number {
  const others = tables.get(table)?.refersTo.filter((other) => other !== table && !below.includes(other)) ?? [];
  return others.reduce((most, other) => Math.max(most, 1 + depthOf(other, [...below, table])), 0);
}

/** Stores the columns of all tables that an ORM maps. */
export function rememberColumns(orm: MikroORM): void {
  for (const { schema, tableName, props } of orm.getMetadata().getAll().values())
    tables.set(`${schema}.${tableName}`, {
      all: [...new Set(props.flatMap(({ fieldNames }) => fieldNames ?? []))],
      json: new Set(
        props.flatMap(({ fieldNames, columnTypes }) => (/^jsonb?$/.test(columnTypes?.[0] ?? '') ? fieldNames : [])),
      ),
      refersTo: props.flatMap(({ targetMeta }) => (targetMeta ? `${targetMeta.schema}.${targetMeta.tableName}` : [])),
    });
}
