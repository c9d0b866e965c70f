import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { Networks } from './network.ts';
import { type AskNames, decideOutgoing, OutgoingRefusedError } from './outgoing.ts';

const nowhere = new Networks([]);
const own = new Networks(['127.0.0.0/8', '::1']);
let port = 0;
let requests = 0;
const server = createServer((request, answer) => {
  requests += 1;
  if (request.url === '/silent') return;
  if (request.url === '/begun') {
    answer.writeHead(200).write('x');
    return;
  }
  if (request.url === '/odd') {
    request.socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  if (request.url === '/away') answer.writeHead(302, { location: '/here' }).end();
  else if (request.url === '/long') answer.end(Buffer.alloc(2_000_000));
  else answer.writeHead(200, { 'content-type': 'application/json' }).end('{"here":true}');
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

describe('decideOutgoing', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '100.64.0.1', '172.31.255.255', '0.0.0.0'],
    ...[
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      'fec0::1',
      '::ffff:10.0.0.1',
      '::ffff:a00:1',
      '64:ff9b::a00:1',
      '2002:7f00:1::',
      '::127.0.0.1',
      '::ffff:0:127.0.0.1',
      '::ffff:0:a00:1',
      '100::1',
      '2001:db8::1',
      '3fff::1',
      '3fff:fff::1',
      '4000::1',
      '5f00::1',
      'ff02::1',
      'nonsense',
    ],
  ])('refuses %s over https', (address) =>
    expect(decideOutgoing(address, { isSafe: true, named: nowhere })).toBe('refuse_address'),
  );
  it('asks public addresses over https alone, and named ones over http', () => {
    for (const address of ['8.8.8.8', '::ffff:808:808', '2606:4700::1111', '3ffe::1', '3fff:1000::1']) {
      expect(decideOutgoing(address, { isSafe: true, named: nowhere })).toBe('allow');
      expect(decideOutgoing(address, { isSafe: false, named: nowhere })).toBe('refuse_plain');
    }
    expect(decideOutgoing('127.0.0.1', { isSafe: false, named: own })).toBe('allow');
  });
});

describe('guardedFetch', () => {
  it('refuses numbers and names that lead inside, however they are written', async () => {
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      await expect(guardedFetch(nowhere)(`http://${host}:${port}/`), host).rejects.toBeInstanceOf(OutgoingRefusedError);
    await expect(guardedFetch(own)('file:///etc/passwd')).rejects.toBeInstanceOf(OutgoingRefusedError);
  });
  it('asks what is named, follows nothing and takes no endless answer', async () => {
    const ask = guardedFetch(own);
    expect(await (await ask(`http://127.0.0.1:${port}/`)).json()).toEqual({ here: true });
    expect((await ask(`http://127.0.0.1:${port}/away`)).status).toBe(302);
    await expect(ask(`http://127.0.0.1:${port}/long`)).rejects.toThrow('1 MiB');
  });
  it('cuts an answer off where only its beginning is wanted', async () => {
    const ask = guardedFetch(own, { answer: 2_048, cuts: true });
    const answer = await ask(`http://127.0.0.1:${port}/long`);
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 2_048]);
    expect(await (await ask(`http://127.0.0.1:${port}/`)).json()).toEqual({ here: true });
  });
  it('gives up on a silent server and on one whose status is none', async () => {
    const ask = guardedFetch(own, { wait: 50 });
    for (const path of ['/silent', '/begun'])
      await expect(ask(`http://127.0.0.1:${port}${path}`), path).rejects.toMatchObject({ name: 'TimeoutError' });
    const ended = guardedFetch(own)(`http://127.0.0.1:${port}/silent`, { signal: AbortSignal.timeout(50) });
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    await expect(guardedFetch(own)(`http://127.0.0.1:${port}/odd`)).rejects.toThrow('no valid answer');
  });
  it('asks nothing where a name leads inside at the second look-up', async () => {
    const answers = [['198.41.0.4'], ['127.0.0.1'], ['198.41.0.4', '127.0.0.1']];
    let asked = 0;
    const names: AskNames = (_, __, done) =>
      done(
        null,
        (answers[asked++] ?? []).map((address) => ({ address, family: 4 })),
      );
    names('first', { all: true }, () => undefined);
    const ask = guardedFetch(nowhere, { names });
    const before = requests;
    for (let time = 0; time < 2; time += 1)
      await expect(ask(`https://changing.example:${port}/`)).rejects.toBeInstanceOf(OutgoingRefusedError);
    expect([asked, requests]).toEqual([3, before]);
  });
});
