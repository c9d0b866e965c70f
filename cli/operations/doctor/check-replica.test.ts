import { randomBytes } from 'node:crypto';
import { type DatabaseUrls, installRoles, withDatabase } from '@millwright/core/kernel';
import { type ReplicatedServer, startReplicatedServer } from '@millwright/core/testing';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkReplica } from './check-replica.ts';

const secret = 'a secret that only tests know, 32 characters';
const database = `mwt_replica_${randomBytes(4).toString('hex')}`;

let servers: ReplicatedServer;
let urls: DatabaseUrls;
beforeAll(async () => {
  servers = await startReplicatedServer();
  urls = await installRoles({ adminUrl: servers.primary.url, database, secret });
});
afterAll(async () => {
  await servers?.stop();
  await tell(inject('postgresUrl'), `drop database if exists ${escapeIdentifier(database)}`);
});

async function tell(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
const found = async (url: string): Promise<string> => {
  const { findings } = await checkReplica(urls, { reading: { url, connections: 1 } });
  return findings.map(({ what }) => what).join();
};

it('says what is wrong with the replica that reports are read from', async () => {
  expect(await checkReplica(urls, { reading: undefined })).toEqual({ looked: 0, findings: [] });
  const replica = await servers.startReplica();
  expect(await found(replica.url)).toBe('');
  await tell(replica.url, 'select pg_wal_replay_pause()');
  await tell(servers.primary.url, 'create table late (id int)');
  expect(await found(replica.url)).toMatch(/^The replica is \d+ (bytes|kB) of the log( and \d+ s)? behind; reports/);
  expect(await found(servers.primary.url)).toMatch('a server that is no replica');
  await replica.stop();
  expect(await found(replica.url)).toMatch(/cannot be asked: .*ENOENT/);
  await installRoles({ adminUrl: inject('postgresUrl'), database, secret });
  expect(await found(withDatabase(inject('postgresUrl'), 'postgres'))).toMatch('the server of another database');
});
