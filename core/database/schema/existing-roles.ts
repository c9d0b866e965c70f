import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { groupRoles } from '../tenant-entity.ts';
import {
  type DatabaseUrls,
  databaseUrls,
  type ExistingRoles,
  extensionStatements,
  type LoginRole,
  loginRoles,
  roleSettingsOf,
} from './roles.ts';

/** Options of `prepareExistingRoles`. The address names server and database; its user is ignored. */
export interface ExistingRolesOptions {
  url: string;
  database: string;
  secret: string;
  roles: ExistingRoles;
}

const nameOf = (roles: ExistingRoles, role: LoginRole): string => {
  const given = roles[role];
  return typeof given === 'string' ? given : given.user;
};

/**
 * Adopts existing login roles: checks that each has the required rights and no more, applies the settings on which the
 * installation relies (every role may set its own), and creates the extensions. Needs no right to create roles.
 * Idempotent.
 * @throws Error that lists all faults with the statements that fix them
 */
export async function prepareExistingRoles(options: ExistingRolesOptions): Promise<DatabaseUrls> {
  const { url, database, secret, roles } = options;
  const urls = databaseUrls(url, database, secret, roles);
  const faults: string[] = [];
  for (const role of Object.keys(loginRoles) as LoginRole[]) {
    const name = nameOf(roles, role);
    const client = new Client({ connectionString: urls[role] });
    try {
      await client.connect();
    } catch (error) {
      faults.push(`the role "${name}" (${role}) cannot connect to "${database}": ${(error as Error).message}`);
      continue;
    }
    try {
      // A role prepared before begins its sessions as another role, so this switches back to the login role.
      await client.query('set role none');
      const found = await faultsOf(client, { role, name, database });
      if (!found.length) await applySettings(client, { role, name, database });
      if (!found.length && role === 'migrate') found.push(...(await makeExtensions(client, database)));
      faults.push(...found);
    } finally {
      await client.end();
    }
  }
  if (faults.length)
    throw new Error(
      'MILLWRIGHT_DATABASE_ROLES names roles that cannot be used yet:\n' +
        `${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  return urls;
}

interface Login {
  role: LoginRole;
  name: string;
  database: string;
}

async function faultsOf(client: Client, { role, name, database }: Login): Promise<string[]> {
  const login = escapeIdentifier(name);
  const { rows } = await client.query<{ group: string; exists: boolean; member: boolean }>(
    `select name as "group", rolname is not null as exists,
       coalesce(pg_has_role(session_user, oid, 'member'), false) as member
     from unnest($1::text[]) as name left join pg_roles on rolname = name`,
    [Object.values(groupRoles)],
  );
  const wanted: readonly string[] = loginRoles[role];
  const faults = rows.flatMap(({ group, exists, member }) => {
    if (!exists) return wanted.includes(group) ? [`there is no role ${group}: create role ${group} nologin`] : [];
    if (wanted.includes(group)) return member ? [] : [`"${name}" is no member of ${group}: grant ${group} to ${login}`];
    return member ? [`"${name}" is a member of ${group}, which is not its part: revoke ${group} from ${login}`] : [];
  });
  const { rows: own } = await client.query<{ bypass: boolean }>(
    'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = session_user',
  );
  if (own[0]?.bypass)
    faults.push(`"${name}" may pass by row-level security: alter role ${login} nosuperuser nobypassrls`);
  if (role === 'migrate' && rows.some(({ group, exists }) => group === groupRoles.owner && exists)) {
    const { rows: create } = await client.query<{ may: boolean }>(
      "select has_database_privilege($1, current_database(), 'create') as may",
      [groupRoles.owner],
    );
    if (!create[0]?.may)
      faults.push(
        `${groupRoles.owner} may create no schema: ` +
          `grant create on database ${escapeIdentifier(database)} to ${groupRoles.owner}`,
      );
  }
  return faults;
}

async function applySettings(client: Client, { role, name, database }: Login): Promise<void> {
  const alterRole = `alter role ${escapeIdentifier(name)} in database ${escapeIdentifier(database)}`;
  for (const [setting, value] of roleSettingsOf(role))
    await client.query(`${alterRole} set ${setting} = ${escapeLiteral(value)}`);
}

async function makeExtensions(client: Client, database: string): Promise<string[]> {
  await client.query(`set role ${groupRoles.owner}`);
  try {
    for (const statement of extensionStatements) await client.query(statement);
    return [];
  } catch (error) {
    const { rows } = await client.query(
      `select from pg_extension x join pg_namespace n on n.oid = x.extnamespace
       where n.nspname = 'extensions' and x.extname in ('pg_trgm', 'btree_gin')
         and has_schema_privilege('public', n.oid, 'usage')`,
    );
    if (rows.length === 2) return [];
    return [
      `the extensions are missing in "${database}" (${(error as Error).message}): ${extensionStatements.join('; ')}`,
    ];
  }
}
