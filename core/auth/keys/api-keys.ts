import { sql } from 'kysely';
import { apiKeyProblems } from '../../contracts/sign-in/api-key.contract.ts';
import { isID } from '../../contracts/texts/id.ts';
import { hashToken, isSameSecret } from '../../credentials/secret-token.ts';
import type { Database } from '../../database/database.ts';
import { asDate, asOptionalDate } from '../../database/rows/as-date.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import type { Identity } from '../../kernel/context/identity.ts';
import { Networks } from '../../kernel/outgoing/network.ts';
import { isIdle } from '../../permissions/idle-key.ts';
import { accessChanges } from '../../tenancy/access/access.ts';

interface KeyRow {
  accountID: string;
  name: string;
  secretHash: string;
  previousSecretHash: string | null;
  previousExpiresAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  networks: Networks;
  /** Days without use after which the key has expired; null for keys of programs. */
  idleDays: number | null;
  lastUsedAt: Date;
}

/** Whether a secret of the key is valid now: the current one, or during the overlap of a rotation the previous one. */
export function decideKey(
  key: Omit<KeyRow, 'accountID' | 'name' | 'networks' | 'idleDays' | 'lastUsedAt'> | undefined,
  presentedHash: string,
  now: Date,
): boolean {
  if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) return false;
  if (isSameSecret(key.secretHash, presentedHash)) return true;
  return Boolean(
    key.previousSecretHash &&
      key.previousExpiresAt &&
      key.previousExpiresAt > now &&
      isSameSecret(key.previousSecretHash, presentedHash),
  );
}

/** Whether the key may be used from the address. A key without networks may be used from everywhere. */
export const decideKeyNetwork = (networks: Networks, address: string): boolean =>
  networks.isEmpty || networks.includes(address);

/**
 * Seconds for which a key that another process has ended is still accepted here; `lastUsedAt` is at most this exact.
 */
const cacheSeconds = 8;
const noteUseSeconds = 60;
const largest = 5_000;

/** Checks API keys (details.md HTTP). Only keys with the right secret are cached, so each guess costs a query. */
export class ApiKeys {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known = new Map<string, { until: number; changes: number; row: KeyRow }>();
  readonly #noted = new Map<string, number>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The identity of a key, or undefined. @throws Problem 403 `key_network_refused`, only for the right secret */
  async authenticate(keyID: string, secret: string, address: string): Promise<Identity | undefined> {
    if (!isID('ak', keyID) || secret.length < 20 || secret.length > 200) return undefined;
    const now = this.#clock.now();
    const presentedHash = hashToken(secret);
    const cached = this.#known.get(keyID);
    const changes = accessChanges();
    const isFresh = cached?.changes === changes && cached.until > now.getTime();
    const fresh =
      isFresh && decideKey(cached.row, presentedHash, now) && !isIdle(cached.row, now) ? cached.row : undefined;
    const row = fresh ?? (await this.#load(keyID));
    if (!row || !decideKey(row, presentedHash, now) || isIdle(row, now)) {
      this.#known.delete(keyID);
      return undefined;
    }
    if (!decideKeyNetwork(row.networks, address)) throw apiKeyProblems.key_network_refused({ details: { address } });
    if (!fresh) {
      if (this.#known.size >= largest) this.#known.clear();
      this.#known.set(keyID, { until: now.getTime() + cacheSeconds * 1000, changes, row });
    }
    await this.#noteUse(keyID, now);
    return {
      actor: { type: 'api_key', id: keyID, name: row.name },
      via: 'key',
      isOperator: false,
      key: { id: keyID, accountID: row.accountID },
    };
  }

  #load(keyID: string): Promise<KeyRow | undefined> {
    return this.#database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<
        Omit<KeyRow, 'networks' | 'lastUsedAt'> & { networks: string[]; lastUsedAt: Date | string }
      >`select account_id as "accountID", name, secret_hash as "secretHash",
          previous_secret_hash as "previousSecretHash", previous_expires_at as "previousExpiresAt",
          expires_at as "expiresAt", revoked_at as "revokedAt", networks,
          idle_days as "idleDays", coalesce(greatest(last_used_at, rotated_at), created_at) as "lastUsedAt"
        from core.api_key where id = ${keyID}`.execute(em.getKysely());
      const [row] = rows;
      return (
        row && {
          ...row,
          networks: new Networks(row.networks),
          previousExpiresAt: asOptionalDate(row.previousExpiresAt),
          expiresAt: asOptionalDate(row.expiresAt),
          revokedAt: asOptionalDate(row.revokedAt),
          lastUsedAt: asDate(row.lastUsedAt),
        }
      );
    });
  }

  async #noteUse(keyID: string, now: Date): Promise<void> {
    const last = this.#noted.get(keyID);
    if (last !== undefined && now.getTime() - last < noteUseSeconds * 1000) return;
    if (this.#noted.size >= largest) this.#noted.clear();
    this.#noted.set(keyID, now.getTime());
    await this.#database.runAsAuth({ accountID: '' }, async (em) => {
      await sql`update core.api_key set last_used_at = ${now}
        where id = ${keyID} and (last_used_at is null or last_used_at < ${now})`.execute(em.getKysely());
    });
  }
}
