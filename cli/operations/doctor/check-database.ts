import {
  connected,
  type DatabaseUrls,
  lintCatalogue,
  parseDatabaseUrl,
  queueFacts,
  registryOf,
  tablesWithoutStatistics,
} from '@millwright/core/kernel';
import type { AnyPlugin } from '@millwright/core/server';
import type { Client } from 'pg';
import type { InstallationConfig } from '../../installation/installation-config.ts';
import { pendingMigrations } from '../../installation/pending-migrations.ts';
import type { Finding } from './finding.ts';

type Plugins = readonly { definition: AnyPlugin; audience?: readonly string[] }[];

const oldestServer = 160_000;

/** A server that does not answer in time is a finding, so doctor does not wait for it. */
export const connectedSoon = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  connected(url, work, { connectionTimeoutMillis: 10_000 });

/** Every login role can connect, none can bypass row-level security, and the server version is supported. */
export async function checkRoles(urls: DatabaseUrls): Promise<{ looked: number; findings: Finding[] }> {
  const check = 'database roles';
  const findings: Finding[] = [];
  for (const [name, url] of Object.entries(urls)) {
    const role = decodeURIComponent(parseDatabaseUrl(url).username);
    try {
      await connectedSoon(url, async (client) => {
        const { rows } = await client.query<{ isAbove: boolean; version: number }>(
          `select rolsuper or rolbypassrls as "isAbove", current_setting('server_version_num')::int as version
           from pg_roles where rolname = session_user`,
        );
        if (rows[0]?.isAbove)
          findings.push({
            check,
            level: 'fault',
            what: `The role ${role} is above row-level security: accounts are not kept apart`,
            fix: `alter role "${role}" nosuperuser nobypassrls`,
          });
        if (name === 'migrate' && (rows[0]?.version ?? 0) < oldestServer)
          findings.push({
            check,
            level: 'fault',
            what: `PostgreSQL ${rows[0]?.version} is too old`,
            fix: 'Upgrade it to 16 or newer',
          });
      });
    } catch (error) {
      findings.push({
        check,
        level: 'fault',
        what: `The role ${role} cannot sign in to the database: ${(error as Error).message}`,
        fix:
          'Check DATABASE_URL and that MILLWRIGHT_SECRET is the one the installation began with; ' +
          'run millwright migrate',
      });
    }
  }
  return { looked: Object.keys(urls).length, findings };
}

/** The schema has the version of the program. */
export async function checkMigrations(
  urls: DatabaseUrls,
  plugins: Plugins,
): Promise<{ looked: number; findings: Finding[] }> {
  const check = 'migrations';
  const findings = (await pendingMigrations(urls, plugins)).flatMap(({ schema, applied, unknown }): Finding[] => [
    ...(applied.length
      ? [
          {
            check,
            level: 'fault' as const,
            what: `${schema}: not applied yet: ${applied.join(', ')}`,
            fix: 'Run millwright migrate (millwright start does so too)',
          },
        ]
      : []),
    ...unknown.map((name) => ({
      check,
      level: 'fault' as const,
      what: `${schema}: ${name} was applied by a newer version`,
      fix: 'Start the newer version, or restore a backup of this one',
    })),
  ]);
  return { looked: registryOf(plugins).schemaOwners().length, findings };
}

/** The catalogue follows the tenancy rules: policies, keys, grants. */
export async function checkCatalogue(
  urls: DatabaseUrls,
  plugins: Plugins,
): Promise<{ looked: number; findings: Finding[] }> {
  const schemas = registryOf(plugins)
    .schemaOwners()
    .map(({ schema }) => schema);
  const faults = await connectedSoon(urls.migrate, (client) => lintCatalogue(client, schemas));
  return {
    looked: schemas.length,
    findings: faults.map((what) => ({
      check: 'catalogue',
      level: 'fault',
      what,
      fix: 'Somebody changed the schema by hand: undo it, or run millwright migrate, which sets the rights anew',
    })),
  };
}

const longestWaitMinutes = 15;

/** Permanently failed jobs, and events that were not delivered. */
export async function checkQueue(urls: DatabaseUrls): Promise<{ looked: number; findings: Finding[] }> {
  const check = 'queued work';
  return connectedSoon(urls.job, async (client) => {
    const findings: Finding[] = [];
    const { rows: dead } = await client.query<{ name: string; count: number }>(
      `select name, count(*)::int as count from queue.job where name like '%-dead' and state = 'created' group by name
        order by name`,
    );
    for (const { name, count } of dead)
      findings.push({
        check,
        level: 'fault',
        what:
          `${count} ${count === 1 ? 'job' : 'jobs'} of "${name.replace(/-dead$/, '')}" ` +
          `${count === 1 ? 'has' : 'have'} failed for good`,
        fix:
          'See why with millwright jobs list, correct it, and send them again: ' +
          `millwright jobs retry ${name.replace(/-dead$/, '')}`,
      });
    const { rows: waiting } = await client.query<{ count: number; minutes: number | null }>(
      `select count(*)::int as count from core.event_outbox where dispatched_at is null`,
    );
    const { rows: late } = await client.query<{ count: number }>(
      `select count(*)::int as count from queue.job
       where name not like '%-dead' and state in ('created', 'retry')
         and start_after < now() - make_interval(mins => $1)`,
      [longestWaitMinutes],
    );
    if (late[0]?.count)
      findings.push({
        check,
        level: 'warning',
        what: `${late[0].count} jobs have been due for more than ${longestWaitMinutes} minutes`,
        fix: 'Start a server: millwright start; if one runs, see its log',
      });
    return { looked: dead.length + (waiting[0]?.count ?? 0), findings };
  });
}

/** Hours after which a daily backup is overdue. */
const backupHours = 26;

/** Conditions that metrics warn of: unsent mails, few free connections, missing backups. */
export async function checkOperation(
  urls: DatabaseUrls,
  { production, databaseUrl }: Pick<InstallationConfig, 'production' | 'databaseUrl'>,
): Promise<{ looked: number; findings: Finding[] }> {
  const { mails, database, backupAge } = await connectedSoon(urls.job, queueFacts);
  const findings: Finding[] = [];
  const warn = (what: string, fix: string): void =>
    void findings.push({ check: 'operation', level: 'warning', what, fix });
  if (mails.retrying + mails.dead)
    warn(
      `${mails.retrying + mails.dead} mails could not be sent (${mails.dead} failed for good)`,
      'Check SMTP_URL and the mail server; the email log of the account says why; then millwright jobs retry',
    );
  if (database.connections > 0.85 * database.mostConnections)
    warn(
      `The database server has ${database.connections} of at most ${database.mostConnections} connections`,
      'Raise max_connections, or put pgbouncer in front of it',
    );
  if (database.isArchiveFailing)
    warn(
      'The log of the database cannot be archived: it grows, and the last moments could not be restored',
      'See that the folder of MILLWRIGHT_WAL_ARCHIVE has room and may be written to; the log of the database says why',
    );
  const isLate = backupAge === undefined ? databaseUrl === undefined : backupAge > backupHours * 3600;
  if (production && isLate)
    warn(
      backupAge === undefined
        ? 'There is no backup yet'
        : `The last backup is ${Math.floor(backupAge / 3600)} hours old`,
      'millwright backup FOLDER --keep 14, every day: millwright service print has a timer for it',
    );
  return { looked: 4, findings };
}

/** A table without statistics is planned as if it were empty. */
export async function checkStatistics(
  adminUrl: string,
  plugins: Plugins,
): Promise<{ looked: number; findings: Finding[] }> {
  const schemas = registryOf(plugins)
    .schemaOwners()
    .map(({ schema }) => schema);
  const tables = await tablesWithoutStatistics(adminUrl, schemas);
  const shown = tables.slice(0, 3).join(', ');
  const more = tables.length > 3 ? ` and ${tables.length - 3} more` : '';
  return {
    looked: schemas.length,
    findings: tables.length
      ? [
          {
            check: 'statistics',
            level: 'warning',
            what: `PostgreSQL has no statistics of ${shown}${more}, as after a restore: lists may take seconds`,
            fix: 'Start the server, which analyses them, or run: analyze',
          },
        ]
      : [],
  };
}

/** Invariants of people, who belong to no account. */
const rulesOfPeople: readonly { name: string; fix: string; sql: string }[] = [
  {
    name: 'core.no-session-through-a-provider-that-is-off',
    fix: 'A session was changed outside the application: set its revoked_at, or wait twelve hours',
    sql: `select session.id from core.session session
      where session.provider_account_id is not null and session.revoked_at is null and session.expires_at > now()
        and not exists (select from core.identity_provider provider
          where provider.account_id = session.provider_account_id and provider.is_enabled)`,
  },
  {
    name: 'core.no-factor-under-a-password-of-the-team',
    fix: 'Take it away: millwright user reset-second-factor EMAIL',
    sql: `select person.email from core."user" person
      where person.is_password_of_team and (
        exists (select from core.authenticator_app app where app.user_id = person.id)
        or exists (select from core.passkey passkey where passkey.user_id = person.id)
        or exists (select from core.recovery_code code where code.user_id = person.id)
        or exists (select from core.auth_link link
          where link.user_id = person.id and link.type = 'provider_by_person'))`,
  },
  {
    name: 'core.a-domain-is-proven-for-one-account',
    fix: 'Ask both accounts whose it is, and remove the row of the other from core.email_domain',
    sql: `select domain from core.email_domain where proven_at is not null group by domain having count(*) > 1`,
  },
];

const shownPeople = 3;

/** Checks the rules of people with the auth role, which alone can read them. */
export async function checkPeople(urls: DatabaseUrls): Promise<{ looked: number; findings: Finding[] }> {
  const findings = await connectedSoon(urls.auth, async (client) => {
    const found: Finding[] = [];
    for (const { name, fix, sql } of rulesOfPeople) {
      const { rows } = await client.query<Record<string, unknown>>(`${sql} limit ${shownPeople + 1}`);
      if (!rows.length) continue;
      const shown = rows.slice(0, shownPeople).map((row) => Object.values(row).join(' '));
      const more = rows.length > shownPeople ? ' and more' : '';
      found.push({
        check: 'people',
        level: 'fault',
        what: `${name} does not hold for ${shown.join(', ')}${more}`,
        fix,
      });
    }
    return found;
  });
  return { looked: rulesOfPeople.length, findings };
}
