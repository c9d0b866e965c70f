import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/sql';

/** A composite reference is typed by MikroORM as the whole key; its own column holds only the id. */
type ColumnValue<Value> = Value extends string[] ? Value : Value extends readonly string[] ? string : Value;

/**
 * The table of an entity as Kysely sees it, keyed by column names: `Tables = { 'commerce.carrier': TableRow<typeof
 * Carrier> }`.
 */
export type TableRow<Entity extends EntitySchemaWithMeta> = {
  [Column in keyof InferKyselyTable<Entity>]: ColumnValue<InferKyselyTable<Entity>[Column]>;
};
