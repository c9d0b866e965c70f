import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Networks, plainAddress } from './network.ts';

/**
 * Where the addresses of the internet are: IPv4, and global unicast of IPv6. All else in IPv6 is local or not assigned,
 * or contains an IPv4 address of any kind, as those of NAT64 and of translation do.
 */
const internet = new Networks(['0.0.0.0/0', '2000::/3']);

/** Networks in it that are closed to entered addresses: this machine, its network, and those of its provider. */
const inside = new Networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Addresses of 6to4 contain IPv4 addresses of any kind.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);

/** Decision on an outgoing call. */
export type OutgoingDecision = 'allow' | 'refuse_address' | 'refuse_plain';

/**
 * Whether an address may be called: public addresses over an encrypted protocol (`isSafe`: https, SSH), and those that
 * the operator permits also over http.
 */
export function decideOutgoing(
  address: string,
  { isSafe, named }: { isSafe: boolean; named: Networks },
): OutgoingDecision {
  const plain = plainAddress(address);
  if (named.includes(plain)) return 'allow';
  if (!internet.includes(plain) || inside.includes(plain)) return 'refuse_address';
  return isSafe ? 'allow' : 'refuse_plain';
}

/** The address may not be called. */
export class OutgoingRefusedError extends Error {
  constructor(host: string) {
    super(`${host} is not asked: it lies inside this network, or is not reached over https`);
    this.name = 'OutgoingRefusedError';
  }
}

/** Resolves a name to addresses; `lookup` of `node:dns` except in tests. */
export type AskNames = (
  name: string,
  options: { all: true; family?: number; hints?: number },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export const askSystem: AskNames = (name, options, done) => systemLookup(name, options, done);

/**
 * The look-up function of a connection. All addresses of the name have to pass `check`; the connection uses them
 * without another look-up.
 */
export const guardedLookup =
  (check: (address: string) => void, ask: AskNames = askSystem): LookupFunction =>
  (name, options, done) =>
    ask(name, { ...options, all: true } as { all: true }, (error, found) => {
      if (error || !found.length) return done(error ?? new Error(`${name} has no address`), '');
      try {
        for (const { address } of found) check(address);
      } catch (refused) {
        return done(refused as Error, '');
      }
      const [first] = found;
      if (options.all) return done(null, found);
      return done(null, first?.address ?? '', first?.family);
    });
