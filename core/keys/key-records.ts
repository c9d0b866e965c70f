import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { audit } from '../audit/audit.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { TenantRecord } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type ListEndpoint, touched } from '../lists/list-page.ts';
import { forgetAccess } from '../tenancy/access/access.ts';

interface KeyRecord extends TenantRecord {
  name: string;
  revokedAt?: Date | null | undefined;
}

/** The differences between the kinds of keys. */
interface KeyKind<Key extends KeyRecord, View> {
  entity: EntityName<Key>;
  list: ListEndpoint;
  /** Type in the audit trail. */
  type: string;
  viewOf(key: Key, now: Date): View;
  /** Refuses a change by a caller with fewer rights than the key. */
  requireCovers?(ctx: AccountContext, key: Key): void;
}

/**
 * The common part of API keys and publishable keys: both are named, listed and revoked, and cached during
 * authentication.
 */
export class KeyRecords<Key extends KeyRecord, View> {
  readonly #kind: KeyKind<Key, View>;

  constructor(kind: KeyKind<Key, View>) {
    this.#kind = kind;
  }

  /** The keys of a page, in its order. */
  async views(ctx: AccountContext, page: readonly { id: string }[], now: Date): Promise<View[]> {
    const ids = page.map(({ id }) => id);
    const keys = await ctx.em.findInOrder(this.#kind.entity, ids);
    return keys.map((key) => this.#kind.viewOf(key as Key, now));
  }

  /** One key. @throws Problem 404 */
  async read(ctx: AccountContext, id: string): Promise<View> {
    return this.#kind.viewOf((await ctx.em.get(this.#kind.entity, id)) as Key, ctx.clock.now());
  }

  /** Writes a change of a key and drops cached keys. */
  async written(ctx: AccountContext, key: Key): Promise<View> {
    await this.#flush(ctx);
    return this.#kind.viewOf(key, ctx.clock.now());
  }

  /** A key, locked for a change. @throws Problem 404, 403 if it has more rights than the caller */
  async hold(ctx: AccountContext, id: string): Promise<Key> {
    const key = (await ctx.em.getForUpdate(this.#kind.entity, id)) as Key;
    this.#kind.requireCovers?.(ctx, key);
    return key;
  }

  /** Revokes a key; `also` makes further changes. Does nothing if it is already revoked. */
  async revoke(ctx: AccountContext, id: string, also?: (key: Key) => void): Promise<View> {
    const key = await this.hold(ctx, id);
    if (!key.revokedAt) {
      key.revokedAt = ctx.clock.now();
      also?.(key);
      audit(ctx, { record: { type: this.#kind.type, id }, action: 'revoked' });
    }
    return this.written(ctx, key);
  }

  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const key = await this.hold(ctx, id);
    ctx.em.remove(key);
    audit(ctx, { record: { type: this.#kind.type, id }, action: 'deleted', note: key.name });
    await this.#flush(ctx);
    return undefined;
  }

  /** Checks that no key has the name. `holders` limits the check to some keys; by default all. @throws Problem 409 */
  async expectFreeName(
    ctx: AccountContext,
    name: string,
    holders: { replacedByID?: null; revokedAt?: null } = {},
  ): Promise<void> {
    const message = 'Another key has this name';
    const other = { accountID: ctx.account.id, name, ...holders } as FilterQuery<Key>;
    if (await ctx.em.findOne(this.#kind.entity, other))
      throw problems.duplicate({ message, errors: [{ path: 'name', message }] });
  }

  async #flush(ctx: AccountContext): Promise<void> {
    await ctx.em.flush();
    touched(ctx, this.#kind.list);
    ctx.afterCommit(() => forgetAccess(ctx.account.id));
  }
}
