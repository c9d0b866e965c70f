import { audit, changesOf, snapshotOf } from '../audit/audit.ts';
import type { Registry } from '../boot/registry/registry.ts';
import type { ListQuery } from '../contracts/endpoints/list-query.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../contracts/plugins/permission.ts';
import { permissionVerbs } from '../contracts/plugins/permission.ts';
import { type ApiKeyInput, type ApiKeyView, apiKeyStates, listApiKeys } from '../contracts/sign-in/api-key.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { hashToken, newToken } from '../credentials/secret-token.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { matchesText } from '../lists/conditions.ts';
import { listPage, touched } from '../lists/list-page.ts';
import { ApiKey } from '../permissions/api-key.entity.ts';
import { grantableDomains, requireGrantable } from '../permissions/grants.ts';
import { requireWithinPlan } from '../tenancy/accounts/plans.ts';
import { KeyRecords } from './key-records.ts';

type Tables = { 'core.api_key': TableRow<typeof ApiKey> };

const hour = 3_600_000;
const prefix = 'mws_';
const changeable = ['name', 'scopes', 'networks', 'expiresAt'] as const;

/** API keys, with which programs work in an account. */
export class ApiKeyService {
  readonly #registry: Registry;
  readonly #keys = new KeyRecords({
    entity: ApiKey,
    list: listApiKeys,
    type: 'api_key',
    viewOf,
    requireCovers: (ctx, key) => requireGrantable(ctx, key.scopes as PermissionCode[]),
  });

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async page(
    ctx: AccountContext,
    query: ListQuery & {
      sortBy?: 'name' | 'createdAt' | 'lastUsedAt' | 'expiresAt';
      status?: (typeof apiKeyStates.codes)[number] | undefined;
    },
  ): Promise<{ items: ApiKeyView[]; count: number }> {
    const now = ctx.clock.now();
    let matching = ctx.em
      .query<Tables>()
      .selectFrom('core.api_key as key')
      .where('key.account_id', '=', ctx.account.id);
    if (query.query) matching = matching.where(matchesText(query.query, ['key.name', 'key.id']));
    if (apiKeyStates.is.revoked(query.status)) matching = matching.where('key.revoked_at', 'is not', null);
    else if (query.status) {
      matching = matching.where('key.revoked_at', 'is', null);
      matching = apiKeyStates.is.expired(query.status)
        ? matching.where('key.expires_at', '<=', now)
        : matching.where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]));
    }
    const { items, count } = await listPage(ctx, {
      list: listApiKeys,
      id: 'key.id',
      matching,
      select: (rows) => rows.select('key.id'),
      page: query,
      sortable: {
        name: 'key.name',
        createdAt: 'key.created_at',
        lastUsedAt: 'key.last_used_at',
        expiresAt: 'key.expires_at',
      },
      order: [['key.name', 'asc']],
    });
    return { count, items: await this.#keys.views(ctx, items, now) };
  }

  read(ctx: AccountContext, id: string): Promise<ApiKeyView> {
    return this.#keys.read(ctx, id);
  }

  async create(ctx: AccountContext, input: ApiKeyInput): Promise<ApiKeyView & { secret: string }> {
    const scopes = this.#checkedScopes(ctx, input.scopes);
    await this.#keys.expectFreeName(ctx, input.name);
    await requireWithinPlan(ctx.em.query(), { accountID: ctx.account.id, kind: 'apiKeys' });
    const secret = prefix + newToken();
    const key = ctx.em.create(ApiKey, {
      id: newID('ak'),
      name: input.name,
      secretHash: hashToken(secret),
      secretHint: hintOf(secret),
      scopes,
      networks: networksOf(input.networks),
      expiresAt: checkedEnd(ctx, input.expiresAt ?? null),
      createdByName: ctx.actor.name,
    });
    await ctx.em.flush();
    touched(ctx, listApiKeys);
    audit(ctx, { record: { type: 'api_key', id: key.id }, action: 'created', note: scopes.join(', ') });
    return { ...viewOf(key, ctx.clock.now()), secret };
  }

  async update(
    ctx: AccountContext,
    id: string,
    patch: Partial<ApiKeyInput> & { version?: number | undefined },
  ): Promise<ApiKeyView> {
    const key = await this.#keys.hold(ctx, id);
    ctx.em.expectVersion(key, patch.version);
    if (key.revokedAt) throw problems.conflict({ message: 'This key is revoked' });
    const before = snapshotOf(key, changeable);
    if (patch.name !== undefined && patch.name !== key.name) {
      await this.#keys.expectFreeName(ctx, patch.name);
      key.name = patch.name;
    }
    if (patch.scopes !== undefined) key.scopes = this.#checkedScopes(ctx, patch.scopes);
    if (patch.networks !== undefined) key.networks = networksOf(patch.networks);
    if (patch.expiresAt !== undefined) key.expiresAt = checkedEnd(ctx, patch.expiresAt);
    audit(ctx, {
      record: { type: 'api_key', id },
      action: 'updated',
      changes: changesOf(before, snapshotOf(key, changeable), changeable),
    });
    return this.#keys.written(ctx, key);
  }

  async rotate(ctx: AccountContext, id: string, overlapHours: number): Promise<ApiKeyView & { secret: string }> {
    const key = await this.#keys.hold(ctx, id);
    if (key.revokedAt) throw problems.conflict({ message: 'This key is revoked' });
    const secret = prefix + newToken();
    const now = ctx.clock.now();
    key.previousSecretHash = overlapHours > 0 ? key.secretHash : null;
    key.previousExpiresAt = overlapHours > 0 ? new Date(now.getTime() + overlapHours * hour) : null;
    key.secretHash = hashToken(secret);
    key.secretHint = hintOf(secret);
    key.rotatedAt = now;
    audit(ctx, {
      record: { type: 'api_key', id },
      action: 'rotated',
      note: `The former secret works for ${overlapHours} h`,
    });
    return { ...(await this.#keys.written(ctx, key)), secret };
  }

  revoke(ctx: AccountContext, id: string): Promise<ApiKeyView> {
    return this.#keys.revoke(ctx, id, (key) => {
      key.previousSecretHash = null;
      key.previousExpiresAt = null;
    });
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return this.#keys.remove(ctx, id);
  }

  #checkedScopes(ctx: AccountContext, scopes: readonly string[]): string[] {
    const known = new Set<string>(
      grantableDomains(ctx, this.#registry).flatMap(({ code }) => permissionVerbs.map((verb) => `${code}:${verb}`)),
    );
    const errors = scopes.flatMap((scope, index) =>
      known.has(scope) ? [] : [{ path: `scopes.${index}`, message: 'There is no such permission' }],
    );
    if (errors.length) throw problems.invalid_input({ errors });
    const unique = [...new Set(scopes)].sort();
    requireGrantable(ctx, unique as PermissionCode[]);
    return unique;
  }
}

const networksOf = (networks: readonly string[] = []): string[] => [...new Set(networks)];

const hintOf = (secret: string): string => secret.slice(0, prefix.length + 4);

function checkedEnd(ctx: AccountContext, expiresAt: string | null): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= ctx.clock.now())
    throw problems.invalid_input({ errors: [{ path: 'expiresAt', message: 'The end has to be in the future' }] });
  return end;
}

const viewOf = (key: ApiKey, now: Date): ApiKeyView => ({
  id: key.id,
  name: key.name,
  secretHint: key.secretHint,
  scopes: [...key.scopes],
  networks: [...key.networks],
  status: key.revokedAt ? 'revoked' : key.expiresAt && key.expiresAt <= now ? 'expired' : 'active',
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  rotatedAt: key.rotatedAt?.toISOString() ?? null,
  previousExpiresAt: key.previousExpiresAt && key.previousExpiresAt > now ? key.previousExpiresAt.toISOString() : null,
  revokedAt: key.revokedAt?.toISOString() ?? null,
  createdBy: key.createdByName,
  version: key.version,
  createdAt: key.createdAt.toISOString(),
  updatedAt: key.updatedAt.toISOString(),
});
