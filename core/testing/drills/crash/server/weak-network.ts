import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** State of the connection between a server and its database. */
export type NetworkState = 'well' | 'stalled' | 'cut';

/** A local connection to a database that a test can stall or cut like a bad network. */
export class WeakNetwork {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #state: NetworkState = 'well';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(database: { path: string }): Promise<WeakNetwork> {
    // Paused until the target is connected, so that no bytes are lost.
    const server = createServer({ pauseOnConnect: true });
    const network = new WeakNetwork(server);
    server.on('connection', (near) => network.#join(near, connect(database)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The same address of a database, through this connection. */
  along(url: string): string {
    const line = new URL(url);
    line.hostname = '127.0.0.1';
    line.port = String(this.port);
    return line.toString();
  }

  /** 'stalled' delivers nothing and reports nothing. 'cut' breaks open connections and refuses new ones. */
  become(state: NetworkState): void {
    this.#state = state;
    for (const pair of this.#pairs)
      for (const socket of pair) {
        if (state === 'cut') socket.destroy();
        else if (state === 'stalled') socket.pause();
        else socket.resume();
      }
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk) => {
        if (to.write(chunk)) return;
        from.pause();
        to.once('drain', () => {
          if (this.#state !== 'stalled') from.resume();
        });
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
    }
    if (this.#state === 'cut') near.destroy();
    else if (this.#state === 'stalled') far.pause();
    else near.resume();
  }
}
