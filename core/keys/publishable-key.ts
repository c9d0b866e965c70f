import type { z } from 'zod';
import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import {
  listWidgetPublishableKeys,
  type OfferedWidget,
  type PublishableKeyInput,
  type PublishableKeyView,
  publishableKeyStates,
} from '../contracts/sign-in/publishable-key.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { matchesText } from '../lists/conditions.ts';
import { listPage, touched } from '../lists/list-page.ts';
import { PublishableKey } from '../permissions/publishable-key.entity.ts';
import { requireWithinPlan } from '../tenancy/accounts/plans.ts';
import { KeyRecords } from './key-records.ts';

type Tables = { 'core.publishable_key': TableRow<typeof PublishableKey> };

const hour = 3_600_000;
const audited = ['name', 'origins', 'widgets'] as const;

/** Publishable keys, with which widgets on other sites work in an account. */
export class PublishableKeyService {
  readonly #registry: Registry;
  readonly #keys = new KeyRecords({
    entity: PublishableKey,
    list: listWidgetPublishableKeys,
    type: 'publishable_key',
    viewOf,
  });

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** The widgets that the account can put on its pages, and the address of their script. */
  widgets(ctx: AccountContext): { items: OfferedWidget[]; loaderURL: string } {
    return { items: offeredWidgets(ctx, this.#registry), loaderURL: `${ctx.baseURL}/widgets/v1/loader.js` };
  }

  async page(
    ctx: AccountContext,
    query: z.output<NonNullable<typeof listWidgetPublishableKeys.query>>,
  ): Promise<{ items: PublishableKeyView[]; count: number }> {
    const now = ctx.clock.now();
    let matching = ctx.em
      .query<Tables>()
      .selectFrom('core.publishable_key as key')
      .where('key.account_id', '=', ctx.account.id);
    if (query.query) matching = matching.where(matchesText(query.query, ['key.name', 'key.id']));
    if (publishableKeyStates.is.revoked(query.status)) matching = matching.where('key.revoked_at', 'is not', null);
    else if (query.status) {
      matching = matching.where('key.revoked_at', 'is', null);
      if (publishableKeyStates.is.active(query.status)) matching = matching.where('key.expires_at', 'is', null);
      else matching = matching.where('key.expires_at', publishableKeyStates.is.ending(query.status) ? '>' : '<=', now);
    }
    const { items, count } = await listPage(ctx, {
      list: listWidgetPublishableKeys,
      id: 'key.id',
      matching,
      select: (rows) => rows.select('key.id'),
      page: query,
      sortable: { name: 'key.name', createdAt: 'key.created_at', lastUsedAt: 'key.last_used_at' },
      order: [['key.name', 'asc']],
    });
    return { count, items: await this.#keys.views(ctx, items, now) };
  }

  read(ctx: AccountContext, id: string): Promise<PublishableKeyView> {
    return this.#keys.read(ctx, id);
  }

  /** The widgets of an accepted key, as far as their plugins are enabled. */
  async access(ctx: AccountContext, id: string): Promise<{ widgets: string[] }> {
    const { widgets } = await ctx.em.get(PublishableKey, id);
    const offered = new Set(offeredWidgets(ctx, this.#registry).map(({ name }) => name));
    return { widgets: widgets.filter((name) => offered.has(name)) };
  }

  async create(ctx: AccountContext, input: PublishableKeyInput): Promise<PublishableKeyView> {
    await this.#checkName(ctx, input.name);
    await requireWithinPlan(ctx.em.query(), { accountID: ctx.account.id, kind: 'publishableKeys' });
    const key = ctx.em.create(PublishableKey, {
      id: newID('pk'),
      name: input.name,
      origins: unique(input.origins),
      widgets: this.#checkedWidgets(ctx, input.widgets, []),
      createdByName: ctx.actor.name,
    });
    await ctx.em.flush();
    touched(ctx, listWidgetPublishableKeys);
    audit(ctx, { record: recordOf(key.id), action: 'created', note: key.origins.join(', ') });
    return viewOf(key, ctx.clock.now());
  }

  async update(
    ctx: AccountContext,
    id: string,
    patch: Partial<PublishableKeyInput> & { version?: number | undefined },
  ): Promise<PublishableKeyView> {
    const key = await this.#working(ctx, id);
    ctx.em.expectVersion(key, patch.version);
    const before = snapshotOf(key, audited);
    if (patch.name !== undefined && patch.name !== key.name) {
      await this.#checkName(ctx, patch.name);
      key.name = patch.name;
    }
    if (patch.origins !== undefined) key.origins = unique(patch.origins);
    if (patch.widgets !== undefined) key.widgets = this.#checkedWidgets(ctx, patch.widgets, key.widgets);
    const changes = changesOf(before, snapshotOf(key, audited), audited);
    audit(ctx, { record: recordOf(id), action: 'updated', changes });
    return this.#keys.written(ctx, key);
  }

  /** Creates a new key in place of this one; pages with the old one keep working until its expiry. */
  async rotate(ctx: AccountContext, id: string, overlapHours: number): Promise<PublishableKeyView> {
    const key = await this.#working(ctx, id);
    if (key.replacedByID) throw problems.conflict({ message: 'This key has been replaced already' });
    const now = ctx.clock.now();
    const fresh = ctx.em.create(PublishableKey, {
      id: newID('pk'),
      name: key.name,
      origins: [...key.origins],
      widgets: [...key.widgets],
      createdByName: ctx.actor.name,
    });
    key.replacedByID = fresh.id;
    key.expiresAt = new Date(now.getTime() + overlapHours * hour);
    audit(ctx, { record: recordOf(id), action: 'rotated', note: `Works for ${overlapHours} h beside ${fresh.id}` });
    audit(ctx, { record: recordOf(fresh.id), action: 'created', note: `In the place of ${id}` });
    return this.#keys.written(ctx, fresh);
  }

  revoke(ctx: AccountContext, id: string): Promise<PublishableKeyView> {
    return this.#keys.revoke(ctx, id);
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return this.#keys.remove(ctx, id);
  }

  /** The key, locked for a change. @throws Problem 409 if it is revoked or expired */
  async #working(ctx: AccountContext, id: string): Promise<PublishableKey> {
    const key = await ctx.em.getForUpdate(PublishableKey, id);
    if (key.revokedAt) throw problems.conflict({ message: 'This key is revoked' });
    if (key.expiresAt && key.expiresAt <= ctx.clock.now()) throw problems.conflict({ message: 'This key has ended' });
    return key;
  }

  /** Widgets of disabled plugins stay on keys that have them, so that an unrelated change does not remove them. */
  #checkedWidgets(ctx: AccountContext, names: readonly string[], kept: readonly string[]): string[] {
    const offered = new Set([...offeredWidgets(ctx, this.#registry).map(({ name }) => name), ...kept]);
    const errors = names.flatMap((name, index) =>
      offered.has(name) ? [] : [{ path: `widgets.${index}`, message: 'There is no such widget' }],
    );
    if (errors.length) throw problems.invalid_input({ errors });
    return unique(names).sort();
  }

  /** Names of revoked keys, and of keys replaced by rotation, may be used again. */
  #checkName(ctx: AccountContext, name: string): Promise<void> {
    return this.#keys.expectFreeName(ctx, name, { replacedByID: null, revokedAt: null });
  }
}

/** Widgets of the account's enabled plugins. */
export const offeredWidgets = (ctx: AccountContext, registry: Registry): OfferedWidget[] =>
  registry.plugins
    .filter(({ definition }) => ctx.isEnabled(definition.id))
    .flatMap(({ definition }) => [...(definition.widgets ?? [])])
    .map(({ name, title, description }) => ({ name, title, description, element: `millwright-${name}` }));

const recordOf = (id: string) => ({ type: 'publishable_key', id });
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function statusOf(key: PublishableKey, now: Date): (typeof publishableKeyStates.codes)[number] {
  if (key.revokedAt) return 'revoked';
  if (!key.expiresAt) return 'active';
  return key.expiresAt > now ? 'ending' : 'ended';
}

const viewOf = (key: PublishableKey, now: Date): PublishableKeyView => ({
  id: key.id,
  name: key.name,
  origins: [...key.origins],
  widgets: [...key.widgets],
  status: statusOf(key, now),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  replacedByID: key.replacedByID ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  createdBy: key.createdByName,
  version: key.version,
  createdAt: key.createdAt.toISOString(),
  updatedAt: key.updatedAt.toISOString(),
});
