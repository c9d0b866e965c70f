import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { Client } from 'pg';
import { parseDatabaseUrl } from '../schema/roles.ts';

/*
 * TLS of the connections to PostgreSQL. Parameters of an address mean the same as for libpq and psql. Addresses from
 * users pass through this file, and the addresses of all clients are derived from them.
 */

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];
const files = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const known = new Set<string>(['sslmode', 'sslnegotiation', ...files]);

/** A setting with an address that cannot work; the message says how to fix it. */
export class DatabaseAddressError extends Error {
  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(`${setting}: ${message}`, options);
    this.name = 'DatabaseAddressError';
  }
}

/**
 * The address of a setting in the form of pg, with absolute paths of its files.
 * @throws DatabaseAddressError for an unknown mode, unusable files, or contradictory parameters
 */
export function databaseAddress(setting: string, url: string): string {
  const address = parseDatabaseUrl(url);
  const parts = address.searchParams;
  const fault = isSocket(address) ? undefined : (faultOf(parts) ?? fileFault(parts));
  if (fault) throw new DatabaseAddressError(setting, fault);
  // Unix sockets have no TLS, whatever the parameters say.
  if (isSocket(address)) for (const name of known) parts.delete(name);
  // `system` means the generally trusted authorities; pg uses those of Node.js if no file is named.
  if (parts.get('sslrootcert') === 'system') parts.delete('sslrootcert');
  for (const name of files) if (parts.has(name)) parts.set(name, resolve(parts.get(name) as string));
  // Without it pg interprets the modes differently, for example `require` as verify-full.
  if (parts.has('sslmode')) parts.set('uselibpqcompat', 'true');
  return address.toString();
}

const isSocket = ({ hostname, searchParams }: URL): boolean =>
  decodeURIComponent(searchParams.get('host') ?? hostname).startsWith('/');

function faultOf(parts: URLSearchParams): string | undefined {
  const [mode, authority] = [parts.get('sslmode'), parts.get('sslrootcert')];
  const names = [...parts.keys()].filter((name) => name.startsWith('ssl'));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === 'ssl') return 'ssl= says too little: write sslmode=verify-full, or sslmode=require';
  if (unknown) return `${unknown} is not known here`;
  if (mode === null) return names.length ? 'TLS needs a mode: add sslmode=verify-full, or another' : undefined;
  if (!modes.includes(mode)) return `sslmode=${mode} is not known: write one of ${modes.join(', ')}`;
  if (parts.has('sslcert') !== parts.has('sslkey'))
    return 'sslcert and sslkey are a certificate and its key: name both, or neither';
  if (authority === 'system' && mode !== 'verify-full') return 'sslrootcert=system needs sslmode=verify-full';
  // A public authority issues certificates for any host name to its owner, so verify-ca alone would prove nothing.
  if (authority === null && mode === 'verify-ca')
    return 'sslmode=verify-ca needs the certificate of your authority: add sslrootcert=FILE';
  return undefined;
}

function fileFault(parts: URLSearchParams): string | undefined {
  const read: Partial<Record<(typeof files)[number], Buffer>> = {};
  for (const name of files) {
    const path = parts.get(name);
    if (path === null || path === 'system') continue;
    try {
      read[name] = readFileSync(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'ENOENT' ? 'is not there' : code === 'EACCES' ? 'may not be read by this user' : code;
      return `the file of ${name} ${why === code ? `cannot be read (${code})` : why}: ${path}`;
    }
    if (name !== 'sslkey' && !isCertificate(read[name])) return `the file of ${name} is no certificate (PEM): ${path}`;
  }
  try {
    createSecureContext({ cert: read.sslcert, key: read.sslkey });
    return undefined;
  } catch (error) {
    return `the files of sslcert and sslkey do not go together: ${(error as Error).message}`;
  }
}

function isCertificate(content: Buffer): boolean {
  try {
    return new X509Certificate(content).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Connects with the result of `databaseAddress`. `prefer` is resolved, once per process, by the server's offer. Errors
 * that do not concern TLS are left to the next connection.
 * @throws DatabaseAddressError where TLS cannot be established
 */
export async function triedAddress(setting: string, url: string): Promise<string> {
  const error = await failureOf(url);
  const address = parseDatabaseUrl(url);
  if (address.searchParams.get('sslmode') !== 'prefer') {
    const why = error && reasonOf(error, address);
    if (why) throw new DatabaseAddressError(setting, why, { cause: error });
    return url;
  }
  const isRefused = error && (noTls.test(error.message) || /, SSL encryption$/.test(error.message));
  address.searchParams.set('sslmode', isRefused ? 'disable' : 'require');
  // `prefer` does not verify the server's certificate.
  address.searchParams.delete('sslrootcert');
  return address.toString();
}

/** Both steps: the address with which a process connects. */
export const settledAddress = (setting: string, url: string): Promise<string> =>
  triedAddress(setting, databaseAddress(setting, url));

async function failureOf(url: string): Promise<(Error & { code?: string }) | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

const noTls = /does not support SSL connections/;
const unknownIssuer =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT.*))$/;

/** Advice for an error caused by TLS; undefined for other errors. */
function reasonOf({ code = '', message }: Error & { code?: string }, address: URL): string | undefined {
  const { hostname: host, searchParams: parts } = address;
  if (noTls.test(message)) return `${host} offers no TLS: set ssl = on there, or write sslmode=disable`;
  if (/, no encryption$/.test(message))
    return `${host} lets nobody in without TLS: add sslmode=verify-full, or sslmode=require (${message})`;
  if (/valid client certificate/.test(message))
    return `${host} asks for a certificate: name one with sslcert and its key with sslkey (${message})`;
  if (unknownIssuer.test(code))
    return (
      `the certificate of ${host} is of no authority that ${parts.get('sslrootcert') ?? 'Node.js'} knows: ` +
      `name the file of its authority with sslrootcert (${message})`
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${host} is for another name: use that, or write sslmode=verify-ca (${message})`;
  if (/^CERT_/.test(code)) return `the certificate of ${host} cannot be used: ${message}`;
  if (/^ERR_(?:SSL|TLS|OSSL)_/.test(code)) return `TLS with ${host} does not come about: ${message}`;
  return undefined;
}
