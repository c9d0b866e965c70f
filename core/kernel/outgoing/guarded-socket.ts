import { connect, isIP, type Socket } from 'node:net';
import type { Networks } from './network.ts';
import { type AskNames, askSystem, decideOutgoing, guardedLookup, OutgoingRefusedError } from './outgoing.ts';

/**
 * The host does not exist or is internal. Both give the same error, so that callers cannot explore the network of the
 * installation.
 */
export class NotReachedError extends Error {
  constructor() {
    super('This address is not reached: there is no such host, or it lies inside this network');
    this.name = 'NotReachedError';
  }
}

const longestWait = 20_000;

/** Connects to a host that a person of an account has entered. */
export type OpenSocket = (host: string, port: number) => Promise<Socket>;

/**
 * Connects to a host that a person of an account has entered, for a protocol with its own encryption. All addresses of
 * the name are checked first, and the connection uses a checked address. No byte goes to internal addresses, except
 * those in `named`, the networks that the operator permits. The caller closes the socket.
 * @throws NotReachedError for names that do not exist or are internal; Error where an external host does not respond
 */
export const guardedSocket =
  (named: Networks, names: AskNames = askSystem): OpenSocket =>
  (host, port) =>
    new Promise((resolve, reject) => {
      const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
      const check = (address: string): void => {
        if (decideOutgoing(address, { isSafe: true, named }) !== 'allow') throw new OutgoingRefusedError(bare);
      };
      // An address with a zone is never a public one.
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

/** Connections to hosts that accounts have entered, as this installation permits. */
export class OutgoingSockets {
  readonly #named: Networks;

  /** `named`: internal networks that the operator permits. */
  constructor(named: Networks) {
    this.#named = named;
  }

  /** Opens a connection; see `guardedSocket`. */
  open(host: string, port: number): Promise<Socket> {
    return guardedSocket(this.#named)(host, port);
  }
}
