import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { problems } from '../contracts/problem.ts';
import { publishableKeyProblems } from '../contracts/publishable-key.contract.ts';
import { anyWidget, widgetsOf } from '../contracts/widget.ts';
import type { AccountInfo } from '../kernel/context.ts';
import type { Identity } from '../kernel/identity.ts';
import type { Visitor, VisitorLimit } from '../kernel/route.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { livePoints } from '../limits/decide-sign-in.ts';
import { addPoint, type CallerRule, limit, limitKey, readCount, takeBackPoint } from '../limits/limiter.ts';
import { isNoCustomer, loadAccess } from '../tenancy/access.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { type KnownPublishableKey, PublishableKeys } from './publishable-keys.ts';
import { findWidgetSession } from './widget-session.ts';

/** What a request shows at the door. */
interface Knock {
  /** The key in the path. */
  key: string;
  /** The Origin header. */
  origin: string | undefined;
  ip: string;
  /** The header of that name: the token of a person who has signed in. */
  authorization?: string | undefined;
}

/** Somebody who was let in. */
interface Entered extends Visitor {
  identity: Identity;
  account: AccountInfo;
  /** For the answer, so that the page may read it. */
  headers: Record<string, string>;
}

/** Calls of a key from everywhere, and from one network. */
const perKey: CallerRule = { name: 'widget.key', of: 'caller', points: 1_200, seconds: 60 };
const perNetwork: CallerRule = { name: 'widget.network', of: 'caller', points: 90, seconds: 60 };

/** A refusal of the door tells nothing but why: every page may read it, so that the widget can say it. */
export const refusalHeaders: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*', vary: 'origin' };

const answerHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'retry-after, x-request-id',
  vary: 'origin',
});

/**
 * The door for widgets on other sites: the publishable key in the path names the account, the Origin header has to be
 * one of the key's. Cookies are not looked at, and no answer allows them. The door keeps other sites' pages out; who
 * writes requests by hand can send any origin, which is why handlers treat every visitor as a stranger.
 */
export class WidgetDoor {
  readonly #tenancy: Tenancy;
  readonly #keys: PublishableKeys;

  constructor(tenancy: Tenancy) {
    this.#tenancy = tenancy;
    this.#keys = new PublishableKeys(tenancy.database, tenancy.clock);
  }

  /**
   * Lets a call in: a key that is open, a page of its list, a widget that it opens, a plugin that is enabled, and not
   * too often.
   * @throws Problem 401 `publishable_key_refused`, 403 `origin_refused`, 403 `widget_refused`, 404, 429
   */
  async enter(
    knock: Knock,
    endpoint: AnyEndpoint,
    parts: { pluginID: string; seesCustomers: boolean },
  ): Promise<Entered> {
    const { key, origin } = await this.#identify(knock);
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
    const network = clientNetwork(knock.ip);
    const now = this.#tenancy.clock.now();
    await this.#tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
      await limit(em, perKey, key.id, now);
      await limit(em, perNetwork, `${key.id}\n${network}`, now);
    });
    await this.#keys.noteUse(key.id);
    const { account } = access;
    const visitor = { accountID: account.id, account, network, keyID: key.id, origin, headers };
    if (!endpoint.customers) return { ...visitor, identity };
    const { sessionID, person } = await this.#person(key, origin, knock.authorization ?? '');
    return { ...visitor, sessionID, identity: { ...identity, ...person } };
  }

  /**
   * Who has signed in with the key on this site: somebody of a customer, still, and as the account requires by now.
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

  /** Headers of the answer to a preflight. @throws Problem 401 or 403, which scripts cannot read */
  async preflight(knock: Knock, methods: readonly string[]): Promise<Record<string, string>> {
    const { origin } = await this.#identify(knock);
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
      vary: 'origin',
    };
  }

  /**
   * Counts a call by the limits of its endpoint before anything is looked up, so that calls at once cannot pass one
   * together; answers what gives those points back that do not count after all.
   * @throws Problem 429
   */
  async count(visitor: Visitor, limits: readonly VisitorLimit[]): Promise<(hasSucceeded: boolean) => Promise<void>> {
    if (!limits.length) return async () => {};
    const { database, clock } = this.#tenancy;
    const subjectOf = ({ subject }: VisitorLimit): string => `${visitor.accountID}\n${subject}`;
    const now = clock.now();
    const onceKey = (rule: VisitorLimit): string => limitKey(`${rule.name}.once`, subjectOf(rule), rule.once ?? '');
    const counted: VisitorLimit[] = [];
    await database.runAsAuth({ accountID: '' }, async (em) => {
      for (const rule of limits) {
        if (rule.once !== undefined && livePoints(await readCount(em, onceKey(rule)), now) > 0) continue;
        await limit(em, { ...rule, of: 'caller' }, subjectOf(rule), now);
        counted.push(rule);
      }
    });
    return async (hasSucceeded) => {
      const returned = counted.filter(({ counts }) => counts === (hasSucceeded ? 'failures' : 'successes'));
      const told = hasSucceeded ? counted.filter(({ once }) => once !== undefined) : [];
      if (!returned.length && !told.length) return;
      await database.runAsAuth({ accountID: '' }, async (em) => {
        for (const rule of returned) await takeBackPoint(em, limitKey(rule.name, subjectOf(rule)));
        for (const rule of told) await addPoint(em, onceKey(rule), rule.seconds, now);
      });
    };
  }

  async #identify({ key: id, origin }: Knock): Promise<{ key: KnownPublishableKey; origin: string }> {
    // Local files, sandboxed frames and redirected posts are `null`; programs send nothing.
    if (!origin || origin === 'null')
      throw publishableKeyProblems.origin_refused({ message: 'Only pages of a site may use the key' });
    const key = await this.#keys.find(id);
    if (!key) throw publishableKeyProblems.publishable_key_refused();
    // Pages of this installation itself show widgets too.
    if (!key.origins.includes(origin) && origin !== new URL(this.#tenancy.baseURL).origin)
      throw publishableKeyProblems.origin_refused({ message: 'This site is not on the list of sites of the key' });
    return { key, origin };
  }
}
