import 'reflect-metadata';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { removeEmbeddedPostgres } from '../../database/embedded/remove-embedded-postgres.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import { until } from '../calls/until.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate and its key in PEM format. */
interface Identity {
  certificate: string;
  key: string;
}

/** A certificate authority for one test. */
export interface Authority {
  certificate: string;
  /** A certificate for a name; `expired` gives it a past validity. */
  sign(name: string, kind?: 'expired'): Promise<Identity>;
}

export async function makeAuthority(name: string): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const own: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  let serial = 1;
  return {
    certificate: own.toString('pem'),
    async sign(subject, kind) {
      const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      serial += 1;
      const made = await X509CertificateGenerator.create({
        subject: `CN=${subject}`,
        issuer: own.subject,
        publicKey: pair.publicKey,
        signingKey: keys.privateKey,
        serialNumber: String(serial).padStart(2, '0'),
        signingAlgorithm: algorithm,
        notBefore: new Date('2000-01-01'),
        notAfter: new Date(kind === 'expired' ? '2001-01-01' : '2100-01-01'),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: subject }])],
      });
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64');
      return {
        certificate: made.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${pkcs8.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
      };
    },
  };
}

/** A server on a port of 127.0.0.1 whose TLS settings can change while it runs. */
export interface TlsServer {
  port: number;
  /** User and password of the superuser, encoded for an address. */
  user: string;
  /** The address over the socket, without TLS. */
  socketUrl: string;
  /** Folder for files of the test. */
  folder: string;
  /** Enables TLS with this identity, or disables it; `hba` sets the access rules for the port. */
  become(identity: Identity | undefined, options?: { authority?: string; hba?: string }): Promise<void>;
  stop(): Promise<void>;
}

export async function startTlsServer(): Promise<TlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'mw-tls-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings: {
      fsync: 'off',
      shared_buffers: '32MB',
      logging_collector: 'off',
      listen_addresses: '127.0.0.1',
      port: String(port),
    },
  });
  const owner = statSync(server.dataDir);
  const write = (name: string, content: string): void => {
    const path = join(server.dataDir, name);
    writeFileSync(path, content, { mode: 0o600 });
    chownSync(path, owner.uid, owner.gid);
  };
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { username, password } = parseDatabaseUrl(server.url);
  return {
    port,
    user: `${username}:${password}`,
    socketUrl: server.url,
    folder,
    async become(identity, { authority, hba = 'host all all 127.0.0.1/32 scram-sha-256' } = {}) {
      if (identity) write('server.crt', identity.certificate);
      if (identity) write('server.key', identity.key);
      if (authority) write('root.crt', authority);
      write('pg_hba.conf', `local all all scram-sha-256\n${hba}\n`);
      await client.query(`alter system set ssl_ca_file = '${authority ? 'root.crt' : ''}'`);
      await client.query(`alter system set ssl = ${identity ? 'on' : 'off'}`);
      const loaded = async () =>
        (await client.query<{ at: string }>('select pg_conf_load_time()::text as at')).rows[0]?.at;
      const before = await loaded();
      await client.query('select pg_reload_conf()');
      // The postmaster signals its children during the reload and accepts no connections until it is done.
      await until('The reload of the settings', async () => (await loaded()) !== before);
    },
    async stop() {
      await client.end();
      await removeEmbeddedPostgres(join(folder, 'data'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
