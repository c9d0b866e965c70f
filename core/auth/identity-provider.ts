import { audit } from '../audit/audit.ts';
import type { EndpointRequest } from '../contracts/endpoint.ts';
import type { IdentityProviderView, setIdentityProvider } from '../contracts/identity-provider.contract.ts';
import { problems } from '../contracts/problem.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { CredentialVault } from '../integrations/credential-vault.ts';
import type { AccountContext, OutsideContext } from '../kernel/context.ts';
import { forgetAccess } from '../tenancy/access.ts';
import type { OidcClients } from './oidc-client.ts';
import { callbackURL, sealedSecret } from './provider-sign-in.ts';

type Input = EndpointRequest<typeof setIdentityProvider>['body'];

interface Row extends Omit<IdentityProviderView, 'roles'> {
  roles: Record<string, string>;
  sealedSecret: string;
}

const viewOf = ({ sealedSecret: _, roles, ...row }: Row): IdentityProviderView => ({
  ...row,
  roles: Object.entries(roles).map(([value, roleID]) => ({ value, roleID })),
});

/** The account's own OpenID Connect provider, as its administrators set it. */
export class IdentityProviderService {
  readonly #vault: CredentialVault;
  readonly #clients: OidcClients;

  constructor(parts: { vault: CredentialVault; clients: OidcClients }) {
    this.#vault = parts.vault;
    this.#clients = parts.clients;
  }

  async read(ctx: AccountContext): Promise<{ provider: IdentityProviderView | null; callbackURL: string }> {
    const row = await this.#row(ctx);
    return { provider: row ? viewOf(row) : null, callbackURL: callbackURL(ctx.baseURL) };
  }

  /** @throws Problem 400 for roles that are not to be given, 409 `provider_unavailable`, `stale_version` */
  async set(ctx: OutsideContext, input: Input): Promise<IdentityProviderView> {
    const secret = await ctx.inTransaction(
      async (inner) => {
        const row = await this.#row(inner);
        await this.#checkRoles(inner, input);
        return input.clientSecret ?? (row ? this.#open(inner, row) : undefined);
      },
      { readOnly: true },
    );
    if (secret === undefined)
      throw problems.invalid_input({ errors: [{ path: 'clientSecret', message: 'Client secret is required' }] });
    // Asked now, so that an address that cannot work is not found out by those who sign in.
    await this.#clients.find({ issuer: input.issuer, clientID: input.clientID, secret }, { isFresh: true });
    return ctx.inTransaction((inner) => this.#write(inner, input, secret));
  }

  async remove(ctx: AccountContext): Promise<undefined> {
    const { numAffectedRows } = await sql`delete from core.identity_provider
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    if (!numAffectedRows) throw problems.not_found();
    this.#note(ctx, 'sign_in_provider_removed', '');
    await ctx.em.flush();
    return undefined;
  }

  async #write(ctx: AccountContext, input: Input, secret: string): Promise<IdentityProviderView> {
    await sql`select from core.account where id = ${ctx.account.id} for no key update`.execute(ctx.em.query());
    const version = (await this.#row(ctx))?.version ?? 0;
    if (input.version !== undefined && input.version !== version)
      throw problems.stale_version({ details: { version, expected: input.version } });
    const { owner, field } = sealedSecret;
    const sealed = (await this.#vault.sealFields(ctx, owner, { [field]: secret }))[field];
    const roles = Object.fromEntries((input.roles ?? []).map(({ value, roleID }) => [value, roleID]));
    await sql`insert into core.identity_provider as provider (account_id, issuer, client_id, sealed_secret, domains,
        role_claim, roles, usual_role_id, is_enabled, is_only_way, updated_at, version)
      values (${ctx.account.id}, ${input.issuer}, ${input.clientID}, ${sealed}, ${[...new Set(input.domains)]}::text[],
        ${input.roleClaim ?? null}, ${JSON.stringify(roles)}::jsonb, ${input.usualRoleID ?? null}, ${input.isEnabled},
        ${input.isOnlyWay}, ${ctx.clock.now()}, 1)
      on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        sealed_secret = excluded.sealed_secret, domains = excluded.domains, role_claim = excluded.role_claim,
        roles = excluded.roles, usual_role_id = excluded.usual_role_id, is_enabled = excluded.is_enabled,
        is_only_way = excluded.is_only_way, updated_at = excluded.updated_at, version = provider.version + 1`.execute(
      ctx.em.query(),
    );
    const state = input.isOnlyWay ? 'the only way in' : input.isEnabled ? 'on' : 'off';
    this.#note(ctx, 'sign_in_provider_changed', `${input.issuer}: ${state}`);
    await ctx.em.flush();
    const row = await this.#row(ctx);
    if (!row) throw problems.not_found();
    return viewOf(row);
  }

  /** Nobody becomes an administrator, or somebody of a portal, because a provider says so. */
  async #checkRoles(ctx: AccountContext, input: Input): Promise<void> {
    const { rows } = await sql<{ id: string; type: string }>`select id, type from core.role
      where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    const known = new Set(rows.filter(({ type }) => !['admin', 'customer'].includes(type)).map(({ id }) => id));
    const message = 'Choose a role of staff that is not the administrator’s';
    const given = [
      ...(input.roles ?? []).map(({ roleID }, index) => ({ roleID, path: `roles.${index}.roleID` })),
      ...(input.usualRoleID ? [{ roleID: input.usualRoleID, path: 'usualRoleID' }] : []),
    ];
    const errors = given.flatMap(({ roleID, path }) => (known.has(roleID) ? [] : [{ path, message }]));
    if (errors.length) throw problems.invalid_input({ errors });
  }

  async #open(ctx: AccountContext, row: Row): Promise<string | undefined> {
    const { owner, field } = sealedSecret;
    // One that another installation's secret sealed is as good as none: a new one is asked for.
    const opened = await this.#vault.openFields(ctx, owner, { [field]: row.sealedSecret }).catch(() => undefined);
    return opened?.[field];
  }

  async #row(ctx: AccountContext): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select issuer, client_id as "clientID", sealed_secret as "sealedSecret", domains,
        role_claim as "roleClaim", roles, usual_role_id as "usualRoleID", is_enabled as "isEnabled",
        is_only_way as "isOnlyWay", version
      from core.identity_provider where account_id = ${ctx.account.id}`.execute(ctx.em.query());
    return rows[0];
  }

  #note(ctx: AccountContext, action: string, note: string): void {
    audit(ctx, { record: { type: 'account', id: ctx.account.id }, action, note });
    ctx.afterCommit(() => forgetAccess(ctx.account.id));
  }
}
