import { connect, isIP, type Socket } from 'node:net';
import type { Networks } from './network.ts';
import { type AskNames, askSystem, decideOutgoing, guardedLookup, OutgoingRefusedError } from './outgoing.ts';

/**
 * Nothing is there, or it lies inside: the two look alike, so that nobody learns from the answer what stands in the
 * network of the installation.
 */
export class NotReachedError extends Error {
  constructor() {
    super('This address is not reached: there is no such host, or it lies inside this network');
    this.name = 'NotReachedError';
  }
}

const longestWait = 20_000;

/** Connects to a host that somebody of an account has typed in. */
export type OpenSocket = (host: string, port: number) => Promise<Socket>;

/**
 * Opens a connection to what somebody of an account has typed in, for a protocol that encrypts by itself. Every address
 * of the name is looked at first, and one of those is connected to; no byte leaves for an address inside but those in
 * `named`, the networks that the operator lets be asked. The caller ends the socket.
 * @throws NotReachedError for names that do not exist or lead inside; Error where a host outside does not answer
 */
export const guardedSocket =
  (named: Networks, names: AskNames = askSystem): OpenSocket =>
  (host, port) =>
    new Promise((resolve, reject) => {
      const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
      const check = (address: string): void => {
        if (decideOutgoing(address, { isSafe: true, named }) !== 'allow') throw new OutgoingRefusedError(bare);
      };
      // Whatever a number with a zone leads to, it is no public address.
      if (bare === '' || bare.includes('%') || (isIP(bare) && !passes(check, bare)))
        return reject(new NotReachedError());
      let isFound = isIP(bare) !== 0;
      const lookup = guardedLookup(check, (name, options, done) =>
        names(name, options, (error, found) => {
          isFound = !error && found.length > 0 && found.every(({ address }) => passes(check, address));
          done(error, found);
        }),
      );
      const socket = connect({ host: bare, port, lookup, noDelay: true });
      socket.setTimeout(longestWait, () => socket.destroy(new Error(`${bare} does not answer`)));
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.removeAllListeners('error');
        resolve(socket);
      });
      socket.once('error', () => reject(isFound ? new Error(`${bare} does not answer`) : new NotReachedError()));
    });

const passes = (check: (address: string) => void, address: string): boolean => {
  try {
    check(address);
    return true;
  } catch {
    return false;
  }
};

/** Connections to addresses of accounts, as this installation allows them. */
export class OutgoingSockets {
  readonly #named: Networks;

  /** `named`: networks inside that the operator lets be asked. */
  constructor(named: Networks) {
    this.#named = named;
  }

  /** Opens one; see `guardedSocket`. */
  open(host: string, port: number): Promise<Socket> {
    return guardedSocket(this.#named)(host, port);
  }
}
