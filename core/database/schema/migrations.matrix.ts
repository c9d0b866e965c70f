import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrateInstallation, registryOf } from '../../boot/installation.ts';
import { platformAudience, platformPlugins } from '../../testing/kernel/platform-plugins.ts';
import { bootTestKernel } from '../../testing/kernel/test-kernel.ts';
import { landedCommit } from '../../testing/plan/changes.ts';
import { openOrm } from '../orm.ts';
import { groupRoles, tableAccess } from '../tenant-entity.ts';
import { lintCatalogue } from './catalogue-lint.ts';
import { applyGrants } from './grants.ts';
import { migrate } from './migrate.ts';
import { type DatabaseUrls, installRoles, loginRoleName, parseDatabaseUrl, withDatabase } from './roles.ts';

const root = resolve(import.meta.dirname, '../../..');
const secret = 'a secret that only tests know, 32 characters';
const platform = await platformPlugins();
const plugins = platform.map((definition) => ({ definition }));
const owners = registryOf(plugins).schemaOwners();
const schemas = owners.map(({ schema }) => schema);

interface Scratch {
  urls: DatabaseUrls;
  admin: Client;
}
const scratches: { name: string; admin: Client }[] = [];

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  return client;
};

/** An empty database with its roles, before any migration. */
async function emptyDatabase(): Promise<Scratch> {
  const name = `mwm_${randomBytes(6).toString('hex')}`;
  const adminUrl = inject('postgresUrl');
  const urls = await installRoles({ adminUrl, database: name, secret });
  const admin = await connect(withDatabase(adminUrl, name));
  scratches.push({ name, admin });
  return { urls, admin };
}

afterAll(async () => {
  const server = await connect(inject('postgresUrl'));
  for (const { name, admin } of scratches) {
    await admin.end();
    await server.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    for (const role of ['migrate', 'tenant', 'auth', 'job'] as const)
      await server.query(`drop role if exists ${escapeIdentifier(loginRoleName(name, role))}`);
  }
  await server.end();
});

/** All objects that a migration can create, one line each. */
async function catalogueOf(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(
    `with relation as (
       select c.oid, n.nspname || '.' || c.relname as name, relkind, relrowsecurity, relforcerowsecurity,
         reloptions, relowner, relacl
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1))
     select concat_ws(' ', 'relation', name, relkind::text, 'rls', relrowsecurity, relforcerowsecurity,
       reloptions::text, 'owner', pg_get_userbyid(relowner), 'rights',
       (select string_agg(a::text, ',' order by a::text) from unnest(relacl) a)) as line from relation
     union all select concat_ws(' ', 'column', name, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
       a.attnotnull, a.attgenerated::text, l.collname, pg_get_expr(d.adbin, d.adrelid),
       (select string_agg(x::text, ',' order by x::text) from unnest(a.attacl) x))
       from relation join pg_attribute a on a.attrelid = relation.oid and a.attnum > 0 and not a.attisdropped
       left join pg_collation l on l.oid = a.attcollation
       left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where relkind in ('r', 'p', 'v')
     union all select concat_ws(' ', 'constraint', name, conname, pg_get_constraintdef(k.oid), convalidated)
       from relation join pg_constraint k on k.conrelid = relation.oid
     union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid)
       from relation join pg_index i on i.indrelid = relation.oid
       where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
     union all select concat_ws(' ', 'policy', schemaname, tablename, policyname, permissive, roles::text, cmd, qual,
       with_check)
       from pg_policies where schemaname = any($1)
     union all select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relation where relkind = 'v'
     union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid), 'owner', pg_get_userbyid(proowner),
       'rights', (select string_agg(a::text, ',' order by a::text) from unnest(proacl) a))
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any($1)
     union all select concat_ws(' ', 'trigger', name, tgname)
       from relation join pg_trigger t on t.tgrelid = relation.oid and not tgisinternal
     order by 1`,
    [schemas],
  );
  return rows.map(({ line }) => line);
}

const expectedNames = owners.flatMap(({ schema, migrations }) => migrations.map(({ name }) => `${schema} ${name}`));
const appliedIn = (done: { schema: string; applied: string[] }[]): string[] =>
  done.flatMap(({ schema, applied }) => applied.map((name) => `${schema} ${name}`));

let fresh: Scratch;
let catalogue: string[];
beforeAll(async () => {
  fresh = await emptyDatabase();
  expect(appliedIn(await migrateInstallation(fresh.urls, plugins))).toEqual(expectedNames);
  catalogue = await catalogueOf(fresh.admin);
});

/** Storage parameters that entities cannot express; migrations set them in SQL for exactly these tables. */
const storage: Record<string, string> = {
  'relation core.change_set_row r': '{toast_tuple_target=8160,fillfactor=25}',
  'relation inventory.balance r': '{fillfactor=50}',
  'relation inventory.cost_layer r': '{fillfactor=70}',
  'relation inventory.item_position r': '{fillfactor=50}',
};
const withoutStorage = (line: string): string => {
  const [table, setting] = Object.entries(storage).find(([start]) => line.startsWith(`${start} `)) ?? [];
  return table && setting ? line.replace(` ${setting}`, '') : line;
};

/** The catalog without properties that are checked elsewhere: column order, rights, storage, migration tables. */
const comparable = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.includes('schema_migration'))
    .map((line) => withoutStorage(line.replace(/^(column \S+) \d+ /, '$1 ').replace(/^(relation .*) rights .*$/, '$1')))
    .sort();

/** A database created from the entities alone. */
async function databaseOfEntities(): Promise<Scratch> {
  const scratch = await emptyDatabase();
  const client = await connect(scratch.urls.migrate);
  const entities = owners.flatMap(({ entities: own }) => [...own]);
  const orm = await openOrm({ url: scratch.urls.migrate, entities });
  try {
    await client.query(await orm.schema.getCreateSchemaSQL({ wrap: false }));
    await applyGrants(client, schemas);
  } finally {
    await orm.close(true);
    await client.end();
  }
  return scratch;
}

/** Objects that entities cannot express and migrations create in SQL. */
const handWritten = [
  /^relation \S+ v /,
  /^(view|function) /,
  /^index CREATE INDEX \w+ ON \S+ USING (?!btree)/,
  /^index CREATE (UNIQUE )?INDEX .* WHERE /,
  /^index CREATE UNIQUE INDEX .* NULLS NOT DISTINCT/,
  /^index CREATE UNIQUE INDEX \w+_any_case_unique /,
  /^constraint \S+ \S+ UNIQUE .* DEFERRABLE /,
  /^relation \S+ i /,
  /^constraint \S+ \S+ FOREIGN KEY .* REFERENCES core\./,
];

describe('a migrated database', () => {
  let entityLines: string[];
  let views: string[];
  beforeAll(async () => {
    const made = await databaseOfEntities();
    entityLines = comparable(await catalogueOf(made.admin));
    const found = await fresh.admin.query<{ name: string }>(
      "select schemaname || '.' || viewname as name from pg_views where schemaname = any($1)",
      [schemas],
    );
    views = found.rows.map(({ name }) => name);
  });
  const missingIn = (lines: readonly string[]): string[] => entityLines.filter((line) => !lines.includes(line));
  const surplusIn = (lines: readonly string[]): string[] =>
    lines.filter(
      (line) =>
        !entityLines.includes(line) &&
        !handWritten.some((rule) => rule.test(line)) &&
        !views.some((view) => line.startsWith(`column ${view} `)),
    );

  it('has everything that the entities say', () => {
    expect(missingIn(comparable(catalogue))).toEqual([]);
  });

  it('has nothing else but what a migration has to write by hand', () => {
    expect(surplusIn(comparable(catalogue))).toEqual([]);
  });

  it('has something in every schema', () => {
    for (const schema of schemas)
      expect(
        catalogue.filter((line) => line.startsWith(`relation ${schema}.`) && line.includes(' r rls ')).length,
      ).toBeGreaterThan(1);
  });

  it('would be caught with a column, a key, an index, a policy, a check or a table that differs', async () => {
    const other = await emptyDatabase();
    await migrate(other.urls.migrate, owners);
    for (const change of [
      'alter table core.party add column extra text',
      'alter table core.party alter column name drop not null',
      'alter table core.party alter column version set default 2',
      'create index stray on core.party (account_id, name)',
      'drop policy party_account on core.party',
      'alter policy party_account on core.party using (true)',
      'create table core.stray (id text primary key)',
      'alter table core.party add constraint stray check (name is not null)',
      'alter table core.party no force row level security',
    ]) {
      await other.admin.query('begin');
      await other.admin.query(change);
      const lines = comparable(await catalogueOf(other.admin));
      await other.admin.query('rollback');
      expect(missingIn(lines).length + surplusIn(lines).length, change).toBeGreaterThan(0);
    }
  });
});

describe('migrating', () => {
  it('again applies nothing and changes nothing', async () => {
    expect(appliedIn(await migrateInstallation(fresh.urls, plugins))).toEqual([]);
    expect(await catalogueOf(fresh.admin)).toEqual(catalogue);
  });

  it('twice at once applies every migration once', async () => {
    const shared = await emptyDatabase();
    const both = await Promise.all([1, 2, 3].map(() => migrateInstallation(shared.urls, plugins)));
    expect(both.flatMap(appliedIn).sort()).toEqual([...expectedNames].sort());
    expect(await catalogueOf(shared.admin)).toEqual(catalogue);
    for (const { schema, migrations } of owners) {
      const { rows } = await shared.admin.query(
        `select name from ${escapeIdentifier(schema)}.schema_migration order by id`,
      );
      expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    }
  });

  it('refuses a database that is newer than the code, and says what to do', async () => {
    const newer = await emptyDatabase();
    await migrate(newer.urls.migrate, owners);
    const before = await catalogueOf(newer.admin);
    const last = owners.at(-1)?.schema ?? '';
    await newer.admin.query(
      `insert into ${escapeIdentifier(last)}.schema_migration (name, executed_at)
        values ('Migration20991231000000_later', now())`,
    );
    await expect(migrate(newer.urls.migrate, owners)).rejects.toThrow(
      `The database has migrations of "${last}" that this version does not know (Migration20991231000000_later): ` +
        'start the newer version instead',
    );
    expect(await catalogueOf(newer.admin)).toEqual(before);
  });

  it('leaves nothing of a migration that fails, and can be repeated', async () => {
    const broken = await emptyDatabase();
    await migrate(broken.urls.migrate, owners);
    const { Migration } = await import('@mikro-orm/migrations');
    class Later extends Migration {
      override name = 'Later';
      override up(): void {
        this.addSql('create table core.half (id text primary key)');
        this.addSql('select 1 / 0');
      }
    }
    const later = owners.map((owner) =>
      owner.schema === 'core'
        ? { ...owner, migrations: [...owner.migrations, { name: 'Later', class: Later }] }
        : owner,
    );
    await expect(migrate(broken.urls.migrate, later)).rejects.toThrow(/division by zero/);
    expect(await catalogueOf(broken.admin)).toEqual(catalogue);
    expect(appliedIn(await migrate(broken.urls.migrate, owners))).toEqual([]);
  });
});

describe('rights', () => {
  it('are after migrating what the declarations say, for tables, views and columns', async () => {
    expect(await grantedIn(fresh.admin)).toEqual(await declaredIn(fresh.admin));
    expect(await lintCatalogue(fresh.admin, schemas)).toEqual([]);
  });

  it('come back where somebody changed them', async () => {
    const changed = await emptyDatabase();
    await migrate(changed.urls.migrate, owners);
    const declared = await declaredIn(changed.admin);
    await changed.admin.query(`
      grant delete on core.audit_event to ${groupRoles.tenant};
      grant select on core.session to ${groupRoles.tenant};
      grant select (payload) on core.event_outbox to ${groupRoles.job};
      revoke insert on core.party from ${groupRoles.tenant};
    `);
    expect(await grantedIn(changed.admin)).not.toEqual(declared);
    await migrate(changed.urls.migrate, owners);
    expect(await grantedIn(changed.admin)).toEqual(declared);
    expect(await lintCatalogue(changed.admin, schemas)).toEqual([]);
  });
});

const runtimeRoles = [groupRoles.tenant, groupRoles.auth, groupRoles.job];

async function grantedIn(admin: Client): Promise<string[]> {
  const { rows } = await admin.query<{ line: string }>(
    `select grantee || ' ' || lower(privilege_type) || ' ' || table_schema || '.' || table_name as line
     from information_schema.role_table_grants where grantee = any($1) and table_schema = any($2)
     union all
     select pg_get_userbyid(x.grantee) || ' ' || lower(x.privilege_type) || ' ' || n.nspname || '.' || c.relname || '.'
       || a.attname
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
       aclexplode(a.attacl) x
     where pg_get_userbyid(x.grantee) = any($1) and n.nspname = any($2) and a.attnum > 0
     union all
     select 'public ' || lower(privilege_type) || ' ' || table_schema || '.' || table_name
     from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = any($2)`,
    [runtimeRoles, schemas],
  );
  return rows.map(({ line }) => line).sort();
}

async function declaredIn(admin: Client): Promise<string[]> {
  const verbs: Record<string, string> = { c: 'insert', r: 'select', u: 'update', d: 'delete' };
  const lines = tableAccess()
    .filter(({ schema }) => schemas.includes(schema))
    .flatMap((access) => {
      const name = `${access.schema}.${access.table}`;
      const roles = [
        [groupRoles.tenant, access.tenant],
        [groupRoles.auth, access.auth],
        [groupRoles.job, access.job],
      ] as const;
      return [
        ...roles.flatMap(([role, rights]) => [...rights].map((letter) => `${role} ${verbs[letter]} ${name}`)),
        ...(['select', 'update'] as const).flatMap((verb) =>
          (access.jobColumns?.[verb] ?? []).map((column) => `${groupRoles.job} ${verb} ${name}.${column}`),
        ),
      ];
    });
  const { rows } = await admin.query<{ name: string }>(
    "select schemaname || '.' || viewname as name from pg_views where schemaname = any($1)",
    [schemas],
  );
  return [...lines, ...rows.map(({ name }) => `${groupRoles.tenant} select ${name}`)].sort();
}

const git = (...args: string[]): string | undefined => {
  try {
    return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
};

const landed = landedCommit(root, 1);
/** Paths of the migrations that have landed; undefined where the history does not say which. */
const released = (landed && git('ls-tree', '-r', '--name-only', landed))
  ?.split('\n')
  .filter((path) => /^(core|plugins\/[^/]+\/server)\/migrations\/Migration\w+\.ts$/.test(path));
/** Migrations that changed after they had landed, each with its reason; the newest version gets the same from them. */
const changedSince: Record<string, string> = {
  'plugins/commerce/server/migrations/Migration20261123040012_links_and_holds.ts':
    'it renamed a constraint that PostgreSQL names from version 18 on, and failed on 16 and 17',
};
const noHistory = 'there is no git history with a commit before this one, so nothing is known to be frozen';

describe('migrations that have landed', () => {
  it('are byte for byte what they were', (test) => {
    if (!released) return test.skip(noHistory);
    const changed = released.filter((path) => {
      if (changedSince[path]) return false;
      try {
        return readFileSync(resolve(root, path), 'utf8') !== git('show', `${landed}:${path}`);
      } catch {
        return true;
      }
    });
    expect(changed, 'a migration that others have run is frozen: write a new one at the end').toEqual([]);
  });

  it('come before those that are new', (test) => {
    if (!released) return test.skip(noHistory);
    const known = new Set(released.map((path) => basename(path, '.ts')));
    for (const { schema, migrations } of owners) {
      const isNew = migrations.map(({ name }) => !known.has(name));
      expect(isNew, schema).toEqual([...isNew].sort());
    }
  });

  it('with demo data, then the new ones, lead to the same catalogue as from empty', async (test) => {
    if (!released) return test.skip(noHistory);
    const known = new Set(released.map((path) => basename(path, '.ts')));
    const before = owners
      .map((owner) => ({ ...owner, migrations: owner.migrations.filter(({ name }) => known.has(name)) }))
      .filter(({ migrations }) => migrations.length);
    const demo = await bootTestKernel({ why: 'the demo', plugins: platform, audience: platformAudience(), demo: true });
    const filled = await connect(demo.db.adminUrl);
    onTestFinished(async () => {
      await filled.end();
      await demo.stop();
    });
    expect(await catalogueOf(filled)).toEqual(catalogue);
    const old = await emptyDatabase();
    // The rights of today name tables that those migrations do not create.
    await migrate(old.urls.migrate, before, { grants: false });
    const copied = await copyRows(
      filled,
      old.admin,
      before.map(({ schema }) => schema),
    );
    expect(Object.keys(copied).length).toBeGreaterThan(before.length ? 5 : -1);
    await migrateInstallation(old.urls, plugins);
    expect(await catalogueOf(old.admin)).toEqual(catalogue);
    for (const [table, count] of Object.entries(copied)) expect(await countOf(old.admin, table), table).toBe(count);
  });
});

const countOf = async (admin: Client, table: string): Promise<number> =>
  Number((await admin.query(`select count(*) as count from ${table}`)).rows[0]?.count);

/**
 * Copies the demo data into a database with an earlier schema, as far as its tables and columns exist, because the
 * current code could not write there. Foreign keys are not checked, because the tables are copied in no particular
 * order.
 */
async function copyRows(from: Client, to: Client, into: readonly string[]): Promise<Record<string, number>> {
  const columnsOf = async (client: Client): Promise<Map<string, string[]>> => {
    const { rows } = await client.query<{ name: string; columns: string[] }>(
      `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'schema_migration' and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' group by 1`,
      [into],
    );
    return new Map(rows.map(({ name, columns }) => [name, columns]));
  };
  const [source, target] = [await columnsOf(from), await columnsOf(to)];
  const copied: Record<string, number> = {};
  await to.query('begin');
  await to.query('set local session_replication_role = replica');
  for (const [table, columns] of target) {
    const shared = columns.filter((column) => source.get(table)?.includes(column));
    // As text, because JavaScript numbers cannot hold all numerics.
    const { rows } = await from.query<{ data: string | null; count: string }>(
      `select json_agg(t)::text as data, count(*) as count from ${table} t`,
    );
    const data = rows[0]?.data;
    if (!shared.length || !data) continue;
    const names = shared.map((column) => escapeIdentifier(column)).join(', ');
    await to.query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [data],
    );
    copied[table] = Number(rows[0]?.count);
  }
  await to.query('commit');
  return copied;
}
