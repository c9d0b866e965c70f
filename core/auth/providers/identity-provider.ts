import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import type { EndpointReply, EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type {
  DomainProof,
  getIdentityProvider,
  IdentityProviderView,
  proveDomain,
  removeIdentityProvider,
  setIdentityProvider,
} from '../../contracts/sign-in/identity-provider.contract.ts';
import { localSetting } from '../../database/transactions/local-setting.ts';
import type { CredentialVault } from '../../integrations/credential-vault.ts';
import type { PersonContext, PersonOutsideContext } from '../../kernel/context/context.ts';
import type { DomainTexts } from '../../kernel/context/domain-texts.ts';
import { forgetAccess, loadAccess } from '../../tenancy/access/access.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import type { SecondFactors } from '../factors/second-factor.ts';
import { mailAdministrators } from '../members/mail-administrators.ts';
import { signedInUser } from '../people/profile.ts';
import { accountOfRequest } from '../sessions/current-account.ts';
import { endSessionsThrough } from '../sessions/end-sessions.ts';
import { dropProofs, keepProof, proofsOf, requireRecord } from './domain-proofs.ts';
import type { OidcClients } from './oidc-client.ts';
import { providerOf } from './provider-link.ts';
import { callbackURL, sealedSecret } from './provider-sign-in.ts';

type Input = EndpointRequest<typeof setIdentityProvider>['body'];

interface Row extends Omit<IdentityProviderView, 'roles' | 'proofs'> {
  roles: Record<string, string>;
  sealedSecret: string;
}

const viewOf = ({ sealedSecret: _, roles, ...row }: Row, proofs: DomainProof[]): IdentityProviderView => ({
  ...row,
  proofs,
  roles: Object.entries(roles).map(([value, roleID]) => ({ value, roleID })),
});

/**
 * The account's own OpenID Connect provider. Setting it decides on everyone's identity, so only administrators may do
 * so, in person and with their password, and all of them are mailed. Runs as the auth role, because the sessions and
 * links that end with it belong to people.
 */
export class IdentityProviderService {
  readonly #tenancy: Tenancy;
  readonly #vault: CredentialVault;
  readonly #clients: OidcClients;
  readonly #factors: SecondFactors;
  readonly #texts: DomainTexts;

  constructor(parts: {
    tenancy: Tenancy;
    vault: CredentialVault;
    clients: OidcClients;
    factors: SecondFactors;
    texts: DomainTexts;
  }) {
    this.#tenancy = parts.tenancy;
    this.#vault = parts.vault;
    this.#clients = parts.clients;
    this.#factors = parts.factors;
    this.#texts = parts.texts;
  }

  async read(ctx: PersonContext): Promise<EndpointReply<typeof getIdentityProvider>> {
    const accountID = await accountOfCall(ctx);
    const row = await this.#row(ctx, accountID);
    return { provider: row ? await this.#view(ctx, accountID, row) : null, callbackURL: callbackURL(ctx.baseURL) };
  }

  /**
   * Sets the provider.
   * @throws Problem 400 `wrong_password`, 400 for roles that a provider cannot assign, 403 for everyone but
   * administrators in person, 409 `provider_unavailable`, `stale_version`
   */
  async set(outside: PersonOutsideContext, input: Input): Promise<IdentityProviderView> {
    const { secret, accountID } = await outside.inTransaction(async (ctx) => {
      const accountID = await this.#administrator(ctx, input.password);
      const row = await this.#row(ctx, accountID);
      await this.#checkRoles(ctx, accountID, input);
      return { secret: input.clientSecret ?? (row ? await this.#open(ctx, accountID, row) : undefined), accountID };
    });
    if (secret === undefined)
      throw problems.invalid_input({ errors: [{ path: 'clientSecret', message: 'Client secret is required' }] });
    // Contacts the provider now, so that a wrong address is not discovered only by people who sign in.
    const { issuer, clientID } = input;
    await this.#clients.find({ accountID, issuer, clientID, secret }, { isFresh: true });
    return outside.inTransaction((ctx) => this.#write(ctx, input, secret));
  }

  /** Removes the provider. @throws Problem 400 `wrong_password`, 403, 404 */
  async remove(ctx: PersonContext, input: EndpointRequest<typeof removeIdentityProvider>['body']): Promise<undefined> {
    const accountID = await this.#administrator(ctx, input?.password);
    await this.#hold(ctx, accountID);
    const { numAffectedRows } = await sql`delete from core.identity_provider
      where account_id = ${accountID}`.execute(ctx.em.getKysely());
    if (!numAffectedRows) throw problems.not_found();
    await dropProofs(ctx.em, accountID, []);
    await this.#endLinks(ctx, accountID);
    await endSessionsThrough(ctx, ctx.em, accountID);
    await this.#tell(ctx, accountID, 'sign_in_provider_removed', '', 'The sign-in provider was removed.');
    return undefined;
  }

  /**
   * Checks the TXT record that proves that a domain belongs to the account.
   * @throws Problem 403, 409 `domain_unproven`, `domain_taken`
   */
  async prove(
    outside: PersonOutsideContext,
    { domain }: EndpointRequest<typeof proveDomain>['body'],
  ): Promise<DomainProof> {
    const accountID = await outside.inTransaction((ctx) => this.#administratorHere(ctx));
    await requireRecord(this.#texts, accountID, domain);
    return outside.inTransaction(async (ctx) => {
      const now = ctx.clock.now();
      await keepProof(ctx.em, await this.#administratorHere(ctx), domain, now);
      await this.#tell(ctx, accountID, 'sign_in_domain_proven', domain, `The domain ${domain} was proven.`);
      const [proof] = await proofsOf(ctx.em, accountID, [domain], now);
      return proof as DomainProof;
    });
  }

  async #write(ctx: PersonContext, input: Input, secret: string): Promise<IdentityProviderView> {
    // Checked again, because the right may have changed while the provider was contacted.
    const accountID = await this.#administratorHere(ctx);
    await this.#hold(ctx, accountID);
    const before = await this.#row(ctx, accountID);
    const version = before?.version ?? 0;
    if (input.version !== undefined && input.version !== version)
      throw problems.stale_version({ details: { version, expected: input.version } });
    const { owner, field } = sealedSecret;
    const sealed = await ctx.inAccount(
      accountID,
      async (inner) => (await this.#vault.sealFields(inner, owner, { [field]: secret }))[field],
    );
    const roles = Object.fromEntries((input.roles ?? []).map(({ value, roleID }) => [value, roleID]));
    const domains = [...new Set(input.domains)];
    await sql`insert into core.identity_provider as provider (account_id, issuer, client_id, sealed_secret, domains,
        role_claim, roles, usual_role_id, is_enabled, is_only_way, updated_at, version)
      values (${accountID}, ${input.issuer}, ${input.clientID}, ${sealed}, ${domains}::text[],
        ${input.roleClaim ?? null}, ${JSON.stringify(roles)}::jsonb, ${input.usualRoleID ?? null}, ${input.isEnabled},
        ${input.isOnlyWay}, ${ctx.clock.now()}, 1)
      on conflict (account_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
        sealed_secret = excluded.sealed_secret, domains = excluded.domains, role_claim = excluded.role_claim,
        roles = excluded.roles, usual_role_id = excluded.usual_role_id, is_enabled = excluded.is_enabled,
        is_only_way = excluded.is_only_way, updated_at = excluded.updated_at, version = provider.version + 1`.execute(
      ctx.em.getKysely(),
    );
    await dropProofs(ctx.em, accountID, domains);
    const isOther = before && (before.issuer !== input.issuer || before.clientID !== input.clientID);
    // Another provider may use the same subjects for other people.
    if (isOther) await this.#endLinks(ctx, accountID);
    const areOtherDomains = before && [...before.domains].sort().join(' ') !== [...domains].sort().join(' ');
    if (isOther || areOtherDomains || (before?.isEnabled && !input.isEnabled))
      await endSessionsThrough(ctx, ctx.em, accountID);
    const state = input.isOnlyWay ? 'the only way in' : input.isEnabled ? 'on' : 'off';
    await this.#tell(
      ctx,
      accountID,
      'sign_in_provider_changed',
      `${input.issuer}: ${state}`,
      `The sign-in provider is ${new URL(input.issuer).host} now, for ${domains.join(', ')}; it is ${state}.`,
    );
    const row = await this.#row(ctx, accountID);
    if (!row) throw problems.not_found();
    return this.#view(ctx, accountID, row);
  }

  /**
   * The account of the calling administrator.
   * @throws Problem 400 `wrong_password`, 403 for everyone but administrators in person
   */
  async #administrator(ctx: PersonContext, password: string | undefined): Promise<string> {
    const accountID = await this.#administratorHere(ctx);
    await this.#factors.requireChange(ctx, await signedInUser(ctx), password);
    return accountID;
  }

  async #administratorHere(ctx: PersonContext): Promise<string> {
    const accountID = await accountOfCall(ctx);
    const refusal = 'Administrators in person set how people sign in: no key, and no other role';
    if (ctx.key || !ctx.userID) throw problems.forbidden({ message: refusal });
    const identity = { type: 'user', userID: ctx.userID, ...(ctx.factor ? { factor: ctx.factor } : {}) } as const;
    const { roleType } = await loadAccess(this.#tenancy, accountID, identity);
    if (roleType !== 'admin') throw problems.forbidden({ message: refusal });
    return accountID;
  }

  /** A provider must not make people administrators or assign roles of a portal. */
  async #checkRoles(ctx: PersonContext, accountID: string, input: Input): Promise<void> {
    const { rows } = await sql<{ id: string; type: string }>`select id, type from core.role
      where account_id = ${accountID}`.execute(ctx.em.getKysely());
    const known = new Set(rows.filter(({ type }) => !['admin', 'customer'].includes(type)).map(({ id }) => id));
    const message = 'Choose a role of staff that is not the administrator’s';
    const given = [
      ...(input.roles ?? []).map(({ roleID }, index) => ({ roleID, path: `roles.${index}.roleID` })),
      ...(input.usualRoleID ? [{ roleID: input.usualRoleID, path: 'usualRoleID' }] : []),
    ];
    const errors = given.flatMap(({ roleID, path }) => (known.has(roleID) ? [] : [{ path, message }]));
    if (errors.length) throw problems.invalid_input({ errors });
  }

  async #open(ctx: PersonContext, accountID: string, row: Row): Promise<string | undefined> {
    const { owner, field } = sealedSecret;
    // A secret encrypted by another installation is unusable, so a new one is required.
    const opened = await ctx
      .inAccount(accountID, (inner) => this.#vault.openFields(inner, owner, { [field]: row.sealedSecret }))
      .catch(() => undefined);
    return opened?.[field];
  }

  #hold(ctx: PersonContext, accountID: string): Promise<unknown> {
    return sql`select pg_advisory_xact_lock(hashtext(${`core.identity_provider ${accountID}`}))`.execute(
      ctx.em.getKysely(),
    );
  }

  async #endLinks(ctx: PersonContext, accountID: string): Promise<void> {
    await sql`delete from core.auth_link where provider = ${providerOf(accountID)}`.execute(ctx.em.getKysely());
  }

  async #view(ctx: PersonContext, accountID: string, row: Row): Promise<IdentityProviderView> {
    return viewOf(row, await proofsOf(ctx.em, accountID, row.domains, ctx.clock.now()));
  }

  async #row(ctx: PersonContext, accountID: string): Promise<Row | undefined> {
    const query = ctx.em.getKysely();
    // Row-level security hides roles from the auth role until an account is set.
    await localSetting('app.account_id', accountID).execute(query);
    const { rows } = await sql<Row>`select issuer, client_id as "clientID", sealed_secret as "sealedSecret", domains,
        role_claim as "roleClaim", roles, usual_role_id as "usualRoleID", is_enabled as "isEnabled",
        is_only_way as "isOnlyWay", version
      from core.identity_provider where account_id = ${accountID}`.execute(query);
    return rows[0];
  }

  async #tell(ctx: PersonContext, accountID: string, action: string, note: string, what: string): Promise<void> {
    const by = ctx.actor.name ? ` It was ${ctx.actor.name}.` : '';
    await mailAdministrators(ctx, accountID, `${what}${by}`);
    ctx.afterCommit(() =>
      ctx.inAccount(accountID, async (inner) => {
        audit(inner, { record: { type: 'account', id: accountID }, action, note });
        await inner.em.flush();
      }),
    );
    ctx.afterCommit(() => forgetAccess(accountID));
  }
}

/** The account of the request, in which the kernel has checked the caller's right. */
async function accountOfCall(ctx: PersonContext): Promise<string> {
  const accountID = await accountOfRequest(ctx);
  if (!accountID) throw problems.account_required();
  return accountID;
}
