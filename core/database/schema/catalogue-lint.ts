import type { Client } from 'pg';
import {
  accountPolicy,
  closedPolicy,
  customerPolicy,
  groupRoles,
  type TableRights,
  tableAccess,
} from '../tenant-entity.ts';

/** Account tables that sign-in reads before an account is known, with the reasons. */
export const readOutsideAccounts = {
  auth: {
    'core.member': 'who signs in finds the accounts that they belong or are invited to',
    'core.api_key': 'a key says whose it is',
    'core.publishable_key': 'a widget on a site has nothing but its key',
    'core.sign_in_policy': 'an account may ask for a second factor of whoever wants to enter it',
    'core.identity_provider': 'the domain of an email address says whose provider signs in',
    'core.email_domain': 'a domain is proven for one account alone',
  },
} as const;

/** Account tables that jobs read over all accounts, with the reasons from their entities. */
export const readByJobs = (): Record<string, string> =>
  Object.fromEntries(
    tableAccess().flatMap(({ kind, schema, table, jobColumns }) =>
      kind === 'tenant' && jobColumns ? [[`${schema}.${table}`, jobColumns.why]] : [],
    ),
  );

const openPolicies = (role: 'auth' | 'job', names: readonly string[]): [string, string][] =>
  names.map((name) => [`${name} ${name.split('.')[1]}_${role}`, groupRoles[role]]);

/** Additional policies as `schema.table policy`, with their roles. */
const otherPolicies = (): Map<string, string> =>
  new Map([
    ['core.account account_own', groupRoles.tenant],
    ['core.account account_auth', groupRoles.auth],
    ['core.account account_job', groupRoles.job],
    ['core.account_slug account_slug_auth', groupRoles.auth],
    ...openPolicies('auth', Object.keys(readOutsideAccounts.auth)),
    ...openPolicies('job', Object.keys(readByJobs())),
    ['core.event_outbox event_outbox_job_update', groupRoles.job],
    ['core.event_outbox event_outbox_job_delete', groupRoles.job],
    ['core.search_document search_document_search', groupRoles.search],
    ['core.member member_owner', groupRoles.owner],
  ]);

/** SECURITY DEFINER functions with their owners. Each has a test with two tenants. */
const definers = new Map<string, string>([
  ['core.search_documents', groupRoles.search],
  ['core.search_ids', groupRoles.search],
  ['core.search_count', groupRoles.search],
  ['core.analyze_grown', groupRoles.owner],
  ['core.analyze_outgrown', groupRoles.owner],
  ['core.count_point', groupRoles.owner],
  ['core.people_of_members', groupRoles.owner],
]);

const normal = (expression: string | null): string => (expression ?? '').replaceAll(/::text|[()\s]/g, '');
const canonical = normal(accountPolicy);
const closed = `${canonical}and${normal(closedPolicy)}`.toLowerCase();
/** The text of the customer policy before and after the column of the customer. */
const [beforeColumn = '', afterColumn = ''] = `${canonical}and${normal(customerPolicy(':column:'))}`
  .toLowerCase()
  .split(':column:');

/** Whether a policy restricts rows to the account alone, to account and customer, or to staff of the account. */
function isCanonical(expression: string): boolean {
  const lowercase = expression.toLowerCase();
  if (lowercase === canonical.toLowerCase() || lowercase === closed) return true;
  if (!lowercase.startsWith(beforeColumn) || !lowercase.endsWith(afterColumn)) return false;
  return /^\w+$/.test(lowercase.slice(beforeColumn.length, lowercase.length - afterColumn.length));
}

const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

interface TableFacts {
  schema: string;
  table: string;
  owner: string;
  secured: boolean;
  forced: boolean;
  hasAccount: boolean;
  accountCollation: string | null;
  accountNotNull: boolean | null;
  accountChecked: boolean;
}

interface KeyFacts {
  schema: string;
  table: string;
  name: string;
  type: 'p' | 'u' | 'f' | 'i';
  columns: string[];
  target: string | null;
  targetSchema: string | null;
  onUpdate: string;
  onDelete: string;
}

/**
 * Reads the catalog of a migrated database and returns all violations of the tenancy rules (reliability.md 2.2, 2.6):
 * forced row-level security, one canonical policy, keys that begin with the account, rights as declared, no triggers,
 * no bypass. Empty if there are none.
 */
export async function lintCatalogue(client: Client, schemas: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const tables = await tablesOf(client, schemas);
  const declared = new Map(tableAccess().map((access) => [`${access.schema}.${access.table}`, access]));
  for (const table of tables) {
    const name = `${table.schema}.${table.table}`;
    if (table.table === 'schema_migration') continue;
    const access = declared.get(name);
    if (!access) faults.push(`${name}: is in the database but no entity declares it`);
    if (table.owner !== groupRoles.owner) faults.push(`${name}: belongs to ${table.owner}, not to ${groupRoles.owner}`);
    if (access?.kind === 'global') continue;
    if (!table.hasAccount) {
      faults.push(`${name}: a tenant table without account_id`);
      continue;
    }
    if (!table.secured || !table.forced) faults.push(`${name}: row-level security is not enabled and forced`);
    if (table.accountCollation !== 'C') faults.push(`${name}: account_id is not text collate "C"`);
    if (!table.accountNotNull || !table.accountChecked) faults.push(`${name}: account_id may be null or empty`);
  }
  const tenant = new Set(
    tables
      .filter(({ schema, table }) => declared.get(`${schema}.${table}`)?.kind === 'tenant')
      .map(({ schema, table }) => `${schema}.${table}`),
  );
  await lintPolicies(client, schemas, tenant, faults);
  await lintKeys(client, schemas, tenant, faults);
  await lintRights(client, schemas, faults);
  await lintObjects(client, schemas, faults);
  await lintRoles(client, faults);
  return faults;
}

async function tablesOf(client: Client, schemas: readonly string[]): Promise<TableFacts[]> {
  const { rows } = await client.query<TableFacts>(
    `select n.nspname as schema, c.relname as "table", pg_get_userbyid(c.relowner) as owner,
       c.relrowsecurity as secured, c.relforcerowsecurity as forced,
       a.attname is not null as "hasAccount", co.collname as "accountCollation", a.attnotnull as "accountNotNull",
       exists (select from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c'
           and pg_get_constraintdef(k.oid) like '%account_id <> ''''%') as "accountChecked"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     left join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     left join pg_collation co on co.oid = a.attcollation
     where c.relkind in ('r', 'p') and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

async function lintPolicies(
  client: Client,
  schemas: readonly string[],
  tenant: ReadonlySet<string>,
  faults: string[],
): Promise<void> {
  const { rows } = await client.query<{
    table: string;
    name: string;
    permissive: string;
    roles: string[];
    cmd: string;
    using: string | null;
    check: string | null;
  }>(
    `select schemaname || '.' || tablename as "table", policyname as name, permissive, roles::text[] as roles, cmd,
       qual as "using", with_check as "check"
     from pg_policies where schemaname = any($1)`,
    [schemas],
  );
  const canonicalOf = new Map<string, number>();
  const ruled = new Map<string, string>();
  const allowedPolicies = otherPolicies();
  for (const { table, name, permissive, roles, cmd, using, check } of rows) {
    if (permissive !== 'PERMISSIVE')
      faults.push(`${table}: the policy "${name}" is restrictive: on the shards of Citus it would let more through`);
    for (const role of roles)
      for (const command of cmd === 'ALL' ? commands : [cmd]) {
        const other = ruled.get(`${table} ${role} ${command}`);
        if (other !== undefined)
          faults.push(`${table}: "${other}" and "${name}" both say what ${role} may ${command}, and are OR-ed`);
        ruled.set(`${table} ${role} ${command}`, name);
      }
    const isOfAccount =
      permissive === 'PERMISSIVE' && cmd === 'ALL' && normal(using) === normal(check) && isCanonical(normal(using));
    if (isOfAccount && roles.includes(groupRoles.tenant)) {
      canonicalOf.set(table, (canonicalOf.get(table) ?? 0) + 1);
      continue;
    }
    if (isOfAccount && normal(using) === canonical && roles.join() === groupRoles.auth) continue;
    const allowed = allowedPolicies.get(`${table} ${name}`);
    if (!allowed)
      faults.push(`${table}: the policy "${name}" is not the canonical one and not on the list of exceptions`);
    else if (roles.join() !== allowed)
      faults.push(`${table}: the policy "${name}" is written to ${roles.join(', ')}, not to ${allowed}`);
  }
  for (const table of tenant)
    if (canonicalOf.get(table) !== 1)
      faults.push(`${table}: has ${canonicalOf.get(table) ?? 0} canonical policies, not one`);
}

async function lintKeys(
  client: Client,
  schemas: readonly string[],
  tenant: ReadonlySet<string>,
  faults: string[],
): Promise<void> {
  const { rows } = await client.query<KeyFacts>(
    `select n.nspname as schema, c.relname as "table", k.conname as name, k.contype as type,
       (select array_agg(a.attname::text order by x.n) from unnest(k.conkey) with ordinality x(num, n)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.num) as columns,
       f.relname as target, fn.nspname as "targetSchema", k.confupdtype as "onUpdate", k.confdeltype as "onDelete"
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     left join pg_class f on f.oid = k.confrelid left join pg_namespace fn on fn.oid = f.relnamespace
     where k.contype in ('p', 'u', 'f') and n.nspname = any($1)
     union all
     select n.nspname, c.relname, i.relname, 'i',
       (select array_agg(a.attname::text order by x.n) from unnest(ix.indkey) with ordinality x(num, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = x.num),
       null, null, '', ''
     from pg_index ix join pg_class c on c.oid = ix.indrelid join pg_class i on i.oid = ix.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where ix.indisunique and n.nspname = any($1)
       and not exists (select from pg_constraint k where k.conindid = i.oid)`,
    [schemas],
  );
  for (const key of rows) {
    const table = `${key.schema}.${key.table}`;
    if (!tenant.has(table)) {
      if (key.type === 'f' && key.target && tenant.has(`${key.targetSchema}.${key.target}`))
        faults.push(`${table}: "${key.name}" refers from a global to a tenant table`);
      continue;
    }
    if (key.type !== 'f' && key.columns?.[0] !== 'account_id')
      faults.push(`${table}: the key "${key.name}" does not begin with account_id`);
    if (key.type !== 'f') continue;
    const target = `${key.targetSchema}.${key.target}`;
    if (tenant.has(target) && key.columns[0] !== 'account_id')
      faults.push(`${table}: the reference "${key.name}" is not led by account_id`);
    if (key.targetSchema !== key.schema && key.targetSchema !== 'core')
      faults.push(`${table}: the reference "${key.name}" crosses into schema ${key.targetSchema}`);
    if (key.onUpdate !== 'a' || !['a', 'r', 'c'].includes(key.onDelete))
      faults.push(`${table}: the reference "${key.name}" changes or nulls keys`);
  }
  for (const table of tenant) {
    const primary = rows.find((key) => key.type === 'p' && `${key.schema}.${key.table}` === table);
    if (!primary) faults.push(`${table}: has no primary key`);
  }
}

const letters: Record<string, string> = {
  INSERT: 'c',
  SELECT: 'r',
  UPDATE: 'u',
  DELETE: 'd',
  TRUNCATE: 'truncate',
  REFERENCES: 'references',
  TRIGGER: 'trigger',
  MAINTAIN: 'maintain',
};

async function lintRights(client: Client, schemas: readonly string[], faults: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; role: string; rights: string[] }>(
    `select n.nspname || '.' || c.relname as "table", pg_get_userbyid(x.grantee) as role,
       array_agg(x.privilege_type::text) as rights
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) x
     where c.relkind in ('r', 'p') and n.nspname = any($1) and x.grantee <> c.relowner group by 1, 2`,
    [schemas],
  );
  const granted = new Map(
    rows.map(({ table, role, rights }) => [
      `${table} ${role}`,
      rights
        .map((right) => letters[right] ?? right)
        .sort()
        .join(''),
    ]),
  );
  const expected = (rights: TableRights): string => [...rights].sort().join('');
  for (const access of tableAccess()) {
    if (!schemas.includes(access.schema)) continue;
    const table = `${access.schema}.${access.table}`;
    for (const [role, rights] of [
      [groupRoles.tenant, access.tenant],
      [groupRoles.auth, access.auth],
      [groupRoles.job, access.job],
    ] as const) {
      const key = `${table} ${role}`;
      if ((granted.get(key) ?? '') !== expected(rights))
        faults.push(`${table}: ${role} has the rights "${granted.get(key) ?? ''}", declared are "${expected(rights)}"`);
      granted.delete(key);
    }
  }
  await lintColumnRights(client, schemas, faults);
  for (const key of granted.keys())
    if (!key.endsWith(` ${groupRoles.search}`) && !key.includes('schema_migration'))
      faults.push(`${key}: a right that nothing declares`);
}

/** Checks rights on single columns, which the rights on tables do not show. Only the job role may have any. */
async function lintColumnRights(client: Client, schemas: readonly string[], faults: string[]): Promise<void> {
  const { rows } = await client.query<{ right: string }>(
    `select n.nspname || '.' || c.relname || ' ' || lower(x.privilege_type) || ' ' || a.attname || ' '
      || coalesce(r.rolname, 'public') as "right"
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
       aclexplode(a.attacl) x left join pg_roles r on r.oid = x.grantee
     where n.nspname = any($1) and not a.attisdropped and x.grantee <> c.relowner`,
    [schemas],
  );
  const granted = new Set(rows.map(({ right }) => right));
  for (const { schema, table, jobColumns } of tableAccess()) {
    if (!schemas.includes(schema)) continue;
    for (const verb of ['select', 'update'] as const)
      for (const name of jobColumns?.[verb] ?? []) {
        const right = `${schema}.${table} ${verb} ${name} ${groupRoles.job}`;
        if (!granted.delete(right)) faults.push(`${right}: a right on a column that is declared and missing`);
      }
  }
  for (const right of granted) faults.push(`${right}: a right on a column that nothing declares`);
}

async function lintObjects(client: Client, schemas: readonly string[], faults: string[]): Promise<void> {
  const triggers = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || ' ' || t.tgname as name from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname = any($1)`,
    [schemas],
  );
  for (const { name } of triggers.rows) faults.push(`${name}: triggers are not allowed`);
  const views = await client.query<{ name: string; kind: string; invoker: boolean }>(
    `select n.nspname || '.' || c.relname as name, c.relkind as kind,
       coalesce('security_invoker=true' = any(c.reloptions), false) as invoker
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('v', 'm') and n.nspname = any($1)`,
    [schemas],
  );
  for (const { name, kind, invoker } of views.rows) {
    if (kind === 'm') faults.push(`${name}: materialized views know no row-level security`);
    else if (!invoker) faults.push(`${name}: a view without security_invoker reads as its owner`);
  }
  const functions = await client.query<{
    name: string;
    definer: boolean;
    owner: string;
    settings: string[] | null;
    public: boolean;
  }>(
    `select n.nspname || '.' || p.proname as name, p.prosecdef as definer,
       pg_get_userbyid(p.proowner) as owner, p.proconfig as settings,
       p.proacl is null or exists (select from aclexplode(p.proacl) x where x.grantee = 0) as public
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)`,
    [schemas],
  );
  for (const { name, definer, owner, settings, public: isPublic } of functions.rows) {
    if (definer && !definers.has(name)) faults.push(`${name}: a SECURITY DEFINER function that is not on the list`);
    const expectedOwner = definers.get(name) ?? groupRoles.search;
    if (definer && owner !== expectedOwner) faults.push(`${name}: belongs to ${owner}, not to ${expectedOwner}`);
    if (definer && !settings?.some((setting) => setting.startsWith('search_path=')))
      faults.push(`${name}: has no search_path of its own`);
    if (definer && isPublic) faults.push(`${name}: everybody may execute it`);
  }
}

async function lintRoles(client: Client, faults: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; bypass: boolean; superuser: boolean }>(
    `select rolname as name, rolbypassrls as bypass, rolsuper as superuser from pg_roles
      where rolname like 'millwright\\_%' or rolname like 'mw\\_%'`,
  );
  for (const { name, bypass, superuser } of rows)
    if (bypass || superuser) faults.push(`role ${name}: may bypass row-level security`);
  const members = await client.query<{ member: string; role: string }>(
    `select pg_get_userbyid(member) as member, pg_get_userbyid(roleid) as role from pg_auth_members
      where pg_get_userbyid(roleid) = any($1)`,
    [[groupRoles.owner, groupRoles.search]],
  );
  for (const { member, role } of members.rows) {
    const isMigrate = /^mw_.*_migrate$/.test(member);
    const isAdministrator = !member.startsWith('mw_') && !member.startsWith('millwright_');
    if (!isMigrate && !isAdministrator)
      faults.push(`role ${member}: is a member of ${role}, which only the migrate role may be`);
  }
}
