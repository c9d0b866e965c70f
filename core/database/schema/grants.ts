import { type Client, escapeIdentifier } from 'pg';
import { groupRoles, type TableAccess, type TableRights, tableAccess } from '../tenant-entity.ts';

const verbs: Record<string, string> = { c: 'insert', r: 'select', u: 'update', d: 'delete' };
const verbsOf = (rights: TableRights | ''): string[] => [...rights].flatMap((letter) => verbs[letter] ?? []);

const runtime = [groupRoles.tenant, groupRoles.auth, groupRoles.job] as const;

/** A right of a run-time role: `"schema"."table"`, the verb, and the column if it is limited to one. */
interface Right {
  role: string;
  table: string;
  verb: string;
  column: string | null;
}

const keyOf = ({ role, table, verb, column }: Right): string => JSON.stringify([role, table, verb, column]);

/**
 * Sets the rights of the run-time roles on every declared table and view. Rights are state, not history: after each
 * migration run they are derived from the declarations beside the entities, and the catalog lint compares them. Only
 * differences are changed, in one transaction, so that running processes never lose a right they need.
 */
export async function applyGrants(client: Client, schemas: string[]): Promise<void> {
  const declared = tableAccess().filter(({ schema }) => schemas.includes(schema));
  await expectMigrated(client, declared);
  await client.query('begin');
  try {
    for (const schema of schemas) await grantUsage(client, schema);
    const [wanted, found] = [
      new Map([...declaredRights(declared), ...(await viewRights(client, schemas))].map((each) => [keyOf(each), each])),
      new Map((await foundRights(client, schemas)).map((each) => [keyOf(each), each])),
    ];
    const on = ({ table, verb, column }: Right): string =>
      `${verb}${column === null ? '' : ` (${escapeIdentifier(column)})`} on ${table}`;
    for (const [key, each] of found) if (!wanted.has(key)) await client.query(`revoke ${on(each)} from ${each.role}`);
    for (const [key, each] of wanted) if (!found.has(key)) await client.query(`grant ${on(each)} to ${each.role}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function grantUsage(client: Client, schema: string): Promise<void> {
  for (const role of [...runtime, groupRoles.search]) {
    const { rows } = await client.query<{ has: boolean }>(`select has_schema_privilege($1, $2, 'usage') as has`, [
      role,
      schema,
    ]);
    if (!rows[0]?.has) await client.query(`grant usage on schema ${escapeIdentifier(schema)} to ${role}`);
  }
}

const declaredRights = (declared: readonly TableAccess[]): Right[] =>
  declared.flatMap((access) => {
    const table = `${escapeIdentifier(access.schema)}.${escapeIdentifier(access.table)}`;
    const whole = (
      [
        [groupRoles.tenant, access.tenant],
        [groupRoles.auth, access.auth],
        [groupRoles.job, access.job],
      ] as const
    ).flatMap(([role, rights]) => verbsOf(rights).map((verb) => ({ role, table, verb, column: null })));
    const columns = (['select', 'update'] as const).flatMap((verb) =>
      (access.jobColumns?.[verb] ?? []).map((column) => ({ role: groupRoles.job, table, verb, column })),
    );
    return [...whole, ...columns];
  });

async function viewRights(client: Client, schemas: readonly string[]): Promise<Right[]> {
  const { rows } = await client.query<{ table: string }>(
    `select format('"%s"."%s"', replace(schemaname, '"', '""'), replace(viewname, '"', '""')) as "table"
     from pg_views where schemaname = any($1)`,
    [schemas],
  );
  return rows.map(({ table }) => ({ role: groupRoles.tenant, table, verb: 'select', column: null }));
}

/** Current rights of the run-time roles on tables, views and single columns. */
async function foundRights(client: Client, schemas: readonly string[]): Promise<Right[]> {
  const { rows } = await client.query<Right>(
    `with relation as (
       select c.oid, c.relacl, format('"%s"."%s"', replace(n.nspname, '"', '""'), replace(c.relname, '"', '""')) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
     ), held as (
       select acl.grantee, r.name, acl.privilege_type, null::name as attname
       from relation r cross join lateral aclexplode(r.relacl) acl
       union all
       select acl.grantee, r.name, acl.privilege_type, a.attname
       from relation r join pg_attribute a on a.attrelid = r.oid cross join lateral aclexplode(a.attacl) acl
       where not a.attisdropped
     )
     select g.rolname as role, held.name as "table", lower(held.privilege_type) as verb, held.attname as column
     from held join pg_roles g on g.oid = held.grantee where g.rolname = any($2)`,
    [schemas, [...runtime]],
  );
  return rows;
}

/** Checks that all declared tables exist. @throws Error that lists the missing tables and says how to fix it */
async function expectMigrated(client: Client, declared: readonly TableAccess[]): Promise<void> {
  const { rows } = await client.query<{ schema: string; table: string }>(
    `select t.schema, t.name as "table" from unnest($1::text[], $2::text[]) as t(schema, name)
     where to_regclass(format('%I.%I', t.schema, t.name)) is null`,
    [declared.map(({ schema }) => schema), declared.map(({ table }) => table)],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ schema, table }) => `${schema}.${table}`).join(', ');
  throw new Error(
    `No migration makes ${names}: write one with npm run migration -- ${rows[0]?.schema.replaceAll('_', '-')} ` +
      '<name-of-the-change>',
  );
}
