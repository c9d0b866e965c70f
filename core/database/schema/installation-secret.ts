import { createHash, createHmac } from 'node:crypto';
import { connected } from '../connections/connected.ts';

/** A fingerprint of a secret, which does not reveal it. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256')
    .update(createHmac('sha256', secret).update('millwright backup').digest())
    .digest('hex')
    .slice(0, 16);

// A comment on the database needs no table, and every role that may connect can read it before any rights are set.
const comment = (fingerprint: string): string => `Millwright, set up with the secret ${fingerprint}`;

/** The fingerprint stored in a database; undefined for an empty or missing database. */
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

/** Stores the fingerprint in the database. `url` is the address of the migrating role. */
export async function rememberSecret(url: string, secret: string): Promise<void> {
  const fingerprint = secretFingerprint(secret);
  if ((await rememberedSecret(url)) === fingerprint) return;
  await connected(url, (client) => client.query(`comment on schema core is '${comment(fingerprint)}'`));
}
