import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { registryOf } from '../boot/installation.ts';
import { migrate } from '../database/schema/migrate.ts';
import { installRoles, loginRoleName, parseDatabaseUrl, withDatabase } from '../database/schema/roles.ts';
import { testSecret } from '../testing/postgres/templates.ts';

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  return client;
};

/** A database as the migration finds it, and what runs it. */
async function databaseBefore(name: string): Promise<{ admin: Client; goOn(): Promise<unknown> }> {
  const adminUrl = inject('postgresUrl');
  const database = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  const urls = await installRoles({ adminUrl, database, secret: testSecret });
  const admin = await connect(withDatabase(adminUrl, database));
  onTestFinished(async () => {
    await admin.end();
    const server = await connect(adminUrl);
    await server.query(`drop database if exists ${escapeIdentifier(database)} with (force)`);
    for (const role of ['migrate', 'tenant', 'auth', 'job'] as const)
      await server.query(`drop role if exists ${escapeIdentifier(loginRoleName(database, role))}`);
    await server.end();
  });
  const owners = registryOf([]).schemaOwners();
  const before = owners.map((owner) => ({
    ...owner,
    migrations: owner.migrations.filter((migration) => migration.name < name),
  }));
  // Today's rights name tables that those migrations do not make.
  await migrate(urls.migrate, before, { grants: false });
  return { admin, goOn: () => migrate(urls.migrate, owners, { grants: false }) };
}

it('rows of before proven domains: sessions, people, what was planted, and domains in use', async () => {
  const { admin, goOn } = await databaseBefore('Migration20261128180000_proven_domains');
  const insert = async (table: string, rows: object[]): Promise<void> => {
    const { rows: columns } = await admin.query(
      `select column_name as name from information_schema.columns where table_schema = 'core' and table_name = $1`,
      [table],
    );
    const has = new Set(columns.map(({ name }) => name as string));
    for (const row of rows) {
      const given = Object.entries({ created_at: '2026-11-01', updated_at: '2026-11-01', ...row });
      const known = given.filter(([name]) => has.has(name));
      expect(given.length - known.length, table).toBeLessThanOrEqual(2);
      await admin.query(
        `insert into core.${escapeIdentifier(table)} (${known.map(([name]) => escapeIdentifier(name)).join(', ')})
          values (${known.map((_, index) => `$${index + 1}`).join(', ')})`,
        known.map(([, value]) => value),
      );
    }
  };
  await insert('account', [
    { id: 'acc_a', slug: 'alpha', name: 'Alpha' },
    { id: 'acc_b', slug: 'beta', name: 'Beta' },
  ]);
  const person = { preferences: '{}', email_verified: true, password_hash: 'x', is_password_of_team: false };
  await insert('user', [
    { ...person, id: 'usr_boss', email: 'boss@alpha.test', name: 'Boss' },
    { ...person, id: 'usr_own', email: 'own@alpha.test', name: 'Own' },
    { ...person, id: 'usr_team', email: 'team@alpha.test', name: 'Team', is_password_of_team: true },
    { ...person, id: 'usr_bare', email: 'bare@alpha.test', name: 'Bare', is_password_of_team: true },
    { ...person, id: 'usr_sso', email: 'cfo@alpha.test', name: 'Made', password_hash: null, is_password_of_team: true },
  ]);
  await insert('role', [
    { account_id: 'acc_a', id: 'rol_admin', code: 'admin', name: 'Administrator', type: 'admin', is_system: true },
    { account_id: 'acc_a', id: 'rol_user', code: 'user', name: 'User', type: 'user' },
  ]);
  const member = { account_id: 'acc_a', status: 'active' };
  await insert('member', [
    { ...member, id: 'mem_1', name: 'Boss', email: 'boss@alpha.test', role_id: 'rol_admin', user_id: 'usr_boss' },
    { ...member, id: 'mem_2', name: 'Own', email: 'own@alpha.test', role_id: 'rol_user', user_id: 'usr_own' },
  ]);
  const provider = { client_id: 'c', sealed_secret: 's' };
  await insert('identity_provider', [
    { ...provider, account_id: 'acc_a', issuer: 'https://a.test', domains: ['alpha.test', 'shared.test'] },
    { ...provider, account_id: 'acc_b', issuer: 'https://b.test', domains: ['shared.test'] },
  ]);
  const session = { expires_at: '2099-01-01', ip: '', user_agent: '' };
  await insert('session', [
    { ...session, id: 'ses_sso', user_id: 'usr_sso', provider_account_id: 'acc_a' },
    { ...session, id: 'ses_own', user_id: 'usr_own' },
  ]);
  for (const id of ['usr_own', 'usr_team']) {
    await insert('passkey', [
      {
        id: `psk_${id}`,
        user_id: id,
        name: 'Key',
        credential_id: id,
        public_key: 'x',
        sign_count: 0,
        transports: [],
        is_synced: false,
      },
    ]);
    await insert('authenticator_app', [{ user_id: id, sealed_secret: 's' }]);
    await insert('recovery_code', [{ code_hash: id, user_id: id }]);
    await insert('auth_link', [
      { id: `lnk_${id}`, user_id: id, type: 'provider_by_person', provider: 'oidc:acc_a', provider_account_id: id },
    ]);
  }
  await goOn();

  const all = async (text: string): Promise<unknown[]> => (await admin.query({ text, rowMode: 'array' })).rows;
  expect(await all('select id, revoked_reason from core.session order by id')).toEqual([
    ['ses_own', null],
    ['ses_sso', 'provider_changed'],
  ]);
  expect(await all('select id from core."user" where not email_verified')).toEqual([['usr_sso']]);
  for (const table of ['passkey', 'authenticator_app', 'recovery_code', 'auth_link'])
    expect(await all(`select user_id from core.${table}`), table).toEqual([['usr_own']]);
  expect(
    await all(`select account_id, domain, proven_at, until - checked_at = interval '14 days'
      from core.email_domain order by account_id, domain`),
  ).toEqual([
    ['acc_a', 'alpha.test', null, true],
    ['acc_a', 'shared.test', null, true],
    ['acc_b', 'shared.test', null, true],
  ]);
  expect(await all(`select recipient, template, props ->> 'title' from core.person_mail order by recipient`)).toEqual([
    ['boss@alpha.test', 'core.security-notice', 'Prove the domains of your single sign-on'],
    ['team@alpha.test', 'core.security-notice', 'Your second factor was removed'],
  ]);
  expect(
    await all(`select relname from pg_class where relnamespace = 'core'::regnamespace and not relforcerowsecurity
      and relname in ('identity_provider', 'member', 'role', 'account', 'email_domain')`),
  ).toEqual([]);
});
