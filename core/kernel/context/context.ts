import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { EventDefinition } from '../../contracts/plugins/event.ts';
import type { PermissionCode, RoleType } from '../../contracts/plugins/permission.ts';
import type { SignInFactor } from '../../credentials/decide-second-factor.ts';
import type { PasswordHashing } from '../../credentials/password-hash.ts';
import type { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import type { Reference } from '../../records/reference.ts';
import type { CallSlots } from '../calls/call-slots.ts';
import type { Clock } from './clock.ts';
import type { WorkSizes } from './work-sizes.ts';

/** The acting caller, as in the audit trail. `system` acts for jobs and set-up, `anonymous` for open routes. */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'anonymous';
  /**
   * Id of the user or key; empty for `system` and `anonymous`, except that a widget's visitor has the publishable key's
   * id.
   */
  id: string;
  name: string;
  email?: string;
}

/** The context of every call, with or without an account. */
export interface CallContext {
  requestID: string;
  /** Name of the called endpoint; undefined in jobs. */
  endpoint?: string | undefined;
  /** W3C trace context of the request. Event handlers continue the trace of the request that emitted the event. */
  traceparent?: string | undefined;
  actor: Actor;
  clock: Clock;
  log: Logger;
  client: { ip: string; userAgent: string };
  /** Confirmations that a person has given (header `x-confirm`); undefined where nobody can confirm, as in jobs. */
  confirmed?: ReadonlySet<string> | undefined;
  /** Address of this installation without a trailing slash; links in mails begin with it. */
  baseURL: string;
  /** Paths that committed work of a request has changed, for the reply; undefined without a reply. */
  touchedPaths?: Set<string> | undefined;
  /** Values of modules for this call; see `slot`. */
  readonly slots: CallSlots;
  /** Runs the work after the transaction has committed, and never if it is rolled back. */
  afterCommit(work: () => void | Promise<void>): void;
}

export interface AccountInfo {
  /** `acc_...` */
  id: string;
  slug: string;
  name: string;
  plan: 'free' | 'pro';
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  /** BCP 47. */
  locale: string;
  /** True for a demo account. Practice providers, which take no money and no parcels, work only there. */
  isDemo: boolean;
  /** Creation time in ISO 8601. */
  createdAt: string;
}

/** A webhook endpoint of the account that may hear events. */
export interface HearingEndpoint {
  id: string;
  events: readonly string[];
  /** Rights to read. */
  scopes: readonly string[];
}

/** The account's webhook endpoints, read together with the caller's rights. */
export interface WebhookHearing {
  /** Endpoints that hear the event about a record of this type. */
  endpointsFor(event: EventDefinition, recordType: string): readonly HearingEndpoint[];
  /** Path of the record's screen with `{id}` as placeholder. */
  pathOf(recordType: string): string | undefined;
}

/** A caller's rights in an account, known before a transaction is open. */
export type Rights = Pick<
  AccountContext,
  'account' | 'actor' | 'roleType' | 'memberID' | 'customerID' | 'can' | 'require' | 'isEnabled'
>;

/** The first argument of every service: one account, one actor, one transaction of the tenant role. */
export interface AccountContext extends CallContext {
  account: AccountInfo;
  em: TenantEntityManager;
  roleType: RoleType;
  /** The membership of the actor; undefined for API keys and the system. */
  memberID: string | undefined;
  /** For portal customers, the only customer whose records they may see. */
  customerID: string | undefined;
  sizes: Readonly<WorkSizes>;
  can(permission: PermissionCode): boolean;
  /** Requires a right. @throws Problem 403 `forbidden` naming the missing right */
  require(permission: PermissionCode): void;
  /** Whether a plugin is enabled for this account. */
  isEnabled(pluginID: string): boolean;
  /** Whether an installed plugin subscribes to events of this type. */
  isHeard(eventType: string): boolean;
  webhooks: WebhookHearing;
  /** The columns of all installed plugins that refer to records of this type; see `usesOf`. */
  referencesTo(recordType: string): readonly Reference[];
}

/**
 * The context of `outside` endpoints: the same account and actor without a transaction, so that no locks are held while
 * a provider is called.
 */
export interface OutsideContext extends Omit<AccountContext, 'em' | 'afterCommit' | 'slots'> {
  /** Runs the work in one transaction and commits it. Repeats the work after a serialization conflict or deadlock. */
  inTransaction<T>(work: (ctx: AccountContext) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>;
}

/** The context of routes about people instead of accounts: signing in, joining, switching. Runs as the auth role. */
export interface PersonContext extends CallContext {
  em: EntityManager;
  /** The signed-in person; undefined on open routes without a sign-in. */
  userID: string | undefined;
  /** The calling API key, instead of a person. */
  key: { id: string; accountID: string } | undefined;
  sessionID: string | undefined;
  /** The session's second factor, and the provider with which it began. */
  factor: SignInFactor | undefined;
  isOperator: boolean;
  passwords: PasswordHashing;
  /** The `account-id` header, unchecked: the account of the caller's browser tab. */
  accountHeader: string | undefined;
  /** A raw header, for signatures of providers. */
  header(name: string): string | undefined;
  cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string, options: { maxAge: number; path: string }): void;
    clear(name: string, options: { path: string }): void;
  };
  /** Runs work inside an account, in a separate transaction of the tenant role, as the system with all rights. */
  inAccount<T>(accountID: string, work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

/**
 * The context of person routes without a surrounding transaction, so that no connection is held while a provider is
 * called between two steps.
 */
export interface PersonOutsideContext extends Omit<CallContext, 'actor' | 'afterCommit' | 'slots'> {
  /** Runs one step in a transaction of the auth role. */
  inTransaction<T>(step: (ctx: PersonContext) => Promise<T>): Promise<T>;
}
