import { createHmac } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { holdLock } from '../rows/hold-lock.ts';
import { groupRoles } from '../tenant-entity.ts';

/** Rights of each login role, as members of these group roles. */
export const loginRoles = {
  migrate: [groupRoles.owner, groupRoles.search],
  tenant: [groupRoles.tenant],
  auth: [groupRoles.auth],
  job: [groupRoles.job],
} as const;
export type LoginRole = keyof typeof loginRoles;

/** Addresses of an installation's database, one per login role. */
export type DatabaseUrls = Record<LoginRole, string>;

/** Names of existing login roles, with their passwords unless these are the derived ones (`databaseUrls`). */
export type ExistingRoles = Record<LoginRole, string | { user: string; password: string }>;

const shortName: Record<LoginRole, string> = { migrate: 'migrate', tenant: 'rt', auth: 'auth', job: 'job' };

/** Name of a login role. It contains the database's name, so that installations can share a server. */
export const loginRoleName = (database: string, role: LoginRole): string => `mw_${database}_${shortName[role]}`;

/**
 * Parses a PostgreSQL address. An address over a Unix socket may have no host, which the URL standard does not permit.
 */
export const parseDatabaseUrl = (url: string): URL =>
  new URL(url.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?=\/)/, '$1localhost'));

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = parseDatabaseUrl(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.toString();
}

function withUser(url: string, database: string, user: string, password: string): string {
  const address = new URL(withDatabase(url, database));
  address.username = encodeURIComponent(user);
  address.password = encodeURIComponent(password);
  return address.toString();
}

/**
 * Addresses of the run-time roles: the given address with user and password replaced. Default passwords are an HMAC of
 * the installation's secret, so that several processes derive the same ones without a shared file.
 */
export function databaseUrls(url: string, database: string, secret: string, existing?: ExistingRoles): DatabaseUrls {
  const address = (role: LoginRole): string => {
    const given = existing?.[role] ?? loginRoleName(database, role);
    if (typeof given !== 'string') return withUser(url, database, given.user, given.password);
    const name = given;
    return withUser(url, database, name, createHmac('sha256', secret).update(name).digest('hex'));
  };
  return { migrate: address('migrate'), tenant: address('tenant'), auth: address('auth'), job: address('job') };
}

interface RoleFacts {
  rolcanlogin: boolean;
  rolsuper: boolean;
  rolbypassrls: boolean;
}

/** Creates the role if it is missing; returns the attributes of an existing one. */
async function createRole(client: Client, name: string, attributes: string): Promise<RoleFacts | undefined> {
  const found = await client.query<RoleFacts>(
    'select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [name],
  );
  if (found.rows[0]) return found.rows[0];
  try {
    await client.query(`create role ${escapeIdentifier(name)} ${attributes}`);
  } catch (error) {
    // A concurrent installer on the same server was faster.
    if ((error as { code?: string }).code !== '42710' && (error as { code?: string }).code !== 'XX000') throw error;
  }
  return undefined;
}

/**
 * Changes only differing attributes. An administrator without superuser rights, as on managed databases, may create
 * roles and set passwords, but must not mention superuser attributes, not even to revoke them.
 */
async function mendRole(admin: Client, name: string, found: RoleFacts, wanted: { login: boolean }): Promise<void> {
  const changes = [
    found.rolcanlogin !== wanted.login && (wanted.login ? 'login' : 'nologin'),
    found.rolsuper && 'nosuperuser',
    found.rolbypassrls && 'nobypassrls',
  ].filter(Boolean);
  if (!changes.length) return;
  const statement = `alter role ${escapeIdentifier(name)} ${changes.join(' ')}`;
  await admin.query(statement).catch((error: Error) => {
    throw new Error(
      `The role "${name}" has rights that it must not have, and DATABASE_URL names nobody who may take them away ` +
        `(${error.message}). Run as a superuser: ${statement}`,
    );
  });
}

/** Whether the role can sign in with the password of its address. The database of the address may be missing. */
async function signsIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return !['28P01', '28000'].includes(code);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Creates the database, the group roles and the login roles of an installation if they are missing. Needs an
 * administrator's address. Idempotent. No role has BYPASSRLS, and only migrate is a member of owner and search.
 */
export async function installRoles(options: {
  adminUrl: string;
  database: string;
  secret: string;
}): Promise<DatabaseUrls> {
  const { adminUrl, database, secret } = options;
  const urls = databaseUrls(adminUrl, database, secret);
  const admin = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  // On a separate connection, because a database cannot be created inside a transaction.
  const lock = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  lock.on('error', () => {});
  try {
    await Promise.all([admin.connect(), lock.connect()]);
    await holdLock(lock, 'roles');
    for (const group of Object.values(groupRoles)) {
      const found = await createRole(admin, group, 'nologin');
      if (found) await mendRole(admin, group, found, { login: false });
    }
    for (const role of Object.keys(loginRoles) as LoginRole[]) {
      const name = loginRoleName(database, role);
      const login = escapeIdentifier(name);
      const password = escapeLiteral(decodeURIComponent(new URL(urls[role]).password));
      const found = await createRole(admin, name, `login inherit password ${password}`);
      if (found) {
        await mendRole(admin, name, found, { login: true });
        if (!(await signsIn(urls[role]))) await admin.query(`alter role ${login} password ${password}`);
      }
      for (const group of loginRoles[role]) {
        const { rowCount } = await admin.query(
          `select 1 from pg_auth_members where roleid = $1::regrole and member = $2::regrole and inherit_option`,
          [group, login],
        );
        if (!rowCount) await admin.query(`grant ${group} to ${login}`);
      }
    }
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await admin.query(`create database ${escapeIdentifier(database)}`);
    await secureDatabase(admin, database);
  } finally {
    await Promise.all([admin.end(), lock.end().catch(() => {})]);
  }
  const client = new Client({ connectionString: withDatabase(adminUrl, database) });
  await client.connect();
  try {
    await client.query(['revoke all on schema public from public', ...extensionStatements].join('; '));
  } finally {
    await client.end();
  }
  return urls;
}

/** Extensions that migrations need. Both are trusted: a role that may create schemas may create them. */
export const extensionStatements = [
  'create schema if not exists extensions',
  'create extension if not exists pg_trgm schema extensions',
  'create extension if not exists btree_gin schema extensions',
  'grant usage on schema extensions to public',
] as const;

/** Initial settings of a login role's sessions. */
export function roleSettingsOf(role: LoginRole): readonly (readonly [name: string, value: string])[] {
  if (role === 'migrate')
    return [
      ['search_path', 'pg_catalog'],
      ['role', groupRoles.owner],
    ];
  return [
    ['search_path', 'pg_catalog'],
    ['statement_timeout', '15s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '30s'],
    // Requests already run in parallel. Starting workers takes longer than most requests, and the planner uses them too
    // often, because it cannot know that the customer policy passes all rows for staff.
    ['max_parallel_workers_per_gather', '0'],
  ];
}

/** Rights and settings per database: roles that may connect, and the settings of each login role in it. */
export async function secureDatabase(admin: Client, database: string): Promise<void> {
  const db = escapeIdentifier(database);
  await admin.query(`revoke all on database ${db} from public`);
  await admin.query(`grant create, connect on database ${db} to ${groupRoles.owner}`);
  for (const role of Object.keys(loginRoles) as LoginRole[]) {
    const name = escapeIdentifier(loginRoleName(database, role));
    await admin.query(`grant connect on database ${db} to ${name}`);
    for (const [setting, value] of roleSettingsOf(role))
      await admin.query(`alter role ${name} in database ${db} set ${setting} = ${escapeLiteral(value)}`);
    if (role === 'migrate') await admin.query(`grant create on database ${db} to ${name}`);
  }
}
