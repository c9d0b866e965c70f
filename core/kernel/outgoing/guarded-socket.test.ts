import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedSocket, NotReachedError } from './guarded-socket.ts';
import { Networks } from './network.ts';
import type { AskNames } from './outgoing.ts';

const nowhere = new Networks([]);
const own = new Networks(['127.0.0.1']);
const heard: Socket[] = [];
const server = createServer((socket) => heard.push(socket));
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of heard) socket.destroy();
  await new Promise((done) => server.close(done));
});

const saying = (...answers: readonly (readonly string[])[]): AskNames & { asked: number } => {
  const ask = Object.assign(
    ((_name, _options, done) => {
      const addresses = answers[Math.min(ask.asked, answers.length - 1)] ?? [];
      ask.asked += 1;
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as AskNames,
    { asked: 0 },
  );
  return ask;
};
const noSuchName: AskNames = (_name, _options, done) => done(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), []);

describe('guardedSocket', () => {
  it('gives one answer for what lies inside and what is not there, and no listener inside hears of it', async () => {
    const hosts = [
      '127.0.0.1',
      'localhost',
      '::1',
      '[::1]',
      '0x7f.1',
      '2130706433',
      '10.0.0.1',
      'fec0::1',
      'fe80::1%1',
    ];
    const answers = await Promise.all(
      [
        ...hosts.map((host) => guardedSocket(nowhere)(host, port)),
        guardedSocket(nowhere, saying(['10.1.2.3']))('erp.corp.test', port),
        guardedSocket(nowhere, saying(['8.8.8.8', '127.0.0.1']))('both.test', port),
        guardedSocket(nowhere, saying([]))('empty.test', port),
        guardedSocket(nowhere, noSuchName)('nobody.test', port),
      ].map((asked) =>
        asked.then(
          () => 'connected',
          (error: Error) => [error.name, error.message],
        ),
      ),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toEqual(['NotReachedError', new NotReachedError().message]);
    expect(heard).toEqual([]);
  });

  it('connects to the address that it looked at, whatever the name says when it is asked again', async () => {
    const names = saying(['127.0.0.1'], ['10.0.0.1']);
    const socket = await guardedSocket(own, names)('changes.test', port);
    expect([socket.remoteAddress, names.asked]).toEqual(['127.0.0.1', 1]);
    socket.destroy();
    await expect(guardedSocket(own, names)('changes.test', port)).rejects.toBeInstanceOf(NotReachedError);
  });

  it('says of a host that may be asked that it does not answer', async () => {
    await expect(guardedSocket(own)('127.0.0.1', 1)).rejects.toThrow('127.0.0.1 does not answer');
  });
});
