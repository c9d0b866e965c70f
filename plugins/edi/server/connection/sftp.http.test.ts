import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { type EdiFixture, ediFixture, orderText } from '../exchange/edi-fixture.ts';
import { type TestSftpServer, testSftpServer } from './sftp-fixture.ts';

let at: EdiFixture;
let server: TestSftpServer;
let connectionID: string;
const root = mkdtempSync(join(tmpdir(), 'millwright-sftp-'));
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
    expect(refused).toMatchObject({ hasSucceeded: false, waiting: 0 });
    expect(refused.message).toContain('another key');
  });
});
