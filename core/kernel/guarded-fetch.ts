import { type LookupAddress, lookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Networks, plainAddress } from './network.ts';

/** Addresses that nothing which somebody typed in may lead to: this machine, its network, those of its provider. */
const inside = new Networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // NAT64 and 6to4 hold IPv4 addresses of any kind.
  ...['::/96', '64:ff9b::/32', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/10', 'ff00::/8'],
]);

/** Where an outgoing request may go. */
export type OutgoingDecision = 'allow' | 'refuse_address' | 'refuse_plain';

/** Whether an address may be asked: public ones over https, and those that the operator has named, over http too. */
export function decideOutgoing(
  address: string,
  { isSafe, named }: { isSafe: boolean; named: Networks },
): OutgoingDecision {
  const plain = plainAddress(address);
  if (named.includes(plain)) return 'allow';
  if (!isIP(plain) || inside.includes(plain)) return 'refuse_address';
  return isSafe ? 'allow' : 'refuse_plain';
}

/** An address that is not asked. */
export class OutgoingRefusedError extends Error {
  constructor(host: string) {
    super(`${host} is not asked: it lies inside this network, or is not reached over https`);
    this.name = 'OutgoingRefusedError';
  }
}

const longestAnswer = 1024 * 1024;
const longestWait = 5_000;

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Asks an address that somebody of an account has typed in. Every address of the name is looked at, and the one that
 * was looked at is connected to (no second look-up in between); redirects are not followed; 1 MiB in 5 s at most.
 * `named`: networks of the operator's own that may be asked all the same.
 */
export const guardedFetch =
  (named: Networks) =>
  async (target: string, { method = 'GET', headers = {}, body, signal }: FetchOptions = {}): Promise<Response> => {
    const url = new URL(target);
    const isSafe = url.protocol === 'https:';
    if (!isSafe && url.protocol !== 'http:') throw new OutgoingRefusedError(url.host);
    const check = (address: string) => {
      if (decideOutgoing(address, { isSafe, named }) !== 'allow') throw new OutgoingRefusedError(url.host);
    };
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host)) check(host);
    const guardedLookup: LookupFunction = (name, options, done) =>
      lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return done(error, '');
        try {
          for (const { address } of found) check(address);
        } catch (refused) {
          return done(refused as Error, '');
        }
        const [first] = found;
        if (options.all) return done(null, found);
        return done(null, first?.address ?? '', first?.family);
      });
    const ask = isSafe ? safeRequest : plainRequest;
    const limit = AbortSignal.timeout(longestWait);
    return new Promise((resolve, reject) => {
      const sent = ask(
        url,
        {
          method,
          headers,
          lookup: guardedLookup,
          agent: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
        (answer) => {
          const parts: Buffer[] = [];
          let size = 0;
          answer.on('data', (part: Buffer) => {
            size += part.length;
            if (size > longestAnswer) answer.destroy(new Error(`${url.host} answered more than 1 MiB`));
            else parts.push(part);
          });
          answer.on('error', reject);
          answer.on('end', () => {
            const { statusCode: status = 502, headers: given } = answer;
            const type = given['content-type'];
            const isEmpty = status === 204 || status === 304;
            const own = new Headers(type ? { 'content-type': type } : {});
            resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: own }));
          });
        },
      );
      sent.on('error', reject);
      const text = body instanceof URLSearchParams ? body.toString() : body;
      sent.end(typeof text === 'string' || text instanceof Uint8Array ? text : undefined);
    });
  };
