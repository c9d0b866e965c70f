import type { MikroORM } from '@mikro-orm/postgresql';

/** What the mapping says of a table, the same for every account and installation. */
interface MappedColumns {
  all: readonly string[];
  /** Those of JSON, whose values are written as JSON whatever they are. */
  json: ReadonlySet<string>;
  /** Tables that it refers to. */
  refersTo: readonly string[];
}

const tables = new Map<string, MappedColumns>();

/** Columns of a mapped table, `commerce.customer`, to read names of constraints by. */
export const columnsOfTable = (table: string): readonly string[] => tables.get(table)?.all ?? [];

/** Columns of a mapped table that hold JSON. */
export const jsonColumnsOf = (table: string): ReadonlySet<string> => tables.get(table)?.json ?? new Set();

/** How many tables stand before a table in a row of references: one that is referred to is less than who refers. */
export function depthOf(table: string, below: readonly string[] = []): number {
  const others = tables.get(table)?.refersTo.filter((other) => other !== table && !below.includes(other)) ?? [];
  return others.reduce((most, other) => Math.max(most, 1 + depthOf(other, [...below, table])), 0);
}

/** Remembers the columns of everything that an ORM maps. */
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
