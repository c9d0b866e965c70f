import { createHash, createHmac } from 'node:crypto';
import { Client } from 'pg';
import { parseDatabaseUrl } from './roles.ts';

/** Identifies a secret without giving it away. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256')
    .update(createHmac('sha256', secret).update('millwright backup').digest())
    .digest('hex')
    .slice(0, 16);

// A comment needs no table, and everybody who may connect reads it, before the rights of any role are in place.
const comment = (fingerprint: string): string => `Millwright, set up with the secret ${fingerprint}`;

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: parseDatabaseUrl(url).toString() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The fingerprint that a database remembers; undefined for one that is empty or not there. */
export async function rememberedSecret(url: string): Promise<string | undefined> {
  try {
    return await connected(url, async (client) => {
      const { rows } = await client.query<{ comment: string | null }>(
        `select pg_catalog.obj_description(pg_catalog.to_regnamespace('core'), 'pg_namespace') as comment`,
      );
      return /secret ([0-9a-f]{16})$/.exec(rows[0]?.comment ?? '')?.[1];
    });
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return undefined;
    throw error;
  }
}

/** Lets the database remember whose it is; `url` of the role that migrates. */
export async function rememberSecret(url: string, secret: string): Promise<void> {
  const fingerprint = secretFingerprint(secret);
  if ((await rememberedSecret(url)) === fingerprint) return;
  await connected(url, (client) => client.query(`comment on schema core is '${comment(fingerprint)}'`));
}
