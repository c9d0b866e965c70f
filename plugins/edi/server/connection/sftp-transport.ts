import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { posix } from 'node:path';
import { NotReachedError, type OpenSocket } from '@millwright/core/server';
import type { SFTPWrapper } from 'ssh2';
import type SftpClient from 'ssh2-sftp-client';
import {
  ConnectionFault,
  claimMinutes,
  safeFileName,
  type Transport,
  type TransportBounds,
  type TransportOutcome,
  transportBounds,
  type WaitingFile,
} from './transport.ts';

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
async function within<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  // What comes after its time has nobody who hears it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

const hangUp = (client: SftpClient, patience: number): Promise<unknown> =>
  within(client.end(), patience, () => new Error('It does not hang up')).catch(() => undefined);

/** What a refused or broken sign-in means; the words of the library are not for people. */
function faultOf(error: unknown, { host }: SftpPlace): ConnectionFault {
  const { message, level } = error as Error & { level?: string };
  if (/cannot parse privatekey/i.test(message) || (/encrypted/i.test(message) && /private/i.test(message)))
    return new ConnectionFault('sign_in_refused', 'The secret is no private key that can be read without a passphrase');
  if (level === 'client-authentication' || /authentication/i.test(message))
    return new ConnectionFault('sign_in_refused', 'The server refuses the user or the secret');
  return new ConnectionFault('no_answer', `${host} does not answer as an SFTP server`);
}

/** What a transport works with; tests have their own. */
interface SftpMeans {
  openSocket: OpenSocket;
  now?: () => Date;
  bounds?: Readonly<TransportBounds>;
}

/** A name in any folder is at most this long; what is longer is none. */
const longestName = 255;

/**
 * The folders of an SFTP server, used as those of `DirectoryTransport`: a file is taken by moving it, and appears at
 * the other end under its name only once it is whole. One session; a new one for every run. Whatever the server does,
 * folders, files and answers end at their bounds.
 */
export class SftpTransport implements Transport {
  readonly #client: SftpClient;
  readonly #place: SftpPlace;
  readonly #now: () => Date;
  readonly #bounds: Readonly<TransportBounds>;
  readonly #end: NodeJS.Timeout;

  private constructor(client: SftpClient, socket: Socket, place: SftpPlace, { now, bounds }: SftpMeans) {
    this.#client = client;
    this.#place = place;
    this.#now = now ?? (() => new Date());
    this.#bounds = bounds ?? transportBounds;
    this.#end = setTimeout(() => socket.destroy(), this.#bounds.visit);
    this.#end.unref();
  }

  /** Signs in. @throws ConnectionFault where the server is not reached, does not answer, has another key, or refuses */
  static async open(place: SftpPlace, means: SftpMeans): Promise<SftpTransport> {
    const socket = await means.openSocket(place.host, place.port).catch((error: Error) => {
      throw new ConnectionFault(error instanceof NotReachedError ? 'not_reached' : 'no_answer', error.message);
    });
    // An error that nobody hears would end the process.
    socket.on('error', () => undefined);
    const { default: Client } = await import('ssh2-sftp-client');
    // Of itself the library writes to the console that a connection has ended.
    const silently = { error: () => undefined, end: () => undefined, close: () => undefined };
    const client = new Client('edi', silently);
    let seen = '';
    const isKey = place.secret.includes('PRIVATE KEY');
    try {
      await within(
        client.connect({
          sock: socket,
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
        () => new Error(`${place.host} does not answer`),
      );
    } catch (error) {
      await hangUp(client, 2_000);
      socket.destroy();
      if (seen && seen !== plainFingerprint(place.hostKey))
        throw new ConnectionFault(
          'other_host_key',
          `The server has another key than was agreed: SHA256:${seen}. Ask the partner before you change it`,
        );
      throw faultOf(error, place);
    }
    return new SftpTransport(client, socket, place, means);
  }

  async list(): Promise<WaitingFile[]> {
    const since = Date.now() - claimMinutes * 60_000;
    const { folder } = this.#place;
    if (folder && !(await this.#isThere('')))
      throw new ConnectionFault('no_path', `The server has no folder ${folder}`);
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
      await this.#move(file.ref, claimed);
    } catch (error) {
      // Somebody else was faster; anything else is a fault of the server.
      if (!(await this.#isThere(file.ref))) return undefined;
      throw error;
    }
    file.ref = claimed;
    return this.#answered(this.#read(this.#path(claimed)));
  }

  async archive(file: WaitingFile, outcome: TransportOutcome): Promise<void> {
    const day = this.#now().toISOString().slice(0, 10);
    const folder = posix.join(outcome === 'read' ? 'archive' : 'error', day);
    await this.#folderOf(folder);
    // Names come again: the time of the claim tells them apart.
    const stamp = posix.basename(file.ref).split('~')[0] ?? '';
    await this.#move(file.ref, posix.join(folder, `${stamp}-${safeFileName(file.name)}`));
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#folderOf('out');
    const target = this.#path(posix.join('out', safeFileName(name)));
    // A part of an earlier try is written over.
    await this.#answered(this.#client.put(Buffer.from(bytes), `${target}.tmp`));
    // Servers with a full disk say that all is well.
    const { size } = await this.#answered(this.#client.stat(`${target}.tmp`));
    if (size !== bytes.length) throw new Error(`${size} of ${bytes.length} bytes arrived: the disk may be full`);
    await this.#answered(this.#client.rename(`${target}.tmp`, target));
  }

  has(name: string): Promise<boolean> {
    return this.#isThere(posix.join('out', safeFileName(name)));
  }

  async close(): Promise<void> {
    clearTimeout(this.#end);
    await hangUp(this.#client, 5_000);
  }

  #path(name: string): string {
    const { folder } = this.#place;
    if (!folder) return name;
    return name ? posix.join(folder, name) : folder;
  }

  #answered<T>(work: Promise<T>): Promise<T> {
    const late = () => new ConnectionFault('no_answer', `${this.#place.host} does not answer`);
    return within(work, this.#bounds.answer, late);
  }

  async #isThere(name: string): Promise<boolean> {
    return (await this.#answered(this.#client.exists(this.#path(name)))) !== false;
  }

  async #move(from: string, to: string): Promise<void> {
    await this.#answered(this.#client.rename(this.#path(from), this.#path(to)));
  }

  /** A file up to its bound: what is longer ends there, and is too large for whoever takes it in. */
  async #read(path: string): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of this.#client.createReadStream(path) as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= this.#bounds.file) break;
    }
    return new Uint8Array(Buffer.concat(parts).subarray(0, this.#bounds.file));
  }

  async #entries(folder: string): Promise<string[]> {
    if (!(await this.#isThere(folder))) return [];
    return (await this.#answered(this.#names(this.#path(folder)))).sort();
  }

  /** Names of the files of a folder, a packet at a time: a folder without an end is left at its bound. */
  async #names(path: string): Promise<string[]> {
    // The client's own `list` reads a whole folder at once, and its types hide the wrapped session.
    const { sftp } = this.#client as unknown as { sftp: SFTPWrapper };
    const handle = await new Promise<Buffer>((done, failed) =>
      sftp.opendir(path, (error, opened) => (error ? failed(error) : done(opened))),
    );
    const names: string[] = [];
    try {
      for (let seen = 0; seen < this.#bounds.names; ) {
        const entries = await new Promise<readonly { filename: string; attrs: { isFile(): boolean } }[]>(
          (done, failed) =>
            sftp.readdir(handle, (error, list) => {
              if (!error) done(list);
              else if ((error as { code?: unknown }).code === endOfList) done([]);
              else failed(error);
            }),
        );
        if (!entries.length) break;
        seen += entries.length;
        for (const { filename, attrs } of entries)
          if (names.length < this.#bounds.names && filename.length <= longestName && attrs.isFile())
            names.push(filename);
      }
    } finally {
      sftp.close(handle, () => undefined);
    }
    return names;
  }

  async #folderOf(folder: string): Promise<void> {
    const path = this.#path(folder);
    // Another worker may make the same folders at the same time, each of the path.
    for (let tries = path.split('/').length + 1; !(await this.#isThere(folder)); tries -= 1)
      await this.#answered(this.#client.mkdir(path, true)).catch((error: Error) => {
        if (tries === 1) throw error;
      });
  }
}

/** `SSH_FX_EOF` of the protocol. */
const endOfList = 1;
