import { Client, type ClientConfig } from 'pg';
import { parseDatabaseUrl } from '../schema/roles.ts';

/** Runs work on a connection of its own and closes it. */
export async function connected<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  options: Pick<ClientConfig, 'connectionTimeoutMillis'> = {},
): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString(), ...options });
  // An unhandled error event would end the process; the running statement fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
