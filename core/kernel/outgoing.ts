import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Networks, plainAddress } from './network.ts';

/** Addresses that nothing which somebody typed in may lead to: this machine, its network, those of its provider. */
const inside = new Networks([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // NAT64 and 6to4 hold IPv4 addresses of any kind.
  ...['::/96', '64:ff9b::/32', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  // Site-local addresses are out of use, and routers still know them.
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]);

/** Where an outgoing call may go. */
export type OutgoingDecision = 'allow' | 'refuse_address' | 'refuse_plain';

/**
 * Whether an address may be asked: public ones by what is encrypted (`isSafe`: https, SSH), and those that the operator
 * has named, by http too.
 */
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

/** How a name becomes addresses; `lookup` of `node:dns` but in tests. */
export type AskNames = (
  name: string,
  options: { all: true; family?: number; hints?: number },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export const askSystem: AskNames = (name, options, done) => systemLookup(name, options, done);

/**
 * The look-up of a connection: every address of the name has to pass `check`, and the connection goes to those that
 * did, with no second look-up in between.
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
