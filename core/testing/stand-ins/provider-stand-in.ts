import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to a stand-in. */
export interface StandInCall {
  method: string;
  /** With the query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** Reply of a stand-in: JSON, or bytes with a content type. */
export type StandInAnswer =
  | { status?: number; json: unknown }
  | { status?: number; bytes: Uint8Array; contentType: string };

/** Plays one provider: replies to its calls, and returns undefined for all other calls. */
export type StandInPlay = (call: StandInCall) => StandInAnswer | undefined;

/**
 * A failure: an error status, an invalid reply, no reply, or `lost`: the call is executed but its reply never arrives.
 */
export type StandInTrouble = 401 | 429 | 500 | 'nonsense' | 'silence' | 'lost';

/** A local server that plays providers in tests. */
export interface StandIn {
  url: string;
  calls: StandInCall[];
  /** Makes a number of calls to matching paths fail. */
  trouble(kind: StandInTrouble, path: RegExp, times?: number): void;
  /** Ends all failures. */
  calm(): void;
  stop(): Promise<void>;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

/** Starts a stand-in for these providers on a free loopback port. */
export async function startStandIn(...plays: readonly StandInPlay[]): Promise<StandIn> {
  const calls: StandInCall[] = [];
  let troubles: { kind: StandInTrouble; path: RegExp; times: number }[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const call: StandInCall = { method, path, headers, body: await textOf(request) };
    calls.push(call);
    const wrong = troubles.find((each) => each.times > 0 && each.path.test(path));
    if (wrong) wrong.times -= 1;
    if (wrong?.kind === 'silence') return;
    if (typeof wrong?.kind === 'number') {
      response.writeHead(wrong.kind, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ response: { errors: [{ code: '1', message: 'Trouble as ordered' }] } }));
      return;
    }
    if (wrong?.kind === 'nonsense') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html>It works!</html>');
      return;
    }
    let answer: StandInAnswer | undefined;
    for (const play of plays) answer ??= play(call);
    if (wrong?.kind === 'lost') return void request.socket.destroy();
    answer ??= { status: 404, json: { detail: 'Not found' } };
    const contentType = 'json' in answer ? 'application/json' : answer.contentType;
    response.writeHead(answer.status ?? 200, { 'content-type': contentType });
    response.end('json' in answer ? JSON.stringify(answer.json) : answer.bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    trouble: (kind, path, times = Number.POSITIVE_INFINITY) => void troubles.push({ kind, path, times }),
    calm: () => {
      troubles = [];
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
