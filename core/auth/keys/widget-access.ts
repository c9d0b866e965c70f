import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { anyWidget, widgetsOf } from '../../contracts/plugins/widget.ts';
import { publishableKeyProblems } from '../../contracts/sign-in/publishable-key.contract.ts';
import type { AccountInfo } from '../../kernel/context/context.ts';
import type { Identity } from '../../kernel/context/identity.ts';
import type { Visitor, VisitorLimit } from '../../kernel/route.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { livePoints } from '../../limits/decide-sign-in.ts';
import {
  addPoint,
  type CallerRule,
  limit,
  limitKey,
  type NamedRule,
  readCount,
  spendQuietly,
  takeBackPoint,
} from '../../limits/limiter.ts';
import { isNoCustomer, loadAccess } from '../../tenancy/access/access.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { type KnownPublishableKey, PublishableKeys } from './publishable-keys.ts';
import { findWidgetSession } from './widget-session.ts';

/** The credentials of a widget's request. */
interface WidgetCredentials {
  /** The key in the path. */
  key: string;
  /** The Origin header. */
  origin: string | undefined;
  ip: string;
  /** The Authorization header: the token of a signed-in person. */
  authorization?: string | undefined;
}

/** An accepted visitor. */
interface AcceptedVisitor extends Visitor {
  identity: Identity;
  account: AccountInfo;
  /** Response headers that permit the page to read the reply. */
  headers: Record<string, string>;
}

/**
 * Calls per key, which is public, from everywhere. Beyond this number each network only has the calls of one person.
 */
const perKey: NamedRule = { name: 'widget.key', of: 'named', points: 1_200, seconds: 60 };
const perNetwork: CallerRule = { name: 'widget.network', of: 'caller', points: 90, seconds: 60 };
const perNetworkInCrowd: CallerRule = { ...perNetwork, points: 30 };

interface CountedCall {
  /** See `Visitor`. */
  isNamedLimitReached: boolean;
  /** Gives back the points of limits that do not count the outcome. */
  settle(hasSucceeded: boolean): Promise<void>;
}

const isOfCaller = (rule: VisitorLimit): rule is VisitorLimit & CallerRule => rule.of === 'caller';

/**
 * Headers of refusals. A refusal contains only its reason, and every page may read it, so that the widget can show it.
 */
export const refusalHeaders: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*', vary: 'origin' };

const answerHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'retry-after, x-request-id',
  vary: 'origin',
});

/**
 * Access control for widgets on other sites. The publishable key in the path determines the account, and the Origin
 * header must be an origin of the key. Cookies are ignored and never permitted. This keeps out pages of other sites;
 * programs can send any origin, so handlers treat every visitor as a stranger.
 */
export class WidgetAccess {
  readonly #tenancy: Tenancy;
  readonly #keys: PublishableKeys;

  constructor(tenancy: Tenancy) {
    this.#tenancy = tenancy;
    this.#keys = new PublishableKeys(tenancy.database, tenancy.clock);
  }

  /**
   * Accepts a call with a valid key, a listed origin, a widget of the key and an enabled plugin, within the limits.
   * @throws Problem 401 `publishable_key_refused`, 403 `origin_refused`, 403 `widget_refused`, 404, 429
   */
  async enter(
    credentials: WidgetCredentials,
    endpoint: AnyEndpoint,
    parts: { pluginID: string; seesCustomers: boolean },
  ): Promise<AcceptedVisitor> {
    const { key, origin } = await this.#identify(credentials);
    if (!widgetsOf(endpoint).some((name) => name === anyWidget || key.widgets.includes(name)))
      throw publishableKeyProblems.widget_refused();
    const headers = answerHeaders(origin);
    const identity: Identity = {
      actor: { type: 'anonymous', id: key.id, name: `Visitor of ${key.name}` },
      via: 'widget',
      isOperator: false,
      key: { id: key.id, accountID: key.accountID },
      seesCustomers: parts.seesCustomers,
    };
    const { actor } = identity;
    const access = await loadAccess(this.#tenancy, key.accountID, { type: 'visitor', actor, seesCustomers: false });
    if (parts.pluginID !== 'core' && !access.plugins.has(parts.pluginID)) throw problems.no_such_endpoint();
    const network = clientNetwork(credentials.ip);
    const now = this.#tenancy.clock.now();
    await this.#tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
      const isCrowd = !(await spendQuietly(em, perKey, key.id, now));
      await limit(em, isCrowd ? perNetworkInCrowd : perNetwork, `${key.id}\n${network}`, now);
    });
    await this.#keys.noteUse(key.id);
    const { account } = access;
    const visitor = {
      accountID: account.id,
      account,
      network,
      keyID: key.id,
      origin,
      headers,
      isNamedLimitReached: false,
    };
    if (!endpoint.customers) return { ...visitor, identity };
    const { sessionID, person } = await this.#person(key, origin, credentials.authorization ?? '');
    return { ...visitor, sessionID, identity: { ...identity, ...person } };
  }

  /**
   * The person signed in with the key on this site, who must still belong to a customer and meet the account's
   * requirements.
   * @throws Problem 401
   */
  async #person(key: KnownPublishableKey, origin: string, authorization: string) {
    const { database, clock } = this.#tenancy;
    const session = await findWidgetSession(database, clock, { key, origin, authorization });
    if (!session) throw publishableKeyProblems.widget_signed_out();
    const { actor, roleType, memberID, customerID } = await loadAccess(this.#tenancy, key.accountID, {
      type: 'user',
      userID: session.userID,
      factor: session.factor,
    }).catch(() => {
      throw publishableKeyProblems.widget_signed_out();
    });
    const isOfCustomer = roleType === 'customer' && customerID !== undefined && !isNoCustomer(customerID);
    if (!isOfCustomer || memberID !== session.memberID) throw publishableKeyProblems.widget_signed_out();
    return { sessionID: session.id, person: { actor, userID: session.userID, factor: session.factor } };
  }

  /** Headers of the response to a preflight request. @throws Problem 401 or 403, which scripts cannot read */
  async preflight(credentials: WidgetCredentials, methods: readonly string[]): Promise<Record<string, string>> {
    const { origin } = await this.#identify(credentials);
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
      vary: 'origin',
    };
  }

  /**
   * Counts a call by the limits of its endpoint before any look-up, so that concurrent calls cannot exceed a limit.
   * @throws Problem 429
   */
  async count(visitor: Visitor, limits: readonly VisitorLimit[]): Promise<CountedCall> {
    if (!limits.length) return { isNamedLimitReached: false, settle: async () => {} };
    const { database, clock } = this.#tenancy;
    const subjectOf = ({ subject }: VisitorLimit): string => `${visitor.accountID}\n${subject}`;
    const now = clock.now();
    const onceKey = (rule: VisitorLimit): string => limitKey(`${rule.name}.once`, subjectOf(rule), rule.once ?? '');
    const counted: VisitorLimit[] = [];
    let isNamedLimitReached = false;
    await database.runAsAuth({ accountID: '' }, async (em) => {
      for (const rule of limits) {
        if (rule.once !== undefined && livePoints(await readCount(em, onceKey(rule)), now) > 0) continue;
        if (isOfCaller(rule)) await limit(em, rule, subjectOf(rule), now);
        else if (!(await spendQuietly(em, rule as NamedRule, subjectOf(rule), now))) isNamedLimitReached = true;
        counted.push(rule);
      }
    });
    const settle = async (hasSucceeded: boolean): Promise<void> => {
      const returned = counted.filter(({ counts }) => counts === (hasSucceeded ? 'failures' : 'successes'));
      const told = hasSucceeded ? counted.filter(({ once }) => once !== undefined) : [];
      if (!returned.length && !told.length) return;
      await database.runAsAuth({ accountID: '' }, async (em) => {
        for (const rule of returned) await takeBackPoint(em, limitKey(rule.name, subjectOf(rule)));
        for (const rule of told) await addPoint(em, onceKey(rule), rule.seconds, now);
      });
    };
    return { isNamedLimitReached, settle };
  }

  async #identify({ key: id, origin }: WidgetCredentials): Promise<{ key: KnownPublishableKey; origin: string }> {
    // Local files, sandboxed frames and redirected posts have the origin `null`; programs send none.
    if (!origin || origin === 'null')
      throw publishableKeyProblems.origin_refused({ message: 'Only pages of a site may use the key' });
    const key = await this.#keys.find(id);
    if (!key) throw publishableKeyProblems.publishable_key_refused();
    // Pages of this installation show widgets too.
    if (!key.origins.includes(origin) && origin !== new URL(this.#tenancy.baseURL).origin)
      throw publishableKeyProblems.origin_refused({ message: 'This site is not on the list of sites of the key' });
    return { key, origin };
  }
}
