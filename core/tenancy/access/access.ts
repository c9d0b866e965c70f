import { type Kysely, sql } from 'kysely';
import { type Problem, problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode, PermissionVerb, RoleType } from '../../contracts/plugins/permission.ts';
import { permissionVerbs } from '../../contracts/plugins/permission.ts';
import { passkeyProblems } from '../../contracts/sign-in/passkey.contract.ts';
import { secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { isID } from '../../contracts/texts/id.ts';
import {
  decideSecondFactor,
  requiredSince,
  type SecondFactorDemand,
  type SignInFactor,
} from '../../credentials/decide-second-factor.ts';
import { requireAct } from '../../credentials/decide-session.ts';
import { asOptionalDate } from '../../database/rows/as-date.ts';
import { isoDateTimeOf } from '../../database/rows/row-date.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import { notices } from '../../kernel/calls/notices.ts';
import type { AccountInfo, Actor, HearingEndpoint } from '../../kernel/context/context.ts';
import type { ApiKey } from '../../permissions/api-key.entity.ts';
import { teamRights } from '../../permissions/core-permissions.ts';
import type { Role, RolePermission } from '../../permissions/role.entity.ts';
import type { Account, AccountPlugin } from '../accounts/account.entity.ts';
import type { IdentityProvider } from '../identity-provider.entity.ts';
import type { Tenancy } from '../tenancy.ts';
import { isFor, type NamedAccount } from './audience.ts';
import type { Member } from './member.entity.ts';
import { memberIs } from './member-is.ts';
import type { SignInPolicy } from './sign-in/sign-in-policy.entity.ts';
import { webhookEndpointIs } from './webhook-endpoint-is.ts';

/** The caller of work in an account. A user or key must have been authenticated before. */
export type AccountIdentity =
  /** `factor` if the session has to meet the account's requirements for signing in. */
  | { type: 'user'; userID: string; factor?: SignInFactor }
  | { type: 'api_key'; keyID: string }
  /**
   * Jobs and set-up: all rights. `actor` is the person on whose behalf the system acts, for the audit trail. `seesAway`
   * admits the operator to an account that is moving to another installation or has moved there.
   */
  | { type: 'system'; actor?: Actor; seesAway?: boolean }
  /** Open routes: no rights and no records of customers. */
  | { type: 'anonymous' }
  /** A visitor of a widget: no rights, and no records of customers unless the route declares the reason. */
  | { type: 'visitor'; actor: Actor; seesCustomers: boolean };

/** Access of an identity to an account, as loaded from the database. */
export interface AccountAccess {
  account: AccountInfo;
  plugins: ReadonlySet<string>;
  actor: Actor;
  roleType: RoleType;
  memberID: string | undefined;
  customerID: string | undefined;
  /** 'all' for admins and the system. */
  permissions: ReadonlySet<PermissionCode> | 'all';
  /** Webhook endpoints that are not turned off. */
  webhooks: readonly HearingEndpoint[];
  /** In a closed account only the system may work. */
  isClosed: boolean;
  /** In an account that is moving to another installation, or has moved there, not even the system may work. */
  away: { address: string | null } | undefined;
  /** The second factor required of a member. */
  demand?: SecondFactorDemand | null;
  /** Whether staff may sign in only through the account's own provider. */
  isOnlyWay?: boolean;
  /** Expiry of an API key. */
  expiresAt?: Date | null;
}

type Tables = {
  'core.account': TableRow<typeof Account>;
  'core.account_plugin': TableRow<typeof AccountPlugin>;
  'core.member': TableRow<typeof Member>;
  'core.role': TableRow<typeof Role>;
  'core.role_permission': TableRow<typeof RolePermission>;
  'core.api_key': TableRow<typeof ApiKey>;
  'core.sign_in_policy': TableRow<typeof SignInPolicy>;
  'core.identity_provider': TableRow<typeof IdentityProvider>;
};

/** Milliseconds for which a process keeps what it has read of an account. */
export const accessLifetime = 30_000;
const largest = 10_000;
/**
 * Value of app.customer_id that matches no customer. A portal caller without a customer then sees no customer's rows,
 * whereas '' would show all.
 */
export const noCustomer = '-';
/** Whether a caller of the portal belongs to no customer. */
export const isNoCustomer = (customerID: string): boolean => customerID === noCustomer;

interface Entry {
  access: AccountAccess;
  until: number;
  generation: number;
}

/**
 * One cache per database, so that kernels in one process share nothing; entries live at most 30 s (reliability.md 5.2).
 */
const caches = new WeakMap<object, Map<string, Entry>>();
/** Number of changes of access per account in this process; an entry of an older generation is stale. */
const generations = new Map<string, number>();
/** Number of times that all entries were dropped. */
let epoch = 0;
const generationOf = (accountID: string): number => epoch + (generations.get(accountID) ?? 0);
let changes = 0;

/** Number of changes of access to any account in this process; data read before the last change may be out of date. */
export const accessChanges = (): number => changes;

/**
 * Makes the next call in this account load roles, members, keys and plugins again. Call it after the commit:
 * `ctx.afterCommit(() => forgetAccess(ctx.account.id))`. Other processes follow within 2 s, at the latest after 30 s.
 */
export const forgetAccess = (accountID: string): void => {
  dropAccess(accountID);
  notices.tell(`access ${accountID}`);
};

/** Like `forgetAccess`, after a notice from another process. */
export const dropAccess = (accountID: string): void => {
  generations.set(accountID, (generations.get(accountID) ?? 0) + 1);
  changes += 1;
};

/** Drops all entries, because this process may have missed notices. */
export const dropAllAccess = (): void => {
  epoch += 1;
  changes += 1;
};

/**
 * Loads the identity's access to the account.
 * @throws Problem 403 `account_required` if the account does not exist or the caller is no active member, without
 * distinguishing the two.
 */
export async function loadAccess(
  tenancy: Tenancy,
  accountID: string,
  identity: AccountIdentity,
): Promise<AccountAccess> {
  if (!isID('acc', accountID)) throw problems.account_required();
  const cache = caches.get(tenancy.database) ?? new Map<string, Entry>();
  caches.set(tenancy.database, cache);
  // The rights of the system and of anonymous callers are not stored, so they share the account's entry.
  const callerID = identity.type === 'user' ? identity.userID : identity.type === 'api_key' ? identity.keyID : '';
  const key = `${accountID} ${callerID}`;
  const now = tenancy.clock.now().getTime();
  const known = cache.get(key);
  if (known && known.until > now && known.generation === generationOf(accountID))
    return withIdentity(known.access, identity, tenancy);
  const generation = generationOf(accountID);
  const access = await readAccess(tenancy, accountID, identity);
  cache.delete(key);
  cache.set(key, { access, until: now + accessLifetime, generation });
  if (cache.size > largest) cache.delete(cache.keys().next().value as string);
  return withIdentity(access, identity, tenancy);
}

/** The refusal of work in an account that is moving, or has moved to this address. */
export const awayProblem = (address: string | null): Problem =>
  address === null
    ? problems.account_moving({ retryAfter: 30 })
    : problems.account_moved({ message: `This account is at ${address} now`, details: { address } });

/** Completes an entry that identities share, and refuses keys that have expired since it was loaded. */
function withIdentity(access: AccountAccess, identity: AccountIdentity, tenancy: Tenancy): AccountAccess {
  if (access.away && !(identity.type === 'system' && identity.seesAway)) throw awayProblem(access.away.address);
  if (identity.type === 'system')
    return {
      ...access,
      actor: identity.actor ?? { type: 'system', id: '', name: 'System' },
      roleType: 'admin',
      permissions: 'all',
    };
  if (access.isClosed) throw problems.account_required();
  if (identity.type === 'anonymous')
    return {
      ...access,
      actor: { type: 'anonymous', id: '', name: 'Anonymous' },
      roleType: 'customer',
      customerID: noCustomer,
      permissions: new Set(),
    };
  if (identity.type === 'visitor')
    return {
      ...access,
      actor: identity.actor,
      roleType: 'customer',
      customerID: identity.seesCustomers ? undefined : noCustomer,
      permissions: new Set(),
    };
  if (identity.type === 'user' && identity.factor) {
    requireSession(access, identity.factor);
    requireSecondFactor(access, identity.factor, tenancy.clock.now());
  }
  if (access.expiresAt && access.expiresAt <= tenancy.clock.now()) throw problems.account_required();
  return access;
}

/** Checks the provider of the session. @throws Problem 403 of `requireAct` */
function requireSession({ account, roleType, isOnlyWay = false }: AccountAccess, { through }: SignInFactor): void {
  const act = {
    accountID: account.id,
    isOnlyWay,
    isAdmin: roleType === 'admin',
    isOfPortal: roleType === 'customer',
  };
  requireAct(through, act, { account: account.slug });
}

/** Checks the second factor. @throws Problem 403 `second_factor_enrolment`, `session_unconfirmed` */
function requireSecondFactor(access: AccountAccess, factor: SignInFactor, now: Date): void {
  const { kind } = decideSecondFactor(access.demand ?? null, factor, now);
  const details = { account: access.account.name };
  if (kind === 'enrol') throw secondFactorProblems.second_factor_enrolment({ details });
  if (kind === 'confirm') throw passkeyProblems.session_unconfirmed({ details });
}

/**
 * Whether the plugin's audience does not include the account. The plugin then counts as disabled, though its row and
 * data stay.
 */
const isKeptFrom = (tenancy: Tenancy, pluginID: string, account: NamedAccount): boolean =>
  tenancy.registry.plugins.some((plugin) => plugin.definition.id === pluginID && !isFor(plugin, account));

/** The endpoints that hear events, as JSON; null without any. */
const hearingEndpoints = sql<HearingEndpoint[] | null>`(select json_agg(json_build_object('id', endpoint.id,
    'events', endpoint.events, 'scopes', endpoint.scopes))
  from core.webhook_endpoint endpoint
  where endpoint.account_id = current_setting('app.account_id') and ${webhookEndpointIs.listening('endpoint.status')})`;

const readAccess = (tenancy: Tenancy, accountID: string, identity: AccountIdentity): Promise<AccountAccess> =>
  // Does not count for the account's limit of connections, because the caller may turn out to be no member.
  tenancy.database.runAsTenant(
    { accountID, readOnly: true, isPatient: identity.type === 'system', share: '' },
    async (em) => {
      const query = new TenantEntityManager(em, accountID).query<Tables>();
      const account = await query
        .selectFrom('core.account')
        .select([
          'id',
          'slug',
          'name',
          'plan',
          'currency',
          'time_zone',
          'locale',
          'is_demo',
          'created_at',
          'audience_names',
          'closed_at',
          'moving_since',
          'moved_to',
        ])
        // In the same statement, so that accounts without endpoints pay nothing.
        .select(hearingEndpoints.as('webhooks'))
        .where('id', '=', accountID)
        .executeTakeFirst();
      if (!account) throw problems.account_required();
      const plugins = await query
        .selectFrom('core.account_plugin')
        .select('plugin_id')
        .where('account_id', '=', accountID)
        .where('is_enabled', '=', true)
        .execute();
      const {
        time_zone: timeZone,
        is_demo: isDemo,
        created_at: createdAt,
        audience_names: audienceNames,
        closed_at: closedAt,
        moving_since: movingSince,
        moved_to: movedTo,
        webhooks,
        ...rest
      } = account;
      const base = {
        account: { ...rest, timeZone, isDemo, createdAt: isoDateTimeOf(createdAt) } as AccountInfo,
        plugins: new Set(
          plugins
            .map(({ plugin_id }) => plugin_id)
            .filter((id) => !isKeptFrom(tenancy, id, { id: account.id, audienceNames })),
        ),
        webhooks: webhooks ?? [],
        memberID: undefined,
        customerID: undefined,
        isClosed: closedAt !== null,
        away: movingSince || movedTo ? { address: movedTo } : undefined,
      };
      if (identity.type === 'user') return { ...base, ...(await readMember(query, accountID, identity.userID)) };
      if (identity.type === 'api_key') {
        const found = await query
          .selectFrom('core.api_key')
          .select(['id', 'name', 'scopes', 'expires_at'])
          .where('account_id', '=', accountID)
          .where('id', '=', identity.keyID)
          .where('revoked_at', 'is', null)
          .executeTakeFirst();
        if (!found) throw problems.account_required();
        return {
          ...base,
          actor: { type: 'api_key', id: found.id, name: found.name },
          roleType: 'api_key' as const,
          permissions: new Set([...(found.scopes as PermissionCode[]), ...teamRights]),
          expiresAt: found.expires_at,
        };
      }
      return { ...base, actor: { type: 'system', id: '', name: 'System' }, roleType: 'admin', permissions: 'all' };
    },
  );

async function readMember(tables: Kysely<Tables>, accountID: string, userID: string) {
  const member = await tables
    .selectFrom('core.member as member')
    .innerJoin('core.role as role', (join) =>
      join.onRef('role.account_id', '=', 'member.account_id').onRef('role.id', '=', 'member.role_id'),
    )
    .leftJoin('core.sign_in_policy as policy', 'policy.account_id', 'member.account_id')
    .select(['member.id', 'member.name', 'member.email', 'member.customer_id', 'member.role_id', 'role.type'])
    .leftJoin('core.identity_provider as provider', 'provider.account_id', 'member.account_id')
    .select('provider.is_only_way')
    .select(['member.joined_at', 'policy.second_factor_since', 'policy.grace_days'])
    .where('member.account_id', '=', accountID)
    .where('member.user_id', '=', userID)
    .where(memberIs.active('member.status'))
    .executeTakeFirst();
  if (!member) throw problems.account_required();
  const actor: Actor = { type: 'user', id: userID, name: member.name, email: member.email };
  const roleType = member.type as RoleType;
  const since = requiredSince(member.second_factor_since ?? {}, member.role_id);
  const memberPart = {
    actor,
    isOnlyWay: member.is_only_way ?? false,
    demand: since && { since, joinedAt: asOptionalDate(member.joined_at), graceDays: member.grace_days ?? 0 },
    roleType,
    memberID: member.id,
    customerID: roleType === 'customer' ? (member.customer_id ?? noCustomer) : undefined,
  };
  if (roleType === 'admin') return { ...memberPart, permissions: 'all' as const };
  const rows = await tables
    .selectFrom('core.role_permission')
    .select(['domain', 'can_create', 'can_read', 'can_update', 'can_delete'])
    .where('account_id', '=', accountID)
    .where('role_id', '=', member.role_id)
    .execute();
  const granted = rows.flatMap((row) => codesOf(row.domain, (verb) => row[`can_${verb}`]));
  return { ...memberPart, permissions: new Set([...granted, ...(roleType === 'customer' ? [] : teamRights)]) };
}

/** The permission codes of the granted verbs of a domain. */
const codesOf = (domain: string, isGranted: (verb: PermissionVerb) => boolean): PermissionCode[] =>
  permissionVerbs.filter(isGranted).map((verb) => `${domain}:${verb}` as const);

/** Ids of all accounts, oldest first. Read as the auth role. */
export const listAccountIDs = (tenancy: Pick<Tenancy, 'database'>): Promise<string[]> =>
  tenancy.database.runAsAuth({ accountID: '', readOnly: true, isPatient: true }, async (em) => {
    const { rows } = await sql<{ id: string }>`select id from core.account order by id`.execute(em.getKysely());
    return rows.map(({ id }) => id);
  });
