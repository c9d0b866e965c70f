import { Client } from 'pg';
import type { SchemaOwner } from './migrate.ts';
import { parseDatabaseUrl } from './roles.ts';

/** Names of the applied migrations per schema; none for a missing schema. */
export async function appliedMigrations(client: Client, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {};
  for (const schema of schemas) {
    const { rows } = await client.query<{ present: boolean }>('select to_regclass($1) is not null as present', [
      `${schema}.schema_migration`,
    ]);
    applied[schema] = rows[0]?.present
      ? (await client.query<{ name: string }>(`select name from "${schema}".schema_migration order by id`)).rows.map(
          ({ name }) => name,
        )
      : [];
  }
  return applied;
}

const rememberedMilliseconds = 60_000;

/**
 * Whether the database has every migration of this version. Migrations of a newer version are no fault, because old
 * processes keep working during an upgrade.
 */
export class SchemaVersion {
  readonly #url: string;
  readonly #owners: readonly SchemaOwner[];
  #isCurrentUntil = 0;

  /** `url` of the migrating role, because no other may read the applied migrations. */
  constructor(url: string, owners: readonly SchemaOwner[]) {
    this.#url = url;
    this.#owners = owners;
  }

  /** A positive result is cached for a minute; a negative one is checked again. */
  async isCurrent(): Promise<boolean> {
    if (Date.now() < this.#isCurrentUntil) return true;
    const client = new Client({
      connectionString: parseDatabaseUrl(this.#url).toString(),
      connectionTimeoutMillis: 2_000,
    });
    // An unhandled error event would end the process; the running statement fails anyway.
    client.on('error', () => {});
    await client.connect();
    try {
      const applied = await appliedMigrations(
        client,
        this.#owners.map(({ schema }) => schema),
      );
      const isCurrent = this.#owners.every(({ schema, migrations }) =>
        migrations.every(({ name }) => applied[schema]?.includes(name)),
      );
      if (isCurrent) this.#isCurrentUntil = Date.now() + rememberedMilliseconds;
      return isCurrent;
    } finally {
      await client.end();
    }
  }
}
