import { type Client, escapeIdentifier } from 'pg';
import { groupRoles, type TableAccess, type TableRights, tableAccess } from './tenant-entity.ts';

const verbs: Record<string, string> = { c: 'insert', r: 'select', u: 'update', d: 'delete' };
const privileges = (rights: TableRights): string => [...rights].map((letter) => verbs[letter]).join(', ');

/**
 * Sets the rights of the run-time roles on every declared table and view. Rights are state, not history: they are
 * applied after every migration run from the declarations beside the entities, and the catalogue lint compares them.
 */
export async function applyGrants(client: Client, schemas: string[]): Promise<void> {
  const runtime = [groupRoles.tenant, groupRoles.auth, groupRoles.job] as const;
  for (const schema of schemas) {
    const name = escapeIdentifier(schema);
    await client.query(`revoke all on all tables in schema ${name} from ${runtime.join(', ')}`);
    await client.query(`grant usage on schema ${name} to ${runtime.join(', ')}, ${groupRoles.search}`);
    const views = await client.query<{ viewname: string }>('select viewname from pg_views where schemaname = $1', [
      schema,
    ]);
    for (const { viewname } of views.rows)
      await client.query(`grant select on ${name}.${escapeIdentifier(viewname)} to ${groupRoles.tenant}`);
  }
  const declared = tableAccess().filter(({ schema }) => schemas.includes(schema));
  await expectMigrated(client, declared);
  for (const access of declared) {
    const table = `${escapeIdentifier(access.schema)}.${escapeIdentifier(access.table)}`;
    for (const [role, rights] of [
      [groupRoles.tenant, access.tenant],
      [groupRoles.auth, access.auth],
      [groupRoles.job, access.job],
    ] as const)
      if (rights) await client.query(`grant ${privileges(rights)} on ${table} to ${role}`);
    for (const [verb, columns] of Object.entries(access.jobColumns ?? {}) as ['select' | 'update', readonly string[]][])
      if (columns.length)
        await client.query(
          `grant ${verb} (${columns.map((name) => escapeIdentifier(name)).join(', ')}) on ${table} to ${groupRoles.job}`,
        );
  }
}

/** @throws Error naming the tables that entities declare and no migration has made, with what to do */
async function expectMigrated(client: Client, declared: readonly TableAccess[]): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string }>(
    `select t.schema, t.name as "table" from unnest($1::text[], $2::text[]) as t(schema, name)
     where to_regclass(format('%I.%I', t.schema, t.name)) is null`,
    [declared.map(({ schema }) => schema), declared.map(({ table }) => table)],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ schema, table }) => `${schema}.${table}`).join(', ');
  throw new Error(
    `No migration makes ${names}: write one with npm run migration -- ${rows[0]?.schema.replaceAll('_', '-')} <name-of-the-change>`,
  );
}
