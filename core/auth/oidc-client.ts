import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Configuration } from 'openid-client';
import { providerProblems } from '../contracts/identity-provider.contract.ts';
import type { Clock } from '../kernel/clock.ts';
import { guardedFetch } from '../kernel/guarded-fetch.ts';
import { type Networks, plainAddress } from '../kernel/network.ts';

/** Loaded when somebody signs in this way. */
export const openid = () => import('openid-client');

/** What is known of a provider, to talk to it. */
export interface OidcClientFacts {
  issuer: string;
  clientID: string;
  secret: string;
}

const endpointNames = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;
const optionalEndpoints: ReadonlySet<string> = new Set(['userinfo_endpoint']);

const keptFor = 600_000;
const largest = 500;
/** Conversations at once with all providers, and with one: a slow one leaves room for the others. */
const mostAtOnce = 100;
const mostWithOne = 20;

/** Talks to providers of accounts, through `guardedFetch`. */
export class OidcClients {
  readonly #named: Networks;
  readonly #clock: Clock;
  readonly #known = new Map<string, { until: number; config: Configuration }>();
  readonly #running = new Map<string, number>();

  constructor(named: Networks, clock: Clock) {
    this.#named = named;
    this.#clock = clock;
  }

  /** The provider as it describes itself, ten minutes old at most. @throws Problem 409 `provider_unavailable`, 429 */
  async find({ issuer, clientID, secret }: OidcClientFacts, { isFresh = false } = {}): Promise<Configuration> {
    const key = JSON.stringify([issuer, clientID, secret]);
    const now = this.#clock.now().getTime();
    const known = this.#known.get(key);
    if (!isFresh && known && known.until > now) return known.config;
    const { allowInsecureRequests, customFetch, discovery } = await openid();
    const config = await this.talk(issuer, () =>
      discovery(new URL(issuer), clientID, secret, undefined, {
        [customFetch]: guardedFetch(this.#named),
        timeout: 5,
        // Where plain http may go is for `guardedFetch` to say.
        execute: [allowInsecureRequests],
      }).catch((cause: unknown) => {
        throw providerProblems.provider_unavailable({ details: { reason: reasonOf(cause) } });
      }),
    );
    await this.#requireSafeEndpoints(config);
    if (this.#known.size >= largest) this.#known.clear();
    this.#known.set(key, { until: now + keptFor, config });
    return config;
  }

  /**
   * Browsers are sent to what a provider calls its endpoints, and codes and secrets go there: over https, or over http
   * inside networks that the operator has named. @throws Problem 409 `provider_unavailable`
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

  /** @throws Problem 429 `provider_busy` */
  async talk<T>(issuer: string, work: () => Promise<T>): Promise<T> {
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    const own = this.#running.get(issuer) ?? 0;
    if (all >= mostAtOnce || own >= mostWithOne) throw providerProblems.provider_busy({ retryAfter: 1 });
    this.#running.set(issuer, own + 1);
    try {
      return await work();
    } finally {
      const left = (this.#running.get(issuer) ?? 1) - 1;
      if (left) this.#running.set(issuer, left);
      else this.#running.delete(issuer);
    }
  }
}

/** What went wrong, without what is inside this network. */
const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause) : undefined;
  return (inner?.message ?? 'unknown').slice(0, 200);
};
