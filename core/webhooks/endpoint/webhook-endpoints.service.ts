import { sql } from 'kysely';
import { audit, changesOf, snapshotOf } from '../../audit/audit.ts';
import type { Registry } from '../../boot/registry/registry.ts';
import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { type EventDefinition, isAboutAny, recordTypesOf } from '../../contracts/plugins/event.ts';
import { type PermissionCode, permissionVerbs } from '../../contracts/plugins/permission.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import { newID } from '../../contracts/texts/id.ts';
import {
  listWebhookDeliveries,
  mostWebhookEndpoints,
  rotateAgain,
  type WebhookEndpointInput,
  type WebhookEndpointView,
  type WebhookEventView,
  webhookEndpoint,
  webhookEndpointStates,
  webhookEndpoints,
  webhookProblems,
} from '../../contracts/work/webhook.contract.ts';
import type { CredentialVault } from '../../integrations/credential-vault.ts';
import type { AccountContext, OutsideContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { projection } from '../../lists/projection.ts';
import { teamRights } from '../../permissions/core-permissions.ts';
import { grantableDomains, requireGrantable } from '../../permissions/grants.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { holdDeliveries, releaseDeliveries } from '../delivery/open-deliveries.ts';
import { newWebhookSecret, webhookSecretHint } from '../delivery/sign-webhook.ts';
import { filterFaults, unreadableFaults } from './event-filter.ts';
import { WebhookEndpoint } from './webhook-endpoint.entity.ts';

const webhookEndpointRows = projection(webhookEndpoint, {
  list: webhookEndpoints.list,
  table: 'core.webhook_endpoint',
  computed: { createdBy: sql.ref('webhook_endpoint.created_by_name') },
  search: ['name', 'url'],
  order: ['name'],
});

/** Days for which the secret before a rotation signs too. */
const overlapDays = 1;
const changeable = ['name', 'url', 'events', 'scopes'] as const;
const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** Checks the address of an endpoint and returns it as it is stored. @throws Problem 400 `webhook_address` */
export type CheckAddress = (url: string) => Promise<string>;

/** The account's webhook endpoints. Secrets are stored encrypted and returned only by creation and rotation. */
export class WebhookEndpoints {
  readonly #registry: Registry;
  readonly #vault: CredentialVault;
  readonly #checkAddress: CheckAddress;

  constructor(registry: Registry, vault: CredentialVault, checkAddress: CheckAddress) {
    this.#registry = registry;
    this.#vault = vault;
    this.#checkAddress = checkAddress;
  }

  page(ctx: AccountContext, query: EndpointRequest<typeof webhookEndpoints.list>['query']) {
    return webhookEndpointRows.find(ctx, query);
  }

  read(ctx: AccountContext, id: string): Promise<WebhookEndpointView> {
    return webhookEndpointRows.byID(ctx, id);
  }

  /** Public events of the account's plugins, by type. */
  events(ctx: Pick<AccountContext, 'isEnabled'>): WebhookEventView[] {
    return this.#publicEvents(ctx)
      .flatMap((event): WebhookEventView[] => {
        if (!event.isPublic) return [];
        const records = recordTypesOf(event, this.#records(ctx)).flatMap((type) => {
          const record = this.#registry.record(type);
          return record ? [{ type, label: record.label, permission: record.permission }] : [];
        });
        return [
          {
            type: event.type,
            sentence: event.sentence,
            isAboutAny: isAboutAny(event),
            records,
            example: event.example as Record<string, unknown>,
          },
        ];
      })
      .sort((one, other) => one.type.localeCompare(other.type));
  }

  async create(ctx: OutsideContext, input: WebhookEndpointInput): Promise<WebhookEndpointView & { secret: string }> {
    const checked = this.#checked(ctx, input);
    const url = await this.#checkAddress(input.url);
    const secret = newWebhookSecret();
    return ctx.inTransaction(async (inner) => {
      await requireRoom(inner);
      await this.#expectFreeName(inner, input.name);
      const id = newID('whe');
      inner.em.create(WebhookEndpoint, {
        id,
        name: input.name,
        url,
        ...checked,
        status: 'active',
        sealed: await this.#vault.sealFields(inner, id, { secret }),
        secretHint: webhookSecretHint(secret),
        createdByName: inner.actor.name,
      });
      audit(inner, { record: { type: 'webhook_endpoint', id }, action: 'created' });
      return { ...(await this.#written(inner, id)), secret };
    });
  }

  async update(
    ctx: OutsideContext,
    id: string,
    { version, ...patch }: EndpointRequest<typeof webhookEndpoints.update>['body'],
  ): Promise<WebhookEndpointView> {
    const before = await ctx.inTransaction((inner) => inner.em.get(WebhookEndpoint, id), { readOnly: true });
    const { events, scopes, url, name } = { ...snapshotOf(before, changeable), ...patch } as WebhookEndpointInput;
    const checked = this.#checked(ctx, { events, scopes });
    const checkedURL = url === before.url ? url : await this.#checkAddress(url);
    return ctx.inTransaction(async (inner) => {
      const endpoint = await this.#hold(inner, id);
      inner.em.expectVersion(endpoint, version);
      const known = snapshotOf(endpoint, changeable);
      if (name !== endpoint.name) await this.#expectFreeName(inner, name);
      inner.em.assign(endpoint, {
        ...(patch.name === undefined ? {} : { name }),
        ...(patch.url === undefined ? {} : { url: checkedURL }),
        ...(patch.events === undefined ? {} : { events: checked.events }),
        ...(patch.scopes === undefined ? {} : { scopes: checked.scopes }),
      });
      audit(inner, {
        record: { type: 'webhook_endpoint', id },
        action: 'updated',
        changes: changesOf(known, snapshotOf(endpoint, changeable), changeable),
      });
      return this.#written(inner, id);
    });
  }

  /** Deletes an endpoint with its deliveries. */
  async remove(ctx: AccountContext, id: string): Promise<undefined> {
    const endpoint = await this.#hold(ctx, id);
    ctx.em.remove(endpoint);
    await ctx.em.flush();
    await sql`delete from core.webhook_delivery
      where account_id = ${ctx.account.id} and endpoint_id = ${id}`.execute(ctx.em.query());
    audit(ctx, { record: { type: 'webhook_endpoint', id }, action: 'deleted', note: endpoint.name });
    this.#tell(ctx);
    return undefined;
  }

  /**
   * A new secret, beside which the present one is valid for a day.
   * @throws Problem 409 `confirmation_required` where the one before is still valid, which ends at once
   */
  async rotate(ctx: AccountContext, id: string): Promise<WebhookEndpointView & { secret: string }> {
    const endpoint = await this.#hold(ctx, id);
    const isOverlapping = endpoint.previousExpiresAt && endpoint.previousExpiresAt > ctx.clock.now();
    if (isOverlapping && ctx.confirmed?.has(rotateAgain) === false)
      throw problems.confirmation_required({
        message: 'The secret was rotated less than 24 hours ago: the one before it ends at once. Rotate it again?',
        details: { confirm: rotateAgain },
      });
    const { secret: previous } = await this.#vault.openFields(ctx, id, { secret: endpoint.sealed['secret'] ?? '' });
    const secret = newWebhookSecret();
    ctx.em.assign(endpoint, {
      sealed: await this.#vault.sealFields(ctx, id, { secret, ...(previous === undefined ? {} : { previous }) }),
      secretHint: webhookSecretHint(secret),
      previousExpiresAt: daysLater(ctx.clock.now(), overlapDays),
    });
    audit(ctx, {
      record: { type: 'webhook_endpoint', id },
      action: 'rotated',
      note: 'For 24 hours deliveries are also signed with the former secret',
    });
    return { ...(await this.#written(ctx, id)), secret };
  }

  async pause(ctx: AccountContext, id: string): Promise<WebhookEndpointView> {
    const endpoint = await this.#hold(ctx, id);
    if (webhookEndpointStates.is.pausable(endpoint.status)) {
      ctx.em.assign(endpoint, { status: 'paused' });
      audit(ctx, { record: { type: 'webhook_endpoint', id }, action: 'paused' });
      await holdDeliveries(ctx, id);
    }
    return this.#written(ctx, id);
  }

  async resume(ctx: AccountContext, id: string): Promise<WebhookEndpointView> {
    const endpoint = await this.#hold(ctx, id);
    if (webhookEndpointStates.is.resumable(endpoint.status)) {
      ctx.em.assign(endpoint, { status: 'active', failingSince: null, toldAt: null });
      audit(ctx, { record: { type: 'webhook_endpoint', id }, action: 'resumed' });
      await releaseDeliveries(ctx, id);
    }
    return this.#written(ctx, id);
  }

  #publicEvents(ctx: Pick<AccountContext, 'isEnabled'>): EventDefinition[] {
    return this.#registry.plugins
      .filter(({ definition }) => ctx.isEnabled(definition.id))
      .flatMap(({ definition }) => [...(definition.events ?? [])])
      .filter(({ isPublic }) => isPublic);
  }

  /** Record types of the account's plugins. */
  #records(ctx: Pick<AccountContext, 'isEnabled'>): RecordType[] {
    return this.#registry.plugins
      .flatMap(({ definition: { id, records = [] } }) => (ctx.isEnabled(id) ? records : []))
      .filter(({ permission }) => !teamRights.includes(permission));
  }

  /**
   * Filters and rights without duplicates.
   * @throws Problem 400 naming what is unknown, and filters of whose events the rights read none, 403 `cannot_grant`
   */
  #checked(
    ctx: Pick<AccountContext, 'isEnabled' | 'can'>,
    given: Pick<WebhookEndpointInput, 'events' | 'scopes'>,
  ): { events: string[]; scopes: string[] } {
    const known = new Set<string>(
      grantableDomains(ctx, this.#registry).flatMap(({ code }) => permissionVerbs.map((verb) => `${code}:${verb}`)),
    );
    const events = this.#publicEvents(ctx);
    const errors = [
      ...filterFaults(
        given.events,
        events.map(({ type }) => type),
      ),
      ...given.scopes.flatMap((scope, at) =>
        known.has(scope) ? [] : [{ path: `scopes.${at}`, message: 'There is no such permission' }],
      ),
    ];
    if (errors.length) throw problems.invalid_input({ errors });
    const unread = unreadableFaults(given, events, this.#records(ctx));
    if (unread.length) throw problems.invalid_input({ errors: unread });
    requireGrantable(ctx, given.scopes as PermissionCode[]);
    return { events: unique(given.events), scopes: unique(given.scopes) };
  }

  /** The endpoint, locked for a change. @throws Problem 404, 403 `cannot_grant` if it reads more than the caller may */
  async #hold(ctx: AccountContext, id: string): Promise<WebhookEndpoint> {
    const endpoint = await ctx.em.getForUpdate(WebhookEndpoint, id);
    requireGrantable(ctx, endpoint.scopes as PermissionCode[]);
    return endpoint;
  }

  async #expectFreeName(ctx: AccountContext, name: string): Promise<void> {
    const message = 'Another webhook endpoint has this name';
    if (await ctx.em.findOne(WebhookEndpoint, { accountID: ctx.account.id, name }))
      throw problems.duplicate({ message, errors: [{ path: 'name', message }] });
  }

  #tell(ctx: AccountContext): void {
    touched(ctx, webhookEndpoints.list, listWebhookDeliveries);
    ctx.afterCommit(() => forgetAccess(ctx.account.id));
  }

  async #written(ctx: AccountContext, id: string): Promise<WebhookEndpointView> {
    await ctx.em.flush();
    this.#tell(ctx);
    return this.read(ctx, id);
  }
}

/** @throws Problem 409 `too_many_endpoints`. Concurrent creations in the account wait for each other. */
async function requireRoom(ctx: AccountContext): Promise<void> {
  const query = ctx.em.query();
  await sql`select id from core.account where id = ${ctx.account.id} for no key update`.execute(query);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from core.webhook_endpoint
    where account_id = ${ctx.account.id}`.execute(query);
  if ((rows[0]?.count ?? 0) >= mostWebhookEndpoints) throw webhookProblems.too_many_endpoints();
}
