import autocannon from 'autocannon';
import { answerCalls } from './child.ts';
import type { Round } from './measurement.ts';
import { processorTime } from './processor-time.ts';

/** One request of a case; clients repeat the list of them, each beginning somewhere else. */
export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the address of the server. */
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
      // Else all of them would ask for the same thing at the same time.
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

/** The process that sends requests: autocannon, whose own cost is reported beside the server's. */
export const runLoadClient = (): void => answerCalls({ load, stop: async () => {} });
