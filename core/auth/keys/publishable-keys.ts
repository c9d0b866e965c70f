import { sql } from 'kysely';
import { isID } from '../../contracts/texts/id.ts';
import type { Database } from '../../database/database.ts';
import { asOptionalDate } from '../../database/rows/as-date.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { accessChanges } from '../../tenancy/access/access.ts';

/** A key as the widgets' endpoints use it. */
export interface KnownPublishableKey {
  id: string;
  accountID: string;
  name: string;
  origins: readonly string[];
  widgets: readonly string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Whether the key is valid now. */
const isOpen = (key: Pick<KnownPublishableKey, 'expiresAt' | 'revokedAt'>, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);

/**
 * Seconds for which a key that another process has ended is still accepted here; `lastUsedAt` is at most this exact.
 */
const cacheSeconds = 8;
const noteUseSeconds = 60;
const largest = 5_000;

/** Finds publishable keys as the auth role, because the account is not known before. */
export class PublishableKeys {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #known = new Map<string, { until: number; changes: number; key: KnownPublishableKey }>();
  readonly #noted = new Map<string, number>();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The key if it exists and is neither revoked nor expired. */
  async find(id: string): Promise<KnownPublishableKey | undefined> {
    if (!isID('pk', id)) return undefined;
    const now = this.#clock.now();
    const changes = accessChanges();
    const cached = this.#known.get(id);
    const isFresh = cached?.changes === changes && cached.until > now.getTime();
    const key = isFresh ? cached.key : await this.#load(id);
    if (!key || !isOpen(key, now)) {
      this.#known.delete(id);
      return undefined;
    }
    if (!isFresh) {
      if (this.#known.size >= largest) this.#known.clear();
      this.#known.set(id, { until: now.getTime() + cacheSeconds * 1000, changes, key });
    }
    return key;
  }

  #load(id: string): Promise<KnownPublishableKey | undefined> {
    return this.#database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<KnownPublishableKey>`select id, account_id as "accountID", name, origins, widgets,
          expires_at as "expiresAt", revoked_at as "revokedAt"
        from core.publishable_key where id = ${id}`.execute(em.getKysely());
      const [row] = rows;
      return row && { ...row, expiresAt: asOptionalDate(row.expiresAt), revokedAt: asOptionalDate(row.revokedAt) };
    });
  }

  /** Stores the time of use, at most once a minute. */
  async noteUse(id: string): Promise<void> {
    const now = this.#clock.now();
    const last = this.#noted.get(id);
    if (last !== undefined && now.getTime() - last < noteUseSeconds * 1000) return;
    if (this.#noted.size >= largest) this.#noted.clear();
    this.#noted.set(id, now.getTime());
    await this.#database.runAsAuth({ accountID: '' }, async (em) => {
      await sql`update core.publishable_key set last_used_at = ${now}
        where id = ${id} and (last_used_at is null or last_used_at < ${now})`.execute(em.getKysely());
    });
  }
}
