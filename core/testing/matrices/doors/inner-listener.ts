import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { z } from 'zod';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { ownRecords, type RecordJson } from '../../calls/own-records.ts';
import { triedBodies } from '../../calls/tried-bodies.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';

/** A server on an internal address that counts connections. */
export interface InnerListener {
  port: number;
  /** Number of connections and received bytes. */
  heard(): number;
  stop(): Promise<void>;
}

/** Listens on an internal address without replying. */
export async function innerListener(): Promise<InnerListener> {
  let heard = 0;
  const server = createServer((socket) => {
    heard += 1;
    socket.on('data', (bytes) => {
      heard += bytes.length;
    });
    socket.on('error', () => {});
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => heard,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

const hostNames = /^(?:host|hostname|server)$/;
const addressNames = /^(?:issuer|endpoint|webhook|callback|.*(?:url|URL|Url|uri|URI))$/;

/** The value with an internal address in all address fields; unchanged without such fields. */
function addressed(value: unknown, host: string, scheme: string, port: number): unknown {
  if (Array.isArray(value)) return value.map((each) => addressed(each, host, scheme, port));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as RecordJson).map(([name, inner]) => {
      if (hostNames.test(name)) return [name, host];
      if (name === 'port') return [name, port];
      if (addressNames.test(name)) return [name, `${scheme}://${host}:${port}/`];
      return [name, addressed(inner, host, scheme, port)];
    }),
  );
}

/** Bodies of an endpoint that name the listener, in each notation of an internal address that the contract accepts. */
function bodiesTo(endpoint: AnyEndpoint, kernel: PopulatedKernel, port: number): unknown[] {
  const { body: schema } = endpoint;
  if (!(schema instanceof z.ZodType)) return [];
  const bodies = new Map<string, unknown>();
  for (const body of triedBodies(endpoint, undefined, kernel.ownIDs))
    for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '127.1'])
      for (const scheme of ['https', 'http']) {
        const changed = addressed(body, host, scheme, port);
        if (JSON.stringify(changed) !== JSON.stringify(body) && schema.safeParse(changed).success)
          bodies.set(JSON.stringify(changed), changed);
      }
  return [...bodies.values()].slice(0, 8);
}

/** Largest number of records per endpoint that connects to other servers. */
const mostRecords = 4;

/**
 * Enters the address of the listener in all address fields, then calls all endpoints that connect to other servers.
 * Returns the names of both kinds of endpoints, and those that reached the listener.
 */
export async function callInside(kernel: PopulatedKernel, { port, heard }: InnerListener) {
  const own = ownRecords(kernel);
  const taken: string[] = [];
  const asked: string[] = [];
  const faults: string[] = [];
  const send = async ({ name, method }: AnyEndpoint, path: string, body: unknown): Promise<void> => {
    const before = heard();
    const { status, text } = await own.send(method, path, body);
    if (heard() > before) faults.push(`${name} reached an inner address: ${JSON.stringify(body)}`);
    if (status >= 500 && status !== 503 && status !== 504) faults.push(`${name} answered ${status}: ${text}`);
  };
  for (const endpoint of own.endpoints) {
    const bodies = bodiesTo(endpoint, kernel, port);
    if (!bodies.length) continue;
    taken.push(endpoint.name);
    const [path] = await own.ownPaths(endpoint.path);
    if (path !== undefined) for (const body of bodies) await send(endpoint, path, body);
  }
  for (const endpoint of own.endpoints.filter(({ waits }) => waits)) {
    asked.push(endpoint.name);
    const bodies = triedBodies(endpoint, undefined, kernel.ownIDs).slice(0, 2);
    for (const path of (await own.ownPaths(endpoint.path)).slice(0, mostRecords))
      for (const body of bodies) await send(endpoint, path, body);
  }
  return { taken, asked, faults };
}
