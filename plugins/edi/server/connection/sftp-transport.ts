import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import { claimMinutes, safeFileName, type Transport, type TransportOutcome, type WaitingFile } from './transport.ts';

/** How an SFTP server is reached. */
export interface SftpPlace {
  host: string;
  port: number;
  username: string;
  /** A password, or a private key in PEM or OpenSSH form. */
  secret: string;
  /** SHA-256 of the server's key in base64, without the `=` at its end. */
  hostKey: string;
  /** What `in`, `out`, `archive` and `error` lie in; empty for the folder after signing in. */
  folder: string;
  allowsOldAlgorithms: boolean;
}

const patience = 20_000;
/** Only for servers that know nothing newer; off unless somebody says so. */
const oldAlgorithms = {
  serverHostKey: { append: ['ssh-rsa'], prepend: [], remove: [] },
  kex: { append: ['diffie-hellman-group14-sha1'], prepend: [], remove: [] },
};

const fingerprintOf = (key: Buffer): string =>
  createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/={1,2}$/, '');
const plainFingerprint = (text: string): string =>
  text
    .trim()
    .replace(/^SHA256:/, '')
    .replace(/={1,2}$/, '');

/** Ends whatever comes of it: some servers leave `end` waiting for ever. */
async function within<T>(work: Promise<T>, milliseconds: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The folders of an SFTP server, used as those of `DirectoryTransport`: a file is taken by moving it, and appears at
 * the other end under its name only once it is whole. One session; a new one for every run.
 */
export class SftpTransport implements Transport {
  readonly #client: SftpClient;
  readonly #folder: string;
  readonly #now: () => Date;

  private constructor(client: SftpClient, folder: string, now: () => Date) {
    this.#client = client;
    this.#folder = folder;
    this.#now = now;
  }

  /** Signs in. @throws Error where the server does not answer, has another key, or refuses */
  static async open(place: SftpPlace, now: () => Date = () => new Date()): Promise<SftpTransport> {
    const { default: Client } = await import('ssh2-sftp-client');
    const client = new Client('edi');
    // An error that nobody hears would end the process.
    client.on('error', () => undefined);
    let seen = '';
    const isKey = place.secret.includes('PRIVATE KEY');
    try {
      await within(
        client.connect({
          host: place.host,
          port: place.port,
          username: place.username,
          ...(isKey ? { privateKey: place.secret } : { password: place.secret }),
          readyTimeout: patience,
          keepaliveInterval: 10_000,
          // The library's own tries are not ours: whoever runs it waits longer each time.
          retries: 0,
          hostVerifier: (key: Buffer) => {
            seen = fingerprintOf(key);
            return seen === plainFingerprint(place.hostKey);
          },
          ...(place.allowsOldAlgorithms ? { algorithms: oldAlgorithms } : {}),
        } as Parameters<SftpClient['connect']>[0]),
        patience + 5_000,
        `${place.host} does not answer`,
      );
    } catch (error) {
      await within(client.end(), 2_000, 'It does not hang up').catch(() => undefined);
      if (seen && seen !== plainFingerprint(place.hostKey))
        throw new Error(
          `The server has another key than was agreed: SHA256:${seen}. Ask the partner before you change it`,
        );
      throw error;
    }
    return new SftpTransport(client, place.folder, now);
  }

  async list(): Promise<WaitingFile[]> {
    const since = Date.now() - claimMinutes * 60_000;
    const waiting = await this.#entries('in');
    const left = (await this.#entries(posix.join('in', '.work')))
      .filter((name) => Number(name.split('~')[0]) < since)
      .map((name) => ({ ref: posix.join('in', '.work', name), name: name.replace(/^\d+~/, '') }));
    return [
      ...left,
      ...waiting
        .filter((name) => !name.startsWith('.') && !/\.(tmp|part|filepart)$/i.test(name))
        .map((name) => ({ ref: posix.join('in', name), name })),
    ];
  }

  async take(file: WaitingFile): Promise<Uint8Array | undefined> {
    await this.#folderOf(posix.join('in', '.work'));
    const claimed = posix.join('in', '.work', `${Date.now()}~${file.name}`);
    try {
      await this.#client.rename(this.#path(file.ref), this.#path(claimed));
    } catch (error) {
      // Somebody else was faster; anything else is a fault of the server.
      if (!(await this.#client.exists(this.#path(file.ref)))) return undefined;
      throw error;
    }
    file.ref = claimed;
    return new Uint8Array((await this.#client.get(this.#path(claimed))) as Buffer);
  }

  async archive(file: WaitingFile, outcome: TransportOutcome): Promise<void> {
    const day = this.#now().toISOString().slice(0, 10);
    const folder = posix.join(outcome === 'read' ? 'archive' : 'error', day);
    await this.#folderOf(folder);
    // Names come again: the time of the claim tells them apart.
    const stamp = posix.basename(file.ref).split('~')[0] ?? '';
    await this.#client.rename(
      this.#path(file.ref),
      this.#path(posix.join(folder, `${stamp}-${safeFileName(file.name)}`)),
    );
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#folderOf('out');
    const target = this.#path(posix.join('out', safeFileName(name)));
    // A part of an earlier try is written over.
    await this.#client.put(Buffer.from(bytes), `${target}.tmp`);
    // Servers with a full disk say that all is well.
    const { size } = await this.#client.stat(`${target}.tmp`);
    if (size !== bytes.length) throw new Error(`${size} of ${bytes.length} bytes arrived: the disk may be full`);
    await this.#client.rename(`${target}.tmp`, target);
  }

  async has(name: string): Promise<boolean> {
    return (await this.#client.exists(this.#path(posix.join('out', safeFileName(name))))) !== false;
  }

  async close(): Promise<void> {
    await within(this.#client.end(), 5_000, 'It does not hang up').catch(() => undefined);
  }

  #path(name: string): string {
    return this.#folder ? posix.join(this.#folder, name) : name;
  }

  async #entries(folder: string): Promise<string[]> {
    if (!(await this.#client.exists(this.#path(folder)))) return [];
    const entries = await this.#client.list(this.#path(folder));
    return entries
      .filter(({ type }) => type === '-')
      .map(({ name }) => name)
      .sort();
  }

  async #folderOf(folder: string): Promise<void> {
    const path = this.#path(folder);
    // Another worker may make the same folders at the same time, each of the path.
    for (let tries = path.split('/').length + 1; !(await this.#client.exists(path)); tries -= 1)
      await this.#client.mkdir(path, true).catch((error: Error) => {
        if (tries === 1) throw error;
      });
  }
}
