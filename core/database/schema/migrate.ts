import type { Constructor } from '@mikro-orm/core';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Client } from 'pg';
import { underInstallationLock } from '../connections/installation-lock.ts';
import { type AnyEntitySchema, ormOptions } from '../orm.ts';
import { applyGrants } from './grants.ts';
import { parseDatabaseUrl } from './roles.ts';

/** A migration: its name and its class. */
export interface MigrationClass {
  name: string;
  class: Constructor<Migration & { up(): void | Promise<void> }>;
}

/** The part of a plugin that owns a schema: its entities and its migrations. */
export interface SchemaOwner {
  /** PostgreSQL schema; also the prefix of the migrations table. */
  schema: string;
  entities: readonly AnyEntitySchema[];
  /** Migration classes in order. */
  migrations: readonly MigrationClass[];
  /** Folder of the migrations; only needed for writing a new one. */
  migrationsPath?: string;
}

const migratorOf = async (url: string, owner: SchemaOwner, all: readonly SchemaOwner[]) => {
  const others = all.filter(({ schema }) => schema !== owner.schema);
  const core = others.filter(({ schema }) => schema === 'core').flatMap(({ entities }) => [...entities]);
  const options = ormOptions(url, [...core, ...owner.entities], { min: 0, max: 2 });
  const orm = await MikroORM.init({
    ...options,
    extensions: [Migrator],
    // Views and functions are written by hand, and schemas of other owners are not compared.
    schemaGenerator: {
      ...options.schemaGenerator,
      ignoreSchema: [...others.map(({ schema }) => schema), 'public', 'extensions', 'queue'],
      ignoreRoutines: true,
      ignoreTriggers: true,
      skipViews: [/.*/],
      skipTables: [/_migration$/, ...others.map((other) => new RegExp(`^${other.schema}\\.`))],
    },
    migrations: {
      tableName: 'schema_migration',
      schema: owner.schema,
      ...(owner.migrationsPath ? { path: owner.migrationsPath, pathTs: owner.migrationsPath } : {}),
      migrationsList: [...owner.migrations],
      snapshot: Boolean(owner.migrationsPath),
      snapshotName: 'snapshot',
      snapshotOnMigrate: false,
      transactional: true,
      allOrNothing: false,
      disableForeignKeys: false,
      safe: true,
      dropTables: false,
      emit: 'ts',
      silent: true,
    },
  });
  return orm;
};

/**
 * Runs the pending migrations of core and all plugins in the given order, then sets the rights of the run-time roles.
 * An advisory lock admits one run at a time; each migration is one transaction. `grants: false` skips the rights, which
 * may name tables that have no migration yet.
 */
export async function migrate(
  url: string,
  owners: readonly SchemaOwner[],
  options: { grants?: boolean } = {},
): Promise<{ schema: string; applied: string[] }[]> {
  return underInstallationLock(url, 'migrate', () => migrateLocked(url, owners, options));
}

async function migrateLocked(
  url: string,
  owners: readonly SchemaOwner[],
  options: { grants?: boolean },
): Promise<{ schema: string; applied: string[] }[]> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  try {
    const done: { schema: string; applied: string[] }[] = [];
    for (const owner of owners) {
      await client.query(`create schema if not exists "${owner.schema}"`);
      const applied = await pendingOf(client, owner);
      if (applied.length) {
        const orm = await migratorOf(url, { ...owner, migrationsPath: undefined }, owners);
        try {
          await orm.migrator.up();
        } finally {
          await orm.close(true);
        }
      }
      done.push({ schema: owner.schema, applied });
    }
    if (options.grants !== false)
      await applyGrants(
        client,
        owners.map(({ schema }) => schema),
      );
    return done;
  } finally {
    await client.end();
  }
}

async function pendingOf(client: Client, owner: SchemaOwner): Promise<string[]> {
  const { rows } = await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [
    `${owner.schema}.schema_migration`,
  ]);
  const executed = rows[0]?.present
    ? (await client.query<{ name: string }>(`select name from "${owner.schema}".schema_migration`)).rows
    : [];
  const names = new Set(executed.map(({ name }) => name));
  const unknown = [...names].filter((name) => !owner.migrations.some((migration) => migration.name === name));
  if (unknown.length)
    throw new Error(
      `The database has migrations of "${owner.schema}" that this version does not know (${unknown.join(', ')}): ` +
        'start the newer version instead',
    );
  return owner.migrations.map(({ name }) => name).filter((name) => !names.has(name));
}

/** Writes the next migration of an owner from the difference between its entities and its snapshot. */
export async function createMigration(
  url: string,
  owner: SchemaOwner,
  owners: readonly SchemaOwner[],
  name?: string,
): Promise<string | undefined> {
  const orm = await migratorOf(url, owner, owners);
  try {
    const result = await orm.migrator.create(owner.migrationsPath, false, owner.migrations.length === 0, name);
    return result.fileName || undefined;
  } finally {
    await orm.close(true);
  }
}
