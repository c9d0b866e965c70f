import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Authority, makeAuthority, startTlsServer, type TlsServer } from '../../testing/stand-ins/tls-server.ts';
import { openOrm } from '../orm.ts';
import { databaseAddress, settledAddress } from './database-address.ts';

let server: TlsServer;
let authority: Authority;
const paths = { ca: '', otherCa: '', cert: '', key: '', otherKey: '', junk: '' };

beforeAll(async () => {
  server = await startTlsServer();
  authority = await makeAuthority('The authority of a test');
  const [other, client, stranger] = await Promise.all([
    makeAuthority('Another authority'),
    authority.sign('a client'),
    authority.sign('a stranger'),
  ]);
  const contents = {
    ca: authority.certificate,
    otherCa: other.certificate,
    junk: 'nothing',
    cert: client.certificate,
    key: client.key,
    otherKey: stranger.key,
  };
  for (const [name, content] of Object.entries(contents)) {
    paths[name as keyof typeof paths] = join(server.folder, `${name}.pem`);
    writeFileSync(join(server.folder, `${name}.pem`), content);
  }
  for (const [name, path] of Object.entries(paths)) if (name.endsWith('ey')) chmodSync(path, 0o600);
});
afterAll(() => server?.stop());

const given = (text: string, host = 'localhost'): string => {
  const query = text.replace(/\{(\w+)\}/g, (_, name) => paths[name as keyof typeof paths]);
  return `postgres://${server.user}@${host}:${server.port}/postgres${text && '?'}${query}`;
};

/** Connects, and returns whether over TLS or in plain text, or the error. */
async function outcome(text: string, host?: string): Promise<string> {
  try {
    const url = await settledAddress('DATABASE_URL', given(text, host));
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await client.end();
    return rows[0]?.ssl ? 'TLS' : 'clear';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a server without TLS', () => {
  beforeAll(() => server.become(undefined));

  it.each([
    ['', 'clear'],
    ['sslmode=disable', 'clear'],
    ['sslmode=prefer', 'clear'],
    ['sslmode=require', 'DATABASE_URL: localhost offers no TLS: set ssl = on there, or write sslmode=disable'],
    ['sslmode=verify-full&sslrootcert={ca}', /offers no TLS/],
  ])('%s', async (text, expected) => expect(await outcome(text)).toMatch(expected));
});

describe('a server with a certificate of an own authority', () => {
  beforeAll(async () => server.become(await authority.sign('localhost')));

  it.each([
    ['', 'localhost', 'clear'],
    ['sslmode=disable', 'localhost', 'clear'],
    ['sslmode=prefer', 'localhost', 'TLS'],
    ['sslmode=require', 'localhost', 'TLS'],
    ['sslmode=require&sslrootcert={ca}', '127.0.0.1', 'TLS'],
    [
      'sslmode=require&sslrootcert={otherCa}',
      'localhost',
      /is of no authority that .*otherCa.pem knows: name the file/,
    ],
    ['sslmode=verify-ca&sslrootcert={ca}', 'localhost', 'TLS'],
    ['sslmode=verify-ca&sslrootcert={ca}', '127.0.0.1', 'TLS'],
    ['sslmode=verify-ca&sslrootcert={otherCa}', 'localhost', /is of no authority/],
    ['sslmode=verify-full&sslrootcert={ca}', 'localhost', 'TLS'],
    ['sslmode=verify-full&sslrootcert={ca}', '127.0.0.1', /is for another name: use that, or write sslmode=verify-ca/],
    ['sslmode=verify-full', 'localhost', /is of no authority that Node.js knows/],
    ['sslmode=verify-full&sslrootcert=system', 'localhost', /is of no authority that Node.js knows/],
  ])('%s at %s', async (text, host, expected) => expect(await outcome(text, host)).toMatch(expected));

  it('is not trusted when its certificate has run out', async () => {
    await server.become(await authority.sign('localhost', 'expired'));
    expect(await outcome('sslmode=verify-full&sslrootcert={ca}')).toMatch(/cannot be used: certificate has expired/);
    expect(await outcome('sslmode=require')).toBe('TLS');
  });
});

describe('a server that lets nobody in without TLS', () => {
  beforeAll(async () =>
    server.become(await authority.sign('localhost'), { hba: 'hostssl all all 127.0.0.1/32 scram-sha-256' }),
  );

  it.each([
    ['', /localhost lets nobody in without TLS: add sslmode=verify-full/],
    ['sslmode=disable', /lets nobody in without TLS/],
    ['sslmode=prefer', 'TLS'],
  ])('%s', async (text, expected) => expect(await outcome(text)).toMatch(expected));

  it('is reached by ORM, pool and read address alike', async () => {
    const url = await settledAddress('DATABASE_READ_URL', given('sslmode=verify-full&sslrootcert={ca}'));
    const orm = await openOrm({ url, entities: [] });
    const pool = new Pool({ connectionString: url });
    const ask = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    expect(await orm.em.fork().execute(ask)).toEqual([{ ssl: true }]);
    expect((await pool.query(ask)).rows).toEqual([{ ssl: true }]);
    await orm.close();
    await pool.end();
  });
});

describe('a server that lets nobody in with TLS', () => {
  it('is spoken to in the clear by whoever only prefers it', async () => {
    const hba = 'hostnossl all all 127.0.0.1/32 scram-sha-256';
    await server.become(await authority.sign('localhost'), { hba });
    expect(await outcome('sslmode=prefer')).toBe('clear');
    expect(await outcome('sslmode=require')).toMatch(/no pg_hba.conf entry/);
  });
});

describe('a server that asks for certificates', () => {
  beforeEach(async () =>
    server.become(await authority.sign('localhost'), {
      authority: authority.certificate,
      hba: 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca',
    }),
  );

  it('lets in who has one', async () => {
    const verified = 'sslmode=verify-full&sslrootcert={ca}';
    expect(await outcome(verified)).toMatch(/asks for a certificate: name one with sslcert and its key with sslkey/);
    expect(await outcome(`${verified}&sslcert={cert}&sslkey={key}`)).toBe('TLS');
  });
});

describe('an address', () => {
  it.each([
    [
      'sslmode=no-verify',
      'sslmode=no-verify is not known: write one of disable, prefer, require, verify-ca, verify-full',
    ],
    ['ssl=true', 'ssl= says too little'],
    ['sslmode=require&sslcrl=x', 'sslcrl is not known here'],
    ['sslrootcert={ca}', 'TLS needs a mode'],
    ['sslmode=verify-ca', 'sslmode=verify-ca needs the certificate of your authority'],
    ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
    ['sslmode=verify-full&sslrootcert=/nowhere.pem', 'the file of sslrootcert is not there: /nowhere.pem'],
    ['sslmode=verify-full&sslrootcert=/', 'the file of sslrootcert cannot be read (EISDIR): /'],
    ['sslmode=verify-full&sslrootcert={junk}', 'the file of sslrootcert is no certificate (PEM): '],
    ['sslmode=require&sslcert={cert}', 'sslcert and sslkey are a certificate and its key: name both, or neither'],
    ['sslmode=require&sslcert={cert}&sslkey={junk}', 'the files of sslcert and sslkey do not go together: '],
    ['sslmode=require&sslcert={cert}&sslkey={otherKey}', 'the files of sslcert and sslkey do not go together: '],
  ])('with %s is refused before anybody is asked', (text, message) => {
    expect(() => databaseAddress('DATABASE_URL', given(text))).toThrow(`DATABASE_URL: ${message}`);
  });

  it('without TLS stays as it is, and one of a socket has none', () => {
    expect(databaseAddress('DATABASE_URL', 'postgres://a:b@db/x')).toBe('postgres://a:b@db/x');
    const socket = 'postgres:///x?host=/run/postgresql&sslmode=verify-full&sslrootcert=/nowhere.pem';
    expect(databaseAddress('DATABASE_URL', socket)).toBe('postgres://localhost/x?host=%2Frun%2Fpostgresql');
  });
});
