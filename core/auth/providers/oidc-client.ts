import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Configuration } from 'openid-client';
import { providerProblems } from '../../contracts/sign-in/identity-provider.contract.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { guardedFetch } from '../../kernel/outgoing/guarded-fetch.ts';
import { type Networks, plainAddress } from '../../kernel/outgoing/network.ts';

/** Loaded on first use. */
export const openid = () => import('openid-client');

/** The data of a provider for contacting it. */
export interface OidcClientFacts {
  accountID: string;
  issuer: string;
  clientID: string;
  secret: string;
}

const endpointNames = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;
const optionalEndpoints: ReadonlySet<string> = new Set(['userinfo_endpoint']);

const keptFor = 600_000;
const largest = 500;
/** Concurrent conversations in total and per account, so that a slow provider does not block others. */
const mostAtOnce = 100;
const mostOfAccount = 20;
/** Concurrent conversations with a provider that administrators are testing. */
const mostTried = 2;

/** Contacts providers of accounts through `guardedFetch`. */
export class OidcClients {
  readonly #named: Networks;
  readonly #clock: Clock;
  readonly #known = new Map<string, { until: number; config: Configuration }>();
  readonly #running = new Map<string, number>();

  constructor(named: Networks, clock: Clock) {
    this.#named = named;
    this.#clock = clock;
  }

  /** The provider's configuration, at most ten minutes old. @throws Problem 409 `provider_unavailable`, 429 */
  async find(
    { accountID, issuer, clientID, secret }: OidcClientFacts,
    { isFresh = false } = {},
  ): Promise<Configuration> {
    const key = JSON.stringify([issuer, clientID, secret]);
    const now = this.#clock.now().getTime();
    const known = this.#known.get(key);
    if (!isFresh && known && known.until > now) return known.config;
    const { allowInsecureRequests, customFetch, discovery } = await openid();
    const ask = () =>
      discovery(new URL(issuer), clientID, secret, undefined, {
        [customFetch]: guardedFetch(this.#named),
        timeout: 5,
        // `guardedFetch` decides where plain http is permitted.
        execute: [allowInsecureRequests],
      }).catch((cause: unknown) => {
        throw providerProblems.provider_unavailable({ details: { reason: reasonOf(cause) } });
      });
    const config = await this.talk(accountID, ask, isFresh ? mostTried : mostOfAccount);
    await this.#requireSafeEndpoints(config);
    if (this.#known.size >= largest) this.#known.clear();
    this.#known.set(key, { until: now + keptFor, config });
    return config;
  }

  /**
   * Checks the endpoints of a provider, to which browsers, codes and secrets go: https, or http in networks that the
   * operator permits.
   * @throws Problem 409 `provider_unavailable`
   */
  async #requireSafeEndpoints(config: Configuration): Promise<void> {
    const metadata = config.serverMetadata();
    for (const name of endpointNames) {
      const address = metadata[name];
      if (address === undefined && optionalEndpoints.has(name)) continue;
      if (!(await this.#isSafe(address)))
        throw providerProblems.provider_unavailable({ details: { reason: `Its ${name} is no address over https` } });
    }
  }

  async #isSafe(address: unknown): Promise<boolean> {
    if (typeof address !== 'string' || !URL.canParse(address)) return false;
    const { protocol, hostname } = new URL(address);
    if (protocol === 'https:') return true;
    if (protocol !== 'http:' || this.#named.isEmpty) return false;
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
    return found.length > 0 && found.every((each) => this.#named.includes(plainAddress(each.address)));
  }

  /** Counts a conversation with a provider. @throws Problem 429 `provider_busy` */
  async talk<T>(accountID: string, work: () => Promise<T>, most = mostOfAccount): Promise<T> {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    const runningOfAccount = this.#running.get(accountID) ?? 0;
    if (all >= mostAtOnce || runningOfAccount >= most) throw providerProblems.provider_busy({ retryAfter: 1 });
    this.#running.set(accountID, runningOfAccount + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(accountID) ?? 1) - 1;
      if (left) this.#running.set(accountID, left);
      else this.#running.delete(accountID);
    }
  }
}

/** The reason of a failure, without details of this network. */
const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause) : undefined;
  return (inner?.message ?? 'unknown').slice(0, 200);
};
