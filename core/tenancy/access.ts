import { type Kysely, sql } from 'kysely';
import { isID } from '../contracts/id.ts';
import { passkeyProblems } from '../contracts/passkey.contract.ts';
import type { PermissionCode, PermissionVerb, RoleType } from '../contracts/permission.ts';
import { permissionVerbs } from '../contracts/permission.ts';
import { problems } from '../contracts/problem.ts';
import { secondFactorProblems } from '../contracts/second-factor.contract.ts';
import {
  decideSecondFactor,
  requiredSince,
  type SecondFactorDemand,
  type SignInFactor,
} from '../credentials/decide-second-factor.ts';
import { requireAct } from '../credentials/decide-session.ts';
import { asOptionalDate } from '../database/as-date.ts';
import { isoDateTimeOf } from '../database/row-date.ts';
import type { TableRow } from '../database/table-row.ts';
import { TenantEntityManager } from '../database/tenant-entity-manager.ts';
import type { AccountInfo, Actor } from '../kernel/context.ts';
import { notices } from '../kernel/notices.ts';
import type { ApiKey } from '../permissions/api-key.entity.ts';
import type { Role, RolePermission } from '../permissions/role.entity.ts';
import type { Account, AccountPlugin } from './account.entity.ts';
import { isFor, type NamedAccount } from './audience.ts';
import type { IdentityProvider } from './identity-provider.entity.ts';
import type { Member } from './member.entity.ts';
import type { SignInPolicy } from './sign-in-policy.entity.ts';
import type { Tenancy } from './tenancy.ts';

/** Who wants to work in an account. Whoever names a user or a key has authenticated it before. */
export type AccountIdentity =
  /** `factor` where a sign-in is judged by what the account requires. */
  | { type: 'user'; userID: string; factor?: SignInFactor }
  | { type: 'api_key'; keyID: string }
  /** Jobs and set-up: all rights. `actor` names the person on whose behalf, for the audit trail. */
  | { type: 'system'; actor?: Actor }
  /** Open routes: no rights, sees no customer's records. */
  | { type: 'anonymous' }
  /** A visitor of a widget: no rights; sees no customer's records unless the route says why it has to. */
  | { type: 'visitor'; actor: Actor; seesCustomers: boolean };

/** What an identity may do in an account, as loaded from the database. */
export interface AccountAccess {
  account: AccountInfo;
  plugins: ReadonlySet<string>;
  actor: Actor;
  roleType: RoleType;
  memberID: string | undefined;
  customerID: string | undefined;
  /** 'all' for admins and the system. */
  permissions: ReadonlySet<PermissionCode> | 'all';
  /** Nobody works in a closed account but the system. */
  isClosed: boolean;
  /** The second factor that is required of a member. */
  demand?: SecondFactorDemand | null;
  /** Whether staff comes in through the account's own provider alone. */
  isOnlyWay?: boolean;
  /** When an API key ends. */
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

const lifetime = 30_000;
const largest = 10_000;
/**
 * Value of app.customer_id that is no customer: a portal caller without one sees no customer's rows, where '' would
 * show all.
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
 * One cache per database, so that kernels of one process never share; entries live 30 s at most (reliability.md 5.2).
 */
const caches = new WeakMap<object, Map<string, Entry>>();
/** Counts the changes of an account's access in this process; an entry of an older generation is stale. */
const generations = new Map<string, number>();
/** Counts how often nothing was known any more. */
let epoch = 0;
const generationOf = (accountID: string): number => epoch + (generations.get(accountID) ?? 0);
let changes = 0;

/**
 * Counts the changes of access to any account in this process: what was read before the last one may be out of date.
 */
export const accessChanges = (): number => changes;

/**
 * Makes the next call of this account load roles, members, keys and plugins anew. Call it after the commit:
 * `ctx.afterCommit(() => forgetAccess(ctx.account.id))`. Other processes follow within 2 s, at the latest 30 s.
 */
export const forgetAccess = (accountID: string): void => {
  dropAccess(accountID);
  notices.tell(`access ${accountID}`);
};

/** The same where another process has told of it. */
export const dropAccess = (accountID: string): void => {
  generations.set(accountID, (generations.get(accountID) ?? 0) + 1);
  changes += 1;
};

/** Where this process may have missed what others told. */
export const dropAllAccess = (): void => {
  epoch += 1;
  changes += 1;
};

/**
 * What the identity may do in the account.
 * @throws Problem 403 `account_required` where the account does not exist or the caller is no active member: the same
 * answer for both.
 */
export async function loadAccess(
  tenancy: Tenancy,
  accountID: string,
  identity: AccountIdentity,
): Promise<AccountAccess> {
  if (!isID('acc', accountID)) throw problems.account_required();
  const cache = caches.get(tenancy.database) ?? new Map<string, Entry>();
  caches.set(tenancy.database, cache);
  // The system's and the anonymous caller's rights hang on nothing that is stored: they share the account's entry.
  const own = identity.type === 'user' ? identity.userID : identity.type === 'api_key' ? identity.keyID : '';
  const key = `${accountID} ${own}`;
  const now = tenancy.clock.now().getTime();
  const known = cache.get(key);
  if (known && known.until > now && known.generation === generationOf(accountID))
    return withIdentity(known.access, identity, tenancy);
  const generation = generationOf(accountID);
  const access = await readAccess(tenancy, accountID, identity);
  cache.delete(key);
  cache.set(key, { access, until: now + lifetime, generation });
  if (cache.size > largest) cache.delete(cache.keys().next().value as string);
  return withIdentity(access, identity, tenancy);
}

/** Completes an entry that is shared by identities, and refuses keys that ran out since it was loaded. */
function withIdentity(access: AccountAccess, identity: AccountIdentity, tenancy: Tenancy): AccountAccess {
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

/** @throws Problem 403 of `requireAct` */
function requireSession({ account, roleType, isOnlyWay = false }: AccountAccess, { through }: SignInFactor): void {
  const act = {
    accountID: account.id,
    isOnlyWay,
    isAdmin: roleType === 'admin',
    isOfPortal: roleType === 'customer',
  };
  requireAct(through, act, { account: account.slug });
}

/** @throws Problem 403 `second_factor_enrolment`, `session_unconfirmed` */
function requireSecondFactor(access: AccountAccess, factor: SignInFactor, now: Date): void {
  const { kind } = decideSecondFactor(access.demand ?? null, factor, now);
  const details = { account: access.account.name };
  if (kind === 'enrol') throw secondFactorProblems.second_factor_enrolment({ details });
  if (kind === 'confirm') throw passkeyProblems.session_unconfirmed({ details });
}

/** A plugin whose audience no longer names the account is gone for it, though its row and data stay. */
const isKeptFrom = (tenancy: Tenancy, pluginID: string, account: NamedAccount): boolean =>
  tenancy.registry.plugins.some((plugin) => plugin.definition.id === pluginID && !isFor(plugin, account));

const readAccess = (tenancy: Tenancy, accountID: string, identity: AccountIdentity): Promise<AccountAccess> =>
  // Not of the account's share: whoever asks may turn out to be none of its members.
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
        ])
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
        ...rest
      } = account;
      const base = {
        account: { ...rest, timeZone, isDemo, createdAt: isoDateTimeOf(createdAt) } as AccountInfo,
        plugins: new Set(
          plugins
            .map(({ plugin_id }) => plugin_id)
            .filter((id) => !isKeptFrom(tenancy, id, { id: account.id, audienceNames })),
        ),
        memberID: undefined,
        customerID: undefined,
        isClosed: closedAt !== null,
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
          permissions: new Set(found.scopes as PermissionCode[]),
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
    .where('member.status', '=', 'active')
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
  return {
    ...memberPart,
    permissions: new Set(rows.flatMap((row) => codesOf(row.domain, (verb) => row[`can_${verb}`]))),
  };
}

/** The codes of the verbs of a domain that are granted. */
const codesOf = (domain: string, isGranted: (verb: PermissionVerb) => boolean): PermissionCode[] =>
  permissionVerbs.filter(isGranted).map((verb) => `${domain}:${verb}` as const);

/**
 * Ids of all accounts, oldest first: for jobs that run per account (of open ones alone) and for set-up. Read as the
 * auth role.
 */
export const listAccountIDs = (
  tenancy: Pick<Tenancy, 'database'>,
  { onlyOpen = false }: { onlyOpen?: boolean } = {},
): Promise<string[]> =>
  tenancy.database.runAsAuth({ accountID: '', readOnly: true, isPatient: true }, async (em) => {
    const { rows } = await sql<{ id: string }>`select id from core.account
      where closed_at is null or not ${onlyOpen} order by id`.execute(em.getKysely());
    return rows.map(({ id }) => id);
  });
