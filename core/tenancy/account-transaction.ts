import { newID } from '../contracts/id.ts';
import type { PermissionCode } from '../contracts/permission.ts';
import { problems } from '../contracts/problem.ts';
import { TenantEntityManager } from '../database/tenant-entity-manager.ts';
import { CallSlots, slot } from '../kernel/call-slots.ts';
import type { AccountContext, CallContext, OutsideContext, Rights } from '../kernel/context.ts';
import { noteAskedRight } from '../permissions/asked-rights.ts';
import { type AccountAccess, type AccountIdentity, loadAccess } from './access.ts';
import type { Tenancy } from './tenancy.ts';

export { type AccountIdentity, forgetAccess } from './access.ts';

/** One piece of work inside an account. */
export interface AccountCall {
  /** `acc_...`, checked against the membership of the identity. */
  accountID: string;
  identity: AccountIdentity;
  /** True for GET: the transaction is READ ONLY, a write in it fails. */
  readOnly?: boolean;
  /** True for reports and exports: what of them only reads may be read from a replica. */
  isReport?: boolean;
  /** What the request brings; a job leaves it out. */
  call?: Partial<
    Pick<
      CallContext,
      'requestID' | 'endpoint' | 'traceparent' | 'client' | 'log' | 'clock' | 'baseURL' | 'confirmed' | 'touchedPaths'
    >
  >;
  /** How often the work may run where transactions collide; 1 for callers that repeat it themselves. */
  attempts?: number;
}

/** SQLSTATE of two transactions in each other's way: nothing was written, the same work may simply run again. */
const transient = new Set(['40001', '40P01']);
const usualAttempts = 4;

/** Plugins of a running transaction: enabling one counts at once for the work that follows in it. */
const livePlugins = slot(() => new Set<string>());

/** Makes `ctx.isEnabled` follow a change made in this transaction. */
export function notePluginEnabled(ctx: AccountContext, pluginID: string, enabled: boolean): void {
  const plugins = ctx.slots.of(livePlugins);
  if (enabled) plugins.add(pluginID);
  else plugins.delete(pluginID);
}

function viewOf(access: AccountAccess, plugins: ReadonlySet<string>, { identity, call }: AccountCall): Rights {
  const ask = (permission: PermissionCode, isRequired: boolean): boolean => {
    const isGranted = access.permissions === 'all' || access.permissions.has(permission);
    // The system may do everything: it shows nothing of what a call asks for.
    if (identity.type !== 'system') noteAskedRight(call?.endpoint, permission, isGranted, isRequired);
    return isGranted;
  };
  return {
    account: access.account,
    actor: access.actor,
    roleType: access.roleType,
    memberID: access.memberID,
    customerID: access.customerID,
    can: (permission) => ask(permission, false),
    require(permission) {
      if (!ask(permission, true))
        throw problems.forbidden({ message: `You need the right ${permission}`, details: { permission } });
    },
    isEnabled: (pluginID) => pluginID === 'core' || plugins.has(pluginID),
  };
}

/** What is the same in every transaction of a call. */
function callPart(tenancy: Tenancy, { accountID, call }: AccountCall) {
  const requestID = call?.requestID ?? newID('req');
  return {
    requestID,
    endpoint: call?.endpoint,
    sizes: tenancy.sizes,
    isHeard: (eventType: string) => tenancy.isHeard(eventType),
    referencesTo: (recordType: string) => tenancy.registry.referencesTo(recordType),
    traceparent: call?.traceparent,
    clock: call?.clock ?? tenancy.clock,
    log: call?.log ?? tenancy.log.child({ requestID, accountID }),
    client: call?.client ?? { ip: '', userAgent: '' },
    baseURL: call?.baseURL ?? tenancy.baseURL,
    confirmed: call?.confirmed,
    touchedPaths: call?.touchedPaths,
  };
}

/**
 * Runs work inside an account without a transaction around it; what it reads and writes it does in transactions of its
 * own.
 * @throws Problem 403 `account_required` as `runInAccount`
 */
export async function runOutside<T>(
  tenancy: Tenancy,
  call: AccountCall,
  work: (ctx: OutsideContext) => Promise<T>,
): Promise<T> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  return work({
    ...viewOf(access, access.plugins, call),
    ...callPart(tenancy, call),
    inTransaction: (inner, { readOnly = false } = {}) => runInAccount(tenancy, { ...call, readOnly }, inner),
  });
}

/**
 * What the identity may do in the account, without a transaction.
 * @throws Problem 403 `account_required` as `runInAccount`
 */
export async function rightsIn(tenancy: Tenancy, call: AccountCall): Promise<Rights> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  return viewOf(access, access.plugins, call);
}

/**
 * The only place that turns an account id into an `AccountContext`: checks the membership, opens one transaction of the
 * tenant role with the account set for row-level security, runs the work, commits, then runs what it left for after the
 * commit. The work runs again (up to 4 times) when PostgreSQL reports a deadlock or a serialization failure, so
 * whatever it does outside the transaction belongs into `afterCommit`.
 * @throws Problem 403 `account_required` for an account that does not exist or is not the caller's.
 */
export async function runInAccount<T>(
  tenancy: Tenancy,
  call: AccountCall,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  const shared = callPart(tenancy, call);
  const { log } = shared;
  for (let attempt = 1; ; attempt += 1) {
    const afterwards: (() => void | Promise<void>)[] = [];
    const scope = {
      accountID: call.accountID,
      customerID: access.customerID ?? '',
      readOnly: call.readOnly ?? false,
      isReport: call.isReport ?? false,
      isPatient: call.call === undefined,
    };
    let result: T;
    try {
      result = await tenancy.database.runAsTenant(scope, (em) => {
        // A report that a replica gave up runs again.
        afterwards.length = 0;
        const plugins = new Set(access.plugins);
        const slots = new CallSlots();
        slots.set(livePlugins, plugins);
        return work({
          ...viewOf(access, plugins, call),
          ...shared,
          em: new TenantEntityManager(em, call.accountID),
          slots,
          afterCommit: (after) => {
            afterwards.push(after);
          },
        });
      });
    } catch (error) {
      if (attempt < (call.attempts ?? usualAttempts) && transient.has(sqlState(error) ?? '')) {
        log.warn({ attempt, sqlState: sqlState(error) }, 'transaction runs again');
        // Random, so that the two do not meet again.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
        continue;
      }
      throw error;
    }
    for (const after of afterwards) {
      try {
        await after();
      } catch (error) {
        // The work is committed: the caller must not be told otherwise.
        log.error({ err: error }, 'work after the commit failed');
      }
    }
    return result;
  }
}

function sqlState(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code)) return each.code;
  return undefined;
}
