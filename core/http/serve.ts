import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';

export interface Listening {
  server: Server;
  /** The actual port. */
  port: number;
}

/** The configured port is in use; the message names the setting to change. */
export class PortTakenError extends Error {
  readonly port: number;

  constructor(port: number, setting: string) {
    super(`Port ${port} is taken: end the program that uses it, or set ${setting} to another one`);
    this.name = 'PortTakenError';
    this.port = port;
  }
}

/** An address on which the server cannot listen. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

const notOurs = (host: string): string =>
  `"${host}" is no address of this machine: set HOST to one that is, ` +
  '127.0.0.1 for this machine alone, 0.0.0.0 or :: for all';
const unusable: Record<string, ((host: string, port: number) => string) | undefined> = {
  EADDRNOTAVAIL: notOurs,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
  EINVAL: notOurs,
  EAFNOSUPPORT: notOurs,
  EACCES: (_, port) =>
    `Port ${port} is only for the administrator of this machine: set PORT to one above 1023, ` +
    'and let a proxy in front have that one',
};

const tries = 50;

/**
 * Listens on the wanted port, or on the next free one if it is in use and was not configured explicitly.
 * @throws PortTakenError
 */
export async function listen(
  answer: (request: Request, connection: object) => Response | Promise<Response>,
  options: { host: string; port: number; setting: string; wasSet: boolean; log?: Logger },
): Promise<Listening> {
  const { host, port, setting, wasSet } = options;
  for (let next = port; next < port + tries; next += 1) {
    const server = createServer(
      // Longer than the idle time of proxies and browsers: a server that closes first may drop a call that was just
      // sent.
      { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: 75_000, maxHeaderSize: 16_384 },
      getRequestListener(answer, { hostname: host }),
    );
    try {
      await new Promise<void>((done, failed) => {
        server.once('error', failed);
        server.listen(next, host, () => {
          server.off('error', failed);
          done();
        });
      });
      return { server, port: (server.address() as AddressInfo).port };
    } catch (error) {
      const why = unusable[(error as NodeJS.ErrnoException).code ?? ''];
      if (why) throw new AddressError(why(host, next));
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (wasSet) throw new PortTakenError(next, setting);
    }
  }
  throw new PortTakenError(port, setting);
}

/** Milliseconds between checks for connections that became idle. */
const lookForIdle = 20;

/** Stops accepting connections, closes idle ones and waits for the others, at most the given milliseconds. */
export async function stopListening({ server }: Listening, timeout: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  // Busy connections stay open after their reply (keep-alive) and have to be closed as well.
  const closing = setInterval(() => server.closeIdleConnections(), lookForIdle);
  const timer = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(closing);
  clearTimeout(timer);
}
