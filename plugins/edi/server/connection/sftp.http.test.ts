import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTimeline } from '@millwright/core/contracts';
import { OutgoingSockets } from '@millwright/core/server';
import { apiRefusal, socketsInto } from '@millwright/core/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEdiConnection,
  listEdiDocuments,
  pullOrders,
  readX12,
  sendEdiDocuments,
  testEdiConnection,
  updateEdiConnection,
  updateEdiPartner,
} from '../../contracts/index.ts';
import { type EdiFixture, ediFixture, orderText } from '../exchange/cycle/edi-fixture.ts';
import { type TestSftpServer, testSftpServer } from './sftp-fixture.ts';
import { SftpTransport } from './sftp-transport.ts';
import { transportBounds } from './transport.ts';

let at: EdiFixture;
let server: TestSftpServer;
let connectionID: string;
const root = mkdtempSync(join(tmpdir(), 'millwright-sftp-'));
const openSocket = socketsInto(['127.0.0.1']);
beforeAll(async () => {
  server = await testSftpServer(root);
  mkdirSync(join(root, 'in'));
  mkdirSync(join(root, 'out'));
  at = await ediFixture();
  const connection = await at.admin.call(createEdiConnection, {
    body: {
      name: 'VAN',
      kind: 'sftp',
      host: '127.0.0.1',
      port: server.port,
      username: 'edi',
      secret: 'secret',
      hostKey: `SHA256:${server.hostKey}`,
    },
  });
  connectionID = connection.id;
  expect(JSON.stringify(connection)).not.toContain('"secret"');
  await at.admin.call(updateEdiPartner, { params: { ediPartnerID: at.partner.id }, body: { connectionID } });
});
afterAll(async () => {
  await server.stop();
  await at.kernel.stop();
  rmSync(root, { recursive: true, force: true });
});

const leave = (control: number): void => writeFileSync(join(root, 'in', `po-${control}.edi`), orderText({ control }));
const sent = (): string[] => readdirSync(join(root, 'out')).sort();
const types = (): string[] =>
  sent()
    .filter((name) => name.endsWith('.edi'))
    .flatMap((name) => readX12(readFileSync(join(root, 'out', name), 'utf8')).interchanges)
    .flatMap(({ groups }) => groups.flatMap(({ sets }) => sets.map(({ type }) => type)));
const pull = () => at.admin.call(pullOrders, { body: { connectionID } });
const imported = async () =>
  (await at.admin.call(listEdiDocuments, { query: { type: ['850'], processing: ['imported'] } })).count;

describe('an SFTP server', () => {
  // As where the operator has named the network that the server of the tests lies in.
  beforeEach(() => {
    vi.spyOn(OutgoingSockets.prototype, 'open').mockImplementation(openSocket);
  });
  it('gives its files to one of two workers, keeps them in its archive, and gets the answers whole', async () => {
    server.faults.makesFoldersTwice = true;
    for (const control of [1, 2, 3]) leave(control);
    await Promise.all([pull(), pull()]);
    server.faults.makesFoldersTwice = false;
    await at.admin.call(sendEdiDocuments, {});
    expect(await imported()).toBe(3);
    expect(types().sort()).toEqual(['855', '855', '855', '997', '997', '997']);
    expect(readdirSync(join(root, 'in')).filter((name) => name.endsWith('.edi'))).toEqual([]);
    const [day = ''] = readdirSync(join(root, 'archive'));
    expect(readdirSync(join(root, 'archive', day))).toHaveLength(3);
  });

  it('gets nothing twice where the connection is lost after the file had its name, and no part of one', async () => {
    const before = sent().length;
    server.faults.dropAfterRename = true;
    leave(4);
    expect((await pull()).hasSucceeded).toBe(false);
    await at.admin.call(sendEdiDocuments, {});
    expect(sent()).toHaveLength(before + 2);
    server.faults.dropInWrite = true;
    leave(5);
    expect((await pull()).hasSucceeded).toBe(false);
    await at.admin.call(sendEdiDocuments, {});
    expect(sent()).toHaveLength(before + 4);
    expect(sent().filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await imported()).toBe(5);
  });

  it('has a history that tells a new secret, but not what it is', async () => {
    const params = { ediConnectionID: connectionID };
    const told = () => at.admin.call(getTimeline, { params: { type: 'edi_connection', id: connectionID }, query: {} });
    expect((await told()).items.map(({ action }) => action)).not.toContain('secret_changed');
    await at.admin.call(updateEdiConnection, { params, body: { secret: 'secret' } });
    expect((await told()).items.slice(0, 1)).toMatchObject([{ action: 'secret_changed', changes: [], note: null }]);
  });

  it('is not spoken to when its key changed, and a full disk is told', async () => {
    server.faults.refuseWrites = true;
    leave(6);
    const run = await pull();
    expect(run).toMatchObject({ hasSucceeded: false, importedCount: 1 });
    expect(run.messages.join()).toMatch(/space|Failure|bytes arrived/i);
    server.faults.refuseWrites = false;
    const params = { ediConnectionID: connectionID };
    await at.admin.call(updateEdiConnection, {
      params,
      body: { hostKey: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    });
    const refused = await at.admin.call(testEdiConnection, { params });
    expect(refused).toMatchObject({ hasSucceeded: false, code: 'other_host_key', waiting: 0 });
    expect(refused.message).toContain('another key');
  });
});

describe('what a server may make us do', () => {
  const small = { ...transportBounds, file: 100_000, names: 50 };
  const open = (bounds = small, place = {}) =>
    SftpTransport.open(
      {
        host: '127.0.0.1',
        port: server.port,
        username: 'edi',
        secret: 'secret',
        folder: '',
        hostKey: server.hostKey,
        allowsOldAlgorithms: false,
        ...place,
      },
      { openSocket, bounds },
    );

  it('ends at bounds: a folder without an end, a file without an end, a server that falls silent', async () => {
    writeFileSync(join(root, 'in', 'long.edi'), 'ISA');
    server.faults.isEndless = true;
    const transport = await open();
    try {
      // Every second name is longer than a name can be.
      const listed = await transport.list();
      expect(listed.length).toBeGreaterThan(0);
      expect(listed.length).toBeLessThanOrEqual(2 * small.names);
      const taken = await transport.take({ ref: 'in/long.edi', name: 'long.edi' });
      expect(taken?.length).toBe(small.file);
    } finally {
      server.faults.isEndless = false;
      await transport.close();
    }
    server.faults.isSilent = true;
    const silent = await open({ ...small, answer: 50 });
    await expect(silent.list()).rejects.toMatchObject({ code: 'no_answer' });
    server.faults.isSilent = false;
    await silent.close();
  });

  it('is told by its code: signing in refused, no such folder, nobody there', async () => {
    await expect(open(small, { secret: 'wrong' })).rejects.toMatchObject({ code: 'sign_in_refused' });
    await expect(open(small, { port: 1 })).rejects.toMatchObject({ code: 'no_answer' });
    const transport = await open(small, { folder: 'elsewhere' });
    await expect(transport.list()).rejects.toMatchObject({ code: 'no_path' });
    await transport.close();
  });
});

describe('an address that lies inside', () => {
  it('is answered as one that does not exist, by test and by fetch, ten times an hour', async () => {
    const params = { ediConnectionID: connectionID };
    const answers: unknown[] = [];
    for (const host of ['127.0.0.1', 'localhost', '::1', '0x7f.1', '10.0.0.1', 'fec0::1', 'nobody.invalid']) {
      await at.admin.call(updateEdiConnection, { params, body: { host } });
      answers.push(await at.admin.call(testEdiConnection, { params }));
    }
    const [first] = answers;
    expect(first).toMatchObject({ hasSucceeded: false, code: 'not_reached', waiting: 0 });
    expect(answers).toEqual(answers.map(() => first));
    expect((await pull()).messages.join()).toContain('there is no such host, or it lies inside this network');
    // Eight are counted by now, one of them of the changed key.
    for (let left = 2; left > 0; left -= 1) await at.admin.call(testEdiConnection, { params });
    expect(await apiRefusal(at.admin.call(testEdiConnection, { params }))).toMatchObject({ status: 429 });
  });
});
