import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { newID } from '../contracts/texts/id.ts';
import type { AccountContext } from '../kernel/context/context.ts';

/**
 * An encrypted value cannot be decrypted: it was changed, moved to another place, or encrypted with an unknown secret.
 */
export class UnreadableSecretError extends Error {
  constructor(what: string) {
    super(`${what} cannot be opened: it was changed, moved, or sealed under another installation secret`);
    this.name = 'UnreadableSecretError';
  }
}

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM; the value is bound to its place. */
export function seal(key: Uint8Array, plain: Uint8Array, place: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts the result of `seal` for the same place. @throws UnreadableSecretError */
export function open(key: Uint8Array, sealed: string, place: string, what: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivLength + tagLength) throw new UnreadableSecretError(what);
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagLength));
    return Buffer.concat([decipher.update(bytes.subarray(ivLength, -tagLength)), decipher.final()]);
  } catch {
    throw new UnreadableSecretError(what);
  }
}

interface InstallationKey {
  id: string;
  bytes: Uint8Array;
}

function installationKey(secret: string): InstallationKey {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, 'millwright', 'account keys', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

interface AccountKeyRow {
  key_id: string;
  sealed_with: string;
  sealed_key: string;
}

const keyPlace = (accountID: string, keyID: string): string => JSON.stringify(['account_key', accountID, keyID]);
const fieldPlace = (accountID: string, ownerID: string, field: string): string =>
  JSON.stringify([accountID, ownerID, field]);

/**
 * Encrypts stored secrets: AES-256-GCM with a key per account, which is encrypted with a key derived from the
 * installation's secret (HKDF). An encrypted value is bound to its account, record and field and cannot be decrypted
 * elsewhere. Its form is `v1.<key id>.<iv, ciphertext and tag in base64url>`. After a change of the installation's
 * secret the former ones still decrypt account keys, and `reseal` encrypts these again.
 */
export class CredentialVault {
  readonly #current: InstallationKey;
  readonly #known: Map<string, InstallationKey>;

  constructor(secret: string, formerSecrets: readonly string[] = []) {
    this.#current = installationKey(secret);
    this.#known = new Map([this.#current, ...formerSecrets.map(installationKey)].map((key) => [key.id, key]));
  }

  /** Encrypts the fields of a record; the account's key is created on first use. */
  async sealFields(
    ctx: AccountContext,
    ownerID: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const { keyID, key } = await this.#sealingKey(ctx);
    const sealed = Object.entries(fields).map(([field, value]) => {
      const text = seal(key, Buffer.from(value, 'utf8'), fieldPlace(ctx.account.id, ownerID, field));
      return [field, `v1.${keyID}.${text}`];
    });
    return Object.fromEntries(sealed);
  }

  /** Decrypts the fields of a record. @throws UnreadableSecretError */
  async openFields(
    ctx: AccountContext,
    ownerID: string,
    sealed: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const rows = await this.#rows(ctx);
    const opened = Object.entries(sealed).map(([field, value]) => {
      const what = `The field ${field} of ${ownerID}`;
      const [version, keyID, text] = value.split('.');
      const row = rows.find(({ key_id }) => key_id === keyID);
      if (version !== 'v1' || !row || !text) throw new UnreadableSecretError(what);
      return [
        field,
        open(this.#openKey(ctx, row), text, fieldPlace(ctx.account.id, ownerID, field), what).toString('utf8'),
      ];
    });
    return Object.fromEntries(opened);
  }

  /** Encrypts the account's keys with the current secret if a former one was used; returns their number. */
  async reseal(ctx: AccountContext): Promise<number> {
    const outdated = (await this.#rows(ctx)).filter(({ sealed_with }) => sealed_with !== this.#current.id);
    for (const row of outdated) {
      const sealedKey = seal(this.#current.bytes, this.#openKey(ctx, row), keyPlace(ctx.account.id, row.key_id));
      await sql`update core.account_key set sealed_with = ${this.#current.id}, sealed_key = ${sealedKey}
        where account_id = ${ctx.account.id} and key_id = ${row.key_id}`.execute(ctx.em.query());
    }
    return outdated.length;
  }

  /**
   * Deletes values that no known secret can decrypt; returns the number of integrations that thereby lose their
   * credentials.
   */
  async forgetUnreadable(ctx: AccountContext): Promise<number> {
    const lost = (await this.#rows(ctx)).filter(({ sealed_with }) => !this.#known.has(sealed_with));
    if (!lost.length) return 0;
    const keys = lost.map(({ key_id }) => key_id);
    const query = ctx.em.query();
    await sql`delete from core.account_key
      where account_id = ${ctx.account.id} and key_id = any(${keys}::text[])`.execute(query);
    const { numAffectedRows } = await sql`update core.integration
      set credentials = '{}', masks = '{}', is_active = false, updated_at = ${ctx.clock.now()}, version = version + 1
      where account_id = ${ctx.account.id} and exists (
        select 1 from jsonb_each_text(credentials) field
        where split_part(field.value, '.', 2) = any(${keys}::text[]))`.execute(query);
    return Number(numAffectedRows ?? 0);
  }

  async #rows(ctx: AccountContext): Promise<AccountKeyRow[]> {
    const { rows } = await sql<AccountKeyRow>`select key_id, sealed_with, sealed_key from core.account_key
      where account_id = ${ctx.account.id} order by created_at desc, key_id desc`.execute(ctx.em.query());
    return rows;
  }

  #openKey(ctx: AccountContext, row: AccountKeyRow): Uint8Array {
    const what = `The key ${row.key_id} of ${ctx.account.id}`;
    const installation = this.#known.get(row.sealed_with);
    if (!installation) throw new UnreadableSecretError(what);
    return open(installation.bytes, row.sealed_key, keyPlace(ctx.account.id, row.key_id), what);
  }

  async #sealingKey(ctx: AccountContext): Promise<{ keyID: string; key: Uint8Array }> {
    const [latest] = await this.#rows(ctx);
    if (latest) return { keyID: latest.key_id, key: this.#openKey(ctx, latest) };
    const keyID = newID('key');
    const key = randomBytes(32);
    await sql`insert into core.account_key (account_id, key_id, sealed_with, sealed_key, created_at)
      values (${ctx.account.id}, ${keyID}, ${this.#current.id},
        ${seal(this.#current.bytes, key, keyPlace(ctx.account.id, keyID))}, ${ctx.clock.now()})`.execute(
      ctx.em.query(),
    );
    return { keyID, key };
  }
}
