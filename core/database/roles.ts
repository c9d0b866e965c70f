import { createHmac } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { holdLock } from './hold-lock.ts';
import { groupRoles } from './tenant-entity.ts';

/** What a login role may do; each is a member of the group role of that name. */
export const loginRoles = {
  migrate: [groupRoles.owner, groupRoles.search],
  tenant: [groupRoles.tenant],
  auth: [groupRoles.auth],
  job: [groupRoles.job],
} as const;
export type LoginRole = keyof typeof loginRoles;

/** Addresses of one installation's database, one per login role. */
export type DatabaseUrls = Record<LoginRole, string>;

/** Names of login roles that exist already, with their passwords where those are not ours (`databaseUrls`). */
export type ExistingRoles = Record<LoginRole, string | { user: string; password: string }>;

const shortName: Record<LoginRole, string> = { migrate: 'migrate', tenant: 'rt', auth: 'auth', job: 'job' };

/** Name of a login role: it carries the database's name, so that installations can share a server. */
export const loginRoleName = (database: string, role: LoginRole): string => `mw_${database}_${shortName[role]}`;

/** Parses a PostgreSQL address; one over a Unix socket may have no host, which the URL standard refuses. */
export const parseDatabaseUrl = (url: string): URL =>
  new URL(url.replace(/^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)(?=\/)/, '$1localhost'));

/** The same server, another database. */
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
 * Addresses of the run-time roles: the given address with user and password replaced. Passwords that nobody gives are
 * an HMAC of the installation's secret, so that several processes agree without sharing a file.
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

/** Makes the role where it is missing; answers what a role that is there already is. */
async function createRole(client: Client, name: string, attributes: string): Promise<RoleFacts | undefined> {
  const found = await client.query<RoleFacts>(
    'select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [name],
  );
  if (found.rows[0]) return found.rows[0];
  try {
    await client.query(`create role ${escapeIdentifier(name)} ${attributes}`);
  } catch (error) {
    // Two installers on one server: the other one was faster.
    if ((error as { code?: string }).code !== '42710' && (error as { code?: string }).code !== 'XX000') throw error;
  }
  return undefined;
}

/**
 * Changes only what differs: an administrator who is no superuser, as managed databases have, may make roles and give
 * them passwords, but not name the rights of a superuser, not even to take them away.
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

/** Whether the role signs in with the password of its address; the database of the address need not be there yet. */
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
 * Creates the database, the group roles and the login roles of an installation where they are missing. Needs an
 * administrator's address; run again it changes nothing. No role has BYPASSRLS and none but migrate joins owner or
 * search.
 */
export async function installRoles(options: {
  adminUrl: string;
  database: string;
  secret: string;
}): Promise<DatabaseUrls> {
  const { adminUrl, database, secret } = options;
  const urls = databaseUrls(adminUrl, database, secret);
  const admin = new Client({ connectionString: parseDatabaseUrl(adminUrl).toString() });
  // On a connection of its own: a database is not created inside a transaction.
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

/** Extensions that migrations count on; both are trusted, so that who may create schemas may make them. */
export const extensionStatements = [
  'create schema if not exists extensions',
  'create extension if not exists pg_trgm schema extensions',
  'create extension if not exists btree_gin schema extensions',
  'grant usage on schema extensions to public',
] as const;

/** What a session of a login role begins with. */
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
    // Requests run side by side already. Starting workers takes longer than most of them, and the planner asks for
    // workers too often: it cannot know that the customers' policy lets everything through for staff.
    ['max_parallel_workers_per_gather', '0'],
  ];
}

/** Rights and settings that belong to one database: who may connect, and the settings of each login role in it. */
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
