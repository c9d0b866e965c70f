import { parseDatabaseUrl, withDatabase } from '@millwright/core/kernel';
import { Client, escapeIdentifier } from 'pg';

/** Minutes that a drill may take beside its own steps: a few by default, hours at night. */
export const drillMinutes = Number(process.env['MILLWRIGHT_SOAK_MINUTES'] ?? 1);

/** An empty database on the server of the tests, in place of one that may be there. */
export async function freshDatabase(adminUrl: string, name: string): Promise<string> {
  await asAdministrator(adminUrl, async (client) => {
    await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${escapeIdentifier(name)}`);
  });
  return withDatabase(adminUrl, name);
}

export const dropDatabase = (adminUrl: string, name: string): Promise<void> =>
  asAdministrator(adminUrl, async (client) => {
    await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
  });

async function asAdministrator(adminUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: parseDatabaseUrl(withDatabase(adminUrl, 'postgres')).toString() });
  await client.connect();
  await work(client).finally(() => client.end());
}
