import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import type { PermissionCode, RoleType } from '../contracts/permission.ts';
import type { SignInFactor } from '../credentials/decide-second-factor.ts';
import type { PasswordHashing } from '../credentials/password-hash.ts';
import type { TenantEntityManager } from '../database/tenant-entity-manager.ts';
import type { Reference } from '../records/reference.ts';
import type { CallSlots } from './call-slots.ts';
import type { Clock } from './clock.ts';
import type { WorkSizes } from './work-sizes.ts';

/** Who does it, as it stands in the audit trail. `system` acts for jobs and set-up; `anonymous` for open routes. */
export interface Actor {
  type: 'user' | 'api_key' | 'system' | 'anonymous';
  /** Id of the user or the key; '' for the other two, but a visitor of a widget has the publishable key's. */
  id: string;
  name: string;
  email?: string;
}

/** What every call has, with or without an account. */
export interface CallContext {
  requestID: string;
  /** The name of the endpoint that is called; undefined in jobs. */
  endpoint?: string | undefined;
  /** W3C trace context that the request came with; handlers of events go on with that of the request that told them. */
  traceparent?: string | undefined;
  actor: Actor;
  clock: Clock;
  log: Logger;
  client: { ip: string; userAgent: string };
  /**
   * What the caller says a person has confirmed (header `x-confirm`); undefined where nobody can be asked, as in jobs.
   */
  confirmed?: ReadonlySet<string> | undefined;
  /** Address people reach this installation at, without a slash at the end; links in mails begin with it. */
  baseURL: string;
  /** Collections that committed work of a request has changed, for its answer; undefined where nobody is answered. */
  touchedPaths?: Set<string> | undefined;
  /** What modules keep for this call; see `slot`. */
  readonly slots: CallSlots;
  /** Runs after the transaction has committed, never if it rolls back. */
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
  /** Whether it came with the demo: providers that take no money and no parcels are for it alone. */
  isDemo: boolean;
  /** When it was made, in ISO 8601. */
  createdAt: string;
}

/** What a caller may do in an account: what is known before a transaction is open. */
export type Rights = Pick<
  AccountContext,
  'account' | 'actor' | 'roleType' | 'memberID' | 'customerID' | 'can' | 'require' | 'isEnabled'
>;

/** The first argument of every service: one account, one actor, one transaction of the tenant role. */
export interface AccountContext extends CallContext {
  account: AccountInfo;
  em: TenantEntityManager;
  roleType: RoleType;
  /** The member behind the actor; undefined for API keys and the system. */
  memberID: string | undefined;
  /** Set for portal customers: the one customer whose records they may see. */
  customerID: string | undefined;
  sizes: Readonly<WorkSizes>;
  can(permission: PermissionCode): boolean;
  /** Throws 403 `forbidden` naming the missing right. */
  require(permission: PermissionCode): void;
  /** Whether a plugin is enabled for this account. */
  isEnabled(pluginID: string): boolean;
  /** Whether anything in this installation subscribes to events of this type. */
  isHeard(eventType: string): boolean;
  /** The columns of all installed plugins that refer to records of this type; see `usesOf`. */
  referencesTo(recordType: string): readonly Reference[];
}

/**
 * The context of `outside` endpoints: the same account and actor without a transaction, so that a provider may be asked
 * and nobody waits for locks meanwhile.
 */
export interface OutsideContext extends Omit<AccountContext, 'em' | 'afterCommit' | 'slots'> {
  /** One transaction, committed when the work is done. It runs again where transactions collide. */
  inTransaction<T>(work: (ctx: AccountContext) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>;
}

/** The context of routes about people, not accounts: signing in, joining, switching. Runs as the auth role. */
export interface PersonContext extends CallContext {
  em: EntityManager;
  /** The signed-in person; undefined on open routes. */
  userID: string | undefined;
  /** The API key that calls in place of a person. */
  key: { id: string; accountID: string } | undefined;
  sessionID: string | undefined;
  /** What the session says of its person's second factor, and the provider that it began with. */
  factor: SignInFactor | undefined;
  isOperator: boolean;
  passwords: PasswordHashing;
  /** The `account-id` header as sent, unchecked: the account of the caller's browser tab. */
  accountHeader: string | undefined;
  /** A header as sent: signatures of providers. */
  header(name: string): string | undefined;
  cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string, options: { maxAge: number; path: string }): void;
    clear(name: string, options: { path: string }): void;
  };
  /**
   * Runs work inside an account, in a transaction of the tenant role of its own, as the given role (default: the
   * system, all rights).
   */
  inAccount<T>(accountID: string, work: (ctx: AccountContext) => Promise<T>): Promise<T>;
}

/**
 * The context of person routes without a transaction around them, so that a provider may be asked between two steps of
 * the work and holds no connection meanwhile.
 */
export interface PersonOutsideContext extends Omit<CallContext, 'actor' | 'afterCommit' | 'slots'> {
  /** Runs one step in a transaction of the auth role. */
  inTransaction<T>(step: (ctx: PersonContext) => Promise<T>): Promise<T>;
}
