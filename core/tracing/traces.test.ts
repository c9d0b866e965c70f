import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTracing } from '../boot/process/start-tracing.ts';
import { ledgerPlugin } from '../testing/kernel/ledger/ledger.plugin.ts';
import { bootTestKernel, type TestKernel } from '../testing/kernel/test-kernel.ts';

interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

let kernel: TestKernel;
let collector: Server;
const bodies: string[] = [];

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  kernel = await bootTestKernel({ why: 'a queue', plugins: [ledgerPlugin] });
});
afterAll(async () => {
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  collector.close();
  await kernel.stop();
});

it('sends a request, its transactions and what its events cause as one trace, without what people wrote', async () => {
  const person = await kernel.a.as('admin');
  const jobs = await kernel.jobs();
  await jobs.idle();
  const stop = await startTracing({ sendsTraces: true }, { version: '1.2.3', part: 'server' });
  const traceID = '0af7651916cd43dd8448eb211c80319c';
  const made = await person.fetch('/v1/x/ledger/entries', {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${traceID}-b7ad6b7169203331-01` },
    body: JSON.stringify({
      title: 'A canary of a title',
      email: 'canary@ledger.test',
      lines: [{ text: 'canary line', measure: 4711.0815 }],
    }),
  });
  expect(made.status).toBe(201);
  const missing = await person.fetch('/v1/x/ledger/entries/len_canary');
  expect(missing.status).toBe(404);
  await jobs.idle();
  await stop();

  const sentText = bodies.join('\n');
  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
  const own = spans.filter(({ traceId }) => traceId === traceID);
  const request = own.find(({ name }) => name === 'POST /api/v1/x/ledger/entries');
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
  const noted = Object.fromEntries((request?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(noted).toMatchObject({
    'http.response.status_code': 201,
    'http.route': '/api/v1/x/ledger/entries',
    'millwright.plugin': 'ledger',
  });
  expect(
    own.filter(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === request?.spanId),
  ).not.toEqual([]);
  const handled = own.filter(({ name }) => name.startsWith('handle '));
  expect(handled.map(({ name }) => name)).toContain('handle core.send-email');
  expect(sentText).toContain('"1.2.3"');
  const { id } = (await made.json()) as { id: string };
  // Long enough that no id or time contains it by chance.
  const secrets = ['canary', '4711.0815', kernel.a.id, person.userID, person.email, id];
  for (const secret of secrets) expect(sentText).not.toContain(secret);

  const before = bodies.length;
  await person.fetch('/v1/x/ledger/entries');
  expect(bodies.length).toBe(before);
});

it('loads nothing where no collector is named', async () => {
  const stop = await startTracing({ sendsTraces: false }, { version: '1', part: 'jobs' });
  await kernel.a.run(async () => undefined);
  await stop();
  expect(bodies.join()).not.toContain('"jobs"');
});
