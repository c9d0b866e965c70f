import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';
import type { ColumnType } from 'kysely';

/**
 * MikroORM types a composite reference as the whole key, but its own column contains only the id. PostgreSQL answers
 * large integers as text, and takes them so too.
 */
type ColumnValue<Value> = Value extends bigint
  ? ColumnType<string, bigint | string, bigint | string>
  : Value extends string[]
    ? Value
    : Value extends readonly string[]
      ? string
      : Value;

/** The table of an entity for Kysely, by column names: `Tables = { 'commerce.carrier': TableRow<typeof Carrier> }`. */
export type TableRow<Entity extends EntitySchemaWithMeta> = {
  [Column in keyof InferKyselyTable<Entity>]: ColumnValue<InferKyselyTable<Entity>[Column]>;
};
