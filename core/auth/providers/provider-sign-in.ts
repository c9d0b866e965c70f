import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { invitationProblems, type RegistrationMode } from '../../contracts/accounts/invitation.contract.ts';
import { Problem, problems } from '../../contracts/endpoints/problem.ts';
import { providerProblems } from '../../contracts/sign-in/identity-provider.contract.ts';
import { secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import {
  decideProviderRole,
  decideProviderSignIn,
  type ProviderPerson,
  type ProviderRefusal,
} from '../../credentials/decide-provider-sign-in.ts';
import { hashToken, isSameSecret, newToken } from '../../credentials/secret-token.ts';
import { localSetting } from '../../database/transactions/local-setting.ts';
import type { CredentialVault } from '../../integrations/credential-vault.ts';
import type { PersonContext, PersonOutsideContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { limitRules, spendOfNetwork } from '../../limits/limiter.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import type { SecondFactors } from '../factors/second-factor.ts';
import { joinAccount } from '../members/join.ts';
import { createUser, holdPerson, notePersonEvent } from '../people/person.ts';
import { mailSecondFactor } from '../people/person-mails.ts';
import { signedInUser } from '../people/profile.ts';
import { AuthLink, User } from '../people/user.entity.ts';
import { endAndForget, forgetAllSessions } from '../sessions/end-sessions.ts';
import { beginChallenge, type Challenge, endChallenge, holdChallenge } from '../sign-in/sign-in-challenge.ts';
import { type OidcClientFacts, type OidcClients, openid } from './oidc-client.ts';
import { emailLink, ownLink, providerOf } from './provider-link.ts';

/** Owner and field of the encrypted client secret. */
export const sealedSecret = { owner: 'identity_provider', field: 'clientSecret' } as const;

/** Address to which providers send browsers back. */
export const callbackURL = (baseURL: string): string => `${baseURL}/auth/provider`;

/** Binds a sign-in to the browser that began it: a reply opened in another browser is refused. */
const browserCookie = 'sso';
const cookiePath = '/';
const cookieSeconds = 600;

interface ProviderRow {
  accountID: string;
  issuer: string;
  clientID: string;
  sealedSecret: string;
  /** Domains whose emails count. */
  domains: string[];
  roleClaim: string | null;
  roles: Record<string, string>;
  usualRoleID: string | null;
}

/** The reply of a provider, with the facts of the question. */
interface ProviderAnswer {
  state: string;
  claims: { sub: string; [claim: string]: unknown };
  clientFacts: OidcClientFacts;
}

/** Signs people in through the provider of an account. */
export class ProviderSignIn {
  readonly #vault: CredentialVault;
  readonly #clients: OidcClients;
  readonly #mode: RegistrationMode;
  readonly #factors: SecondFactors;

  constructor(parts: {
    vault: CredentialVault;
    clients: OidcClients;
    mode: RegistrationMode;
    factors: SecondFactors;
  }) {
    this.#vault = parts.vault;
    this.#clients = parts.clients;
    this.#mode = parts.mode;
    this.#factors = parts.factors;
  }

  /**
   * The address to which the browser goes. `linking`: the caller links the provider to themselves, with their password.
   * @throws Problem 400 `wrong_password`, 403 `provider_no_member`, 404, 409 `own_password_needed`, 429
   */
  async begin(
    outside: PersonOutsideContext,
    slug: string,
    linking?: { password: string | undefined },
  ): Promise<{ url: string }> {
    const { provider, userID, facts } = await outside.inTransaction(async (ctx) => {
      await spendOfNetwork(ctx.em, limitRules.provider, clientNetwork(ctx.client.ip), ctx.clock.now());
      const provider = await this.#provider(ctx, sql`account.slug = ${slug}`);
      const user = linking ? await signedInUser(ctx) : null;
      const userID = user?.id ?? null;
      if (userID && !(await this.#person(ctx, userID, provider.accountID)).isMember)
        throw providerProblems.provider_no_member();
      if (user) await this.#factors.requireChange(ctx, user, linking?.password);
      return { provider, userID, facts: await this.#facts(ctx, provider) };
    });
    const config = await this.#clients.find(facts);
    const client = await openid();
    const [verifier, nonce, browser] = [client.randomPKCECodeVerifier(), client.randomNonce(), newToken()];
    const data = { account: provider.accountID, verifier, nonce, browser: hashToken(browser) };
    const token = await outside.inTransaction(async (ctx) => {
      ctx.cookies.set(browserCookie, browser, { maxAge: cookieSeconds, path: cookiePath });
      return (await beginChallenge(ctx, 'provider', { userID, data })).token;
    });
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: callbackURL(outside.baseURL),
      scope: 'openid email profile',
      response_type: 'code',
      state: token,
      nonce,
      code_challenge_method: 'S256',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
    });
    return { url: url.href };
  }

  /**
   * Fetches the provider's claims about the returning person; decides nothing yet.
   * @throws Problem 401 `challenge_ended`, `provider_refused`, 409, 429
   */
  async ask(outside: PersonOutsideContext, query: string): Promise<ProviderAnswer> {
    const state = new URLSearchParams(query).get('state') ?? '';
    const { verifier, nonce, facts, accountID } = await outside.inTransaction(async (ctx) => {
      const { data } = await this.#held(ctx, state);
      const provider = await this.#provider(ctx, sql`account.id = ${data['account'] ?? ''}`);
      const { verifier = '', nonce = '' } = data;
      return { verifier, nonce, facts: await this.#facts(ctx, provider), accountID: provider.accountID };
    });
    const config = await this.#clients.find(facts);
    const { authorizationCodeGrant, fetchUserInfo } = await openid();
    const answer = new URL(callbackURL(outside.baseURL));
    answer.search = query;
    const claims = await this.#clients
      .talk(facts.accountID, async () => {
        const tokens = await authorizationCodeGrant(config, answer, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        // Many providers reveal the email only at their userinfo endpoint.
        if (!idClaims || 'email' in idClaims || !config.serverMetadata().userinfo_endpoint) return idClaims;
        return { ...(await fetchUserInfo(config, tokens.access_token, idClaims.sub)), ...idClaims };
      })
      .catch((error: unknown) => {
        if (error instanceof Problem) throw error;
        outside.log.info({ err: error, accountID }, 'a sign-in through a provider was refused');
        throw providerProblems.provider_refused();
      });
    if (!claims) throw providerProblems.provider_refused();
    return { state, claims, clientFacts: facts };
  }

  /**
   * Determines the person and the account of the sign-in. The challenge and the settings are read again, because they
   * may have changed while the provider was contacted.
   * @throws Problem 401 `challenge_ended`, `provider_refused`, 403 by `decideProviderSignIn`
   */
  async end(
    ctx: PersonContext,
    { state, claims, clientFacts }: ProviderAnswer,
  ): Promise<{ user: User; accountID: string; isMultiFactor: boolean; isLink: boolean }> {
    // Locks the person before the challenge, in the same order as a password reset, which ends both.
    if (ctx.userID) await holdPerson(ctx.em, ctx.userID);
    const challenge = await this.#held(ctx, state);
    const accountID = challenge.data['account'] ?? '';
    const provider = await this.#provider(ctx, sql`account.id = ${accountID}`);
    if (provider.issuer !== clientFacts.issuer || provider.clientID !== clientFacts.clientID)
      throw providerProblems.provider_refused();
    await endChallenge(ctx.em, state);
    ctx.cookies.clear(browserCookie, { path: cookiePath });
    const email = typeof claims['email'] === 'string' ? claims['email'].trim().toLowerCase() : null;
    const amr = Array.isArray(claims['amr']) ? claims['amr'] : [];
    const claimed = {
      subject: claims.sub,
      email,
      isEmailVerified: claims['email_verified'] === true,
      name: typeof claims['name'] === 'string' ? claims['name'].slice(0, 120) : '',
      roleID: decideProviderRole(provider.roleClaim ? claims[provider.roleClaim] : undefined, provider),
    };
    const user = challenge.userID
      ? await this.#link(ctx, provider, challenge.userID, claimed)
      : await this.#whoIs(ctx, provider, claimed);
    return { user, accountID, isMultiFactor: amr.includes('mfa'), isLink: challenge.userID !== null };
  }

  /** Locks the challenge. @throws Problem 401 `challenge_ended`, also if another browser began it */
  async #held(ctx: PersonContext, state: string): Promise<Challenge> {
    const challenge = await holdChallenge(ctx, 'provider', state);
    const cookie = ctx.cookies.get(browserCookie) ?? '';
    if (!challenge || !isSameSecret(challenge.data['browser'] ?? '', hashToken(cookie)))
      throw secondFactorProblems.challenge_ended();
    return challenge;
  }

  async #whoIs(
    ctx: PersonContext,
    provider: ProviderRow,
    claimed: { subject: string; email: string | null; isEmailVerified: boolean; name: string; roleID: string | null },
  ): Promise<User> {
    const { accountID } = provider;
    const link = await ctx.em.findOne(AuthLink, {
      provider: providerOf(accountID),
      providerAccountID: claimed.subject,
    });
    const known = claimed.email ? await ctx.em.findOne(User, { email: claimed.email }) : null;
    const invited = claimed.email ? await invitedRole(ctx, accountID, claimed.email) : null;
    const decision = decideProviderSignIn({
      claims: claimed,
      domains: provider.domains,
      linked: link
        ? { ...(await this.#person(ctx, link.userID, accountID)), isOwnWill: link.type === ownLink }
        : undefined,
      known: known ? await this.#person(ctx, known.id, accountID) : undefined,
      mayJoin: Boolean(invited ?? claimed.roleID),
    });
    if (decision.kind === 'refuse') throw refusalOf(decision.why);
    if (decision.kind === 'join') return this.#join(ctx, provider, { ...claimed, email: decision.email });
    if (decision.kind === 'link') await this.#write(ctx, provider, decision.userID, claimed.subject, emailLink);
    await this.#giveRole(ctx, provider, decision.userID, claimed.roleID);
    return ctx.em.findOneOrFail(User, { id: decision.userID });
  }

  /** Creates and joins a new person, with the role of their invitation or else the one that the provider gives. */
  async #join(
    ctx: PersonContext,
    provider: ProviderRow,
    claimed: { subject: string; email: string; name: string; roleID: string | null },
  ): Promise<User> {
    if (this.#mode === 'closed') throw invitationProblems.registration_closed();
    const { accountID } = provider;
    const name = claimed.name || (claimed.email.split('@')[0] ?? claimed.email);
    const user = await createUser(ctx.em, { email: claimed.email, name, passwordHash: null });
    // The provider's operator can sign in as this person. So the person joins no other account before choosing a
    // password, and the email is not verified yet.
    user.isPasswordOfTeam = true;
    await this.#write(ctx, provider, user.id, claimed.subject, emailLink);
    const memberID = newID('mem');
    const roleID = claimed.roleID ?? '';
    const joining = { userID: user.id, accountID, memberID, roleID, isThroughProvider: true };
    // A person whom the account has removed needs a new invitation.
    if (!(await joinAccount(ctx, ctx.em, joining))) throw providerProblems.provider_no_member();
    ctx.afterCommit(() =>
      ctx.inAccount(accountID, async (inner) => {
        audit(inner, {
          record: { type: 'team_user', id: memberID },
          action: 'joined',
          note: 'Through the sign-in provider',
        });
        await inner.em.flush();
        inner.afterCommit(() => forgetAccess(accountID));
      }),
    );
    return user;
  }

  /** Links the provider at the caller's request. The provider must confirm the caller's email. */
  async #link(
    ctx: PersonContext,
    provider: ProviderRow,
    userID: string,
    claimed: { subject: string; email: string | null; isEmailVerified: boolean },
  ): Promise<User> {
    const taken = await ctx.em.findOne(AuthLink, {
      provider: providerOf(provider.accountID),
      providerAccountID: claimed.subject,
    });
    if (userID !== ctx.userID || (taken && taken.userID !== userID)) throw providerProblems.provider_link_needed();
    const person = await this.#person(ctx, userID, provider.accountID);
    if (!person.isMember) throw providerProblems.provider_no_member();
    if (!claimed.isEmailVerified || claimed.email !== person.email) throw providerProblems.provider_other_email();
    const user = await ctx.em.findOneOrFail(User, { id: userID });
    await this.#write(ctx, provider, userID, claimed.subject, ownLink);
    await mailSecondFactor(ctx, user, 'provider linked');
    forgetAllSessions(ctx);
    return user;
  }

  /**
   * Removes a link that the person created; a link from joining stays, because it belongs to the account.
   * @throws Problem 400 `wrong_password`, 403 `sign_in_again`, `session_unconfirmed`, 404, 409 `last_way_in`
   */
  async unlink(ctx: PersonContext, user: User, input: { account: string; password?: string | undefined }) {
    await this.#factors.requireChange(ctx, user, input.password);
    await sql`select from core."user" where id = ${user.id} for update`.execute(ctx.em.getKysely());
    const { numAffectedRows } = await sql`delete from core.auth_link link using core.account account
      where account.slug = ${input.account} and link.provider = 'oidc:' || account.id and link.user_id = ${user.id}
        and link.type = ${ownLink}`.execute(ctx.em.getKysely());
    if (!numAffectedRows) throw problems.not_found();
    // The app does not count, because it only confirms a sign-in that began with a password or provider.
    const { rows } = await sql<{ isLast: boolean }>`select password_hash is null
        and not exists (select from core.passkey where user_id = ${user.id})
        and not exists (select from core.auth_link where user_id = ${user.id} and provider like 'oidc:%') as "isLast"
      from core."user" where id = ${user.id}`.execute(ctx.em.getKysely());
    if (rows[0]?.isLast) throw providerProblems.last_way_in();
    await endAndForget(ctx, ctx.em, 'provider_unlinked', { userID: user.id, through: await idOf(ctx, input.account) });
    notePersonEvent(ctx, ctx.em, user.id, 'provider_unlinked', ctx.sessionID);
    await mailSecondFactor(ctx, user, 'provider unlinked');
    await ctx.em.flush();
  }

  async #write(ctx: PersonContext, { accountID }: ProviderRow, userID: string, subject: string, type: string) {
    await ctx.em.flush();
    const now = ctx.clock.now();
    await sql`insert into core.auth_link
        (id, user_id, type, provider, provider_account_id, created_at, updated_at, version)
      values (${newID('lnk')}, ${userID}, ${type}, ${providerOf(accountID)}, ${subject}, ${now}, ${now}, 1)
      on conflict (provider, provider_account_id) do update set type = excluded.type`.execute(ctx.em.getKysely());
    notePersonEvent(ctx, ctx.em, userID, 'provider_linked', ctx.sessionID);
  }

  /** Assigns the role that the provider gives a member. Administrators and people of portals keep theirs. */
  async #giveRole(ctx: PersonContext, provider: ProviderRow, userID: string, roleID: string | null): Promise<void> {
    if (!roleID || !provider.roleClaim) return;
    const { accountID } = provider;
    const { rows } = await sql<{ id: string; roleID: string }>`select id, role_id as "roleID" from core.member
      where account_id = ${accountID} and user_id = ${userID} and customer_id is null`.execute(ctx.em.getKysely());
    const [member] = rows;
    if (!member || member.roleID === roleID) return;
    await ctx.inAccount(accountID, async (inner) => {
      const { numAffectedRows } = await sql`update core.member set role_id = ${roleID}, updated_at = ${ctx.clock.now()},
          version = version + 1
        where account_id = ${accountID} and id = ${member.id} and role_id in
          (select id from core.role where account_id = ${accountID} and type <> 'admin')`.execute(inner.em.query());
      if (!numAffectedRows) return;
      audit(inner, {
        record: { type: 'team_user', id: member.id },
        action: 'updated',
        note: 'Role of the sign-in provider',
      });
      await inner.em.flush();
      inner.afterCommit(() => forgetAccess(accountID));
    });
  }

  async #person(
    ctx: PersonContext,
    userID: string,
    accountID: string,
  ): Promise<ProviderPerson & { email: string; isMember: boolean }> {
    const query = ctx.em.getKysely();
    // Row-level security hides roles from the auth role until an account is set.
    await localSetting('app.account_id', accountID).execute(query);
    const { rows } = await sql<Omit<ProviderPerson, 'userID'> & { email: string }>`select person.email,
        exists (select from core.member where account_id = ${accountID} and user_id = person.id
          and ${memberIs.active('status')})
          as "isMember",
        exists (select from core.member member
          join core.role role on role.account_id = member.account_id and role.id = member.role_id
          where member.account_id = ${accountID} and member.user_id = person.id and role.type = 'admin') as "isAdmin",
        person.is_operator or exists (select from core.member where account_id <> ${accountID} and removed_at is null
          and (user_id = person.id or email = person.email)) as "hasMore"
      from core."user" person where person.id = ${userID} for update`.execute(query);
    const [row] = rows;
    return { userID, ...(row ?? { email: '', isMember: false, isAdmin: true, hasMore: true }) };
  }

  async #provider(ctx: PersonContext, which: RawBuilder<unknown>): Promise<ProviderRow> {
    const { rows } = await sql<ProviderRow>`select provider.account_id as "accountID", issuer, client_id as "clientID",
        sealed_secret as "sealedSecret", role_claim as "roleClaim", roles, usual_role_id as "usualRoleID",
        array(select proof.domain from core.email_domain proof where proof.account_id = provider.account_id
          and proof.domain = any(provider.domains)
          and (proof.proven_at is not null or proof.until > ${ctx.clock.now()})) as domains
      from core.identity_provider provider join core.account account on account.id = provider.account_id
      where ${which} and provider.is_enabled and account.closed_at is null`.execute(ctx.em.getKysely());
    if (!rows[0]) throw providerProblems.provider_missing();
    return rows[0];
  }

  async #facts(ctx: PersonContext, { accountID, issuer, clientID, sealedSecret: sealed }: ProviderRow) {
    const { owner, field } = sealedSecret;
    const opened = await ctx
      .inAccount(accountID, (inner) => this.#vault.openFields(inner, owner, { [field]: sealed }))
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, accountID }, 'the secret of a sign-in provider cannot be opened');
        throw providerProblems.provider_unavailable();
      });
    return { accountID, issuer, clientID, secret: opened[field] ?? '' };
  }
}

const refusalOf = (why: ProviderRefusal) =>
  why === 'provider_person_of_others'
    ? providerProblems.provider_person_of_others({
        message:
          'You belong to other accounts, too: use your password or passkey, and link the provider in your profile',
      })
    : providerProblems[why]();

async function idOf(ctx: PersonContext, slug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from core.account where slug = ${slug}`.execute(
    ctx.em.getKysely(),
  );
  return rows[0]?.id ?? '';
}

/** The role of an invited person. An administrator has to accept the invitation in person. */
async function invitedRole(ctx: PersonContext, accountID: string, email: string): Promise<string | null> {
  const query = ctx.em.getKysely();
  await localSetting('app.account_id', accountID).execute(query);
  const { rows } = await sql<{ roleID: string }>`select member.role_id as "roleID" from core.member member
    join core.role role on role.account_id = member.account_id and role.id = member.role_id and role.type <> 'admin'
    where member.account_id = ${accountID} and member.email = ${email} and ${memberIs.waiting('member.status')}
      and member.user_id is null and member.removed_at is null and member.customer_id is null`.execute(query);
  return rows[0]?.roleID ?? null;
}
