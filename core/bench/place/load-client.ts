import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import type { Round } from '../figures/measurement.ts';
import { processorTime } from '../figures/processor-time.ts';
import { answerCalls } from './child.ts';

/** One request of a case. Clients repeat the list, each from another position. */
export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Path and query, without the address of the server. */
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface LoadOrder {
  url: string;
  headers: Record<string, string>;
  requests: readonly BenchRequest[];
  connections: number;
  seconds: number;
}

async function load({ url, headers, requests, connections, seconds }: LoadOrder): Promise<Round> {
  const durations: number[] = [];
  let failed = 0;
  let clients = 0;
  const processorBefore = processorTime();
  const began = performance.now();
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests,
    timeout: 30,
    setupClient: (client) => {
      // Different start positions, so that the clients do not send the same request at the same time.
      const first = Math.floor((clients * requests.length) / connections);
      clients += 1;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  run.on('response', (_client, status, _bytes, milliseconds) => {
    if (status >= 200 && status < 300) durations.push(milliseconds);
    else failed += 1;
  });
  const result = await run;
  return {
    durations,
    failed: failed + result.errors,
    seconds: (performance.now() - began) / 1000,
    processor: processorTime() - processorBefore,
  };
}

export interface ReplayOrder {
  url: string;
  headers: Record<string, string>;
  /** The requests of each client, sent once, one after the other. */
  lists: readonly (readonly BenchRequest[])[];
}

/** Sends a request; returns its status and, for a refusal, its body. */
const send = (url: string, { method, path, body, headers }: BenchRequest, agent: Agent): Promise<[number, string]> =>
  new Promise((done, failed) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(new URL(path, url), { method, agent, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => done([answer.statusCode ?? 0, text]));
    });
    sent.on('error', failed);
    sent.end(body);
  });

/** Sends dependent requests: each client sends its own list in order. */
async function replay({ url, headers, lists }: ReplayOrder): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: lists.length });
  const durations: number[] = [];
  let failed = 0;
  const processorBefore = processorTime();
  const began = performance.now();
  await Promise.all(
    lists.map(async (list) => {
      for (const each of list) {
        const from = performance.now();
        let [status, text] = [429, ''];
        // A client that is asked to wait does so, as devices do.
        const isAskedToWait = () =>
          [429, 503].includes(status) || (status === 409 && text.includes('"code":"conflict"'));
        for (let tries = 0; isAskedToWait() && tries < 50; tries += 1) {
          if (tries) await new Promise((done) => setTimeout(done, 100));
          [status, text] = await send(url, { ...each, headers: { ...headers, ...each.headers } }, agent);
        }
        if (status >= 200 && status < 300) durations.push(performance.now() - from);
        else {
          if (!failed) console.error(`${each.path}: ${status} ${text.slice(0, 300)}`);
          failed += 1;
        }
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { durations, failed, seconds, processor: processorTime() - processorBefore };
}

/** The process that sends requests with autocannon; its processor time is reported beside the server's. */
export const runLoadClient = (): void => answerCalls({ load, replay, stop: async () => {} });
