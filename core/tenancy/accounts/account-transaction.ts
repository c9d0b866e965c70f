import { problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { Planning } from '../../database/statements/sent-statement.ts';
import { isStaleStatement } from '../../database/statements/stale-statements.ts';
import { TenantEntityManager } from '../../database/tenant-entity-manager.ts';
import { CallSlots, slot } from '../../kernel/calls/call-slots.ts';
import type { AccountContext, CallContext, OutsideContext, Rights } from '../../kernel/context/context.ts';
import { noteAskedRight } from '../../permissions/asked-rights.ts';
import { type AccountAccess, type AccountIdentity, loadAccess } from '../access/access.ts';
import { webhookHearing } from '../access/webhook-hearing.ts';
import type { Tenancy } from '../tenancy.ts';

export { type AccountIdentity, forgetAccess } from '../access/access.ts';

/** A unit of work inside an account. */
export interface AccountCall {
  /** `acc_...`; checked against the identity's membership. */
  accountID: string;
  identity: AccountIdentity;
  /** True for GET: the transaction is READ ONLY, so writes fail. */
  readOnly?: boolean;
  /** True for reports and exports: their reading transactions may use a replica. */
  isReport?: boolean;
  /** Planning of the statements: `values` for reports, `once` otherwise. */
  planning?: Planning;
  /** Data of the request; missing in a job. */
  call?: Partial<
    Pick<
      CallContext,
      'requestID' | 'endpoint' | 'traceparent' | 'client' | 'log' | 'clock' | 'baseURL' | 'confirmed' | 'touchedPaths'
    >
  >;
  /** Largest number of runs if transactions collide; 1 for callers that repeat the work themselves. */
  attempts?: number;
}

/** SQLSTATEs of a serialization failure and a deadlock: nothing was written, so the work can be repeated. */
const transient = new Set(['40001', '40P01']);
const usualAttempts = 4;

/** Enabled plugins of a running transaction; a plugin enabled in it counts at once. */
const livePlugins = slot(() => new Set<string>());

/** Applies a change of enabled plugins in this transaction to `ctx.isEnabled`. */
export function notePluginEnabled(ctx: AccountContext, pluginID: string, enabled: boolean): void {
  const plugins = ctx.slots.of(livePlugins);
  if (enabled) plugins.add(pluginID);
  else plugins.delete(pluginID);
}

function viewOf(access: AccountAccess, plugins: ReadonlySet<string>, { identity, call }: AccountCall): Rights {
  const ask = (permission: PermissionCode, isRequired: boolean): boolean => {
    const isGranted = access.permissions === 'all' || access.permissions.has(permission);
    // Not reported for the system, which has all rights and is never refused.
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

/** The part of the context that is the same in every transaction of a call. */
function callPart(tenancy: Tenancy, { accountID, call }: AccountCall, { webhooks }: AccountAccess) {
  const requestID = call?.requestID ?? newID('req');
  return {
    requestID,
    endpoint: call?.endpoint,
    sizes: tenancy.sizes,
    isHeard: (eventType: string) => tenancy.isHeard(eventType),
    webhooks: webhookHearing(tenancy.registry, webhooks),
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
 * Runs work inside an account without a surrounding transaction; it opens its own transactions for reads and writes.
 * @throws Problem 403 `account_required` like `runInAccount`
 */
export async function runOutside<T>(
  tenancy: Tenancy,
  call: AccountCall,
  work: (ctx: OutsideContext) => Promise<T>,
): Promise<T> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  return work({
    ...viewOf(access, access.plugins, call),
    ...callPart(tenancy, call, access),
    inTransaction: (inner, { readOnly = false } = {}) => runInAccount(tenancy, { ...call, readOnly }, inner),
  });
}

/**
 * The identity's rights in the account, without a transaction.
 * @throws Problem 403 `account_required` like `runInAccount`
 */
export async function rightsIn(tenancy: Tenancy, call: AccountCall): Promise<Rights> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  return viewOf(access, access.plugins, call);
}

/**
 * Runs work in one transaction of the tenant role, with the account set for row-level security. Every `AccountContext`
 * is created here. It checks the membership, runs the work, commits, and then runs the `afterCommit` callbacks. The
 * work is repeated (up to 4 runs) after a deadlock, a serialization failure, or a change of a kept statement's tables,
 * so every effect outside the transaction belongs into `afterCommit`.
 * @throws Problem 403 `account_required` for an account that does not exist or is not the caller's.
 */
export async function runInAccount<T>(
  tenancy: Tenancy,
  call: AccountCall,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  const access = await loadAccess(tenancy, call.accountID, call.identity);
  const shared = callPart(tenancy, call, access);
  const { log } = shared;
  for (let attempt = 1; ; attempt += 1) {
    const afterwards: (() => void | Promise<void>)[] = [];
    const scope = {
      accountID: call.accountID,
      customerID: access.customerID ?? '',
      readOnly: call.readOnly ?? false,
      isReport: call.isReport ?? false,
      planning: call.planning ?? (call.isReport ? 'values' : 'once'),
      isPatient: call.call === undefined,
    };
    let result: T;
    try {
      result = await tenancy.database.runAsTenant(scope, (em) => {
        // The work may run a second time, on the primary, if the replica could not complete a report.
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
      if (attempt < usualAttempts && isStaleStatement(error)) {
        log.warn({ attempt }, 'tables have changed: transaction runs again');
        continue;
      }
      if (attempt < (call.attempts ?? usualAttempts) && transient.has(sqlState(error) ?? '')) {
        log.warn({ attempt, sqlState: sqlState(error) }, 'transaction runs again');
        // A random pause, so that the two do not collide again.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
        continue;
      }
      throw error;
    }
    for (const after of afterwards) {
      try {
        await after();
      } catch (error) {
        // The work is committed, so the error is not passed to the caller.
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
