import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, posix } from 'node:path';
import ssh2, { type Attributes, type Connection, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE: status, OPEN_MODE: mode } = utils.sftp;

/** What goes wrong at the server. */
export interface SftpFaults {
  /** The connection is lost right after a file got its name: the client never hears that it worked. */
  dropAfterRename?: boolean;
  /** The disk is full. */
  refuseWrites?: boolean;
  /** The connection is lost in the middle of a file. */
  dropInWrite?: boolean;
  /** Another client makes each folder just before. */
  makesFoldersTwice?: boolean;
  /** A folder has always more names, a file always more bytes. */
  isEndless?: boolean;
  /** Whatever is asked, nothing is answered. */
  isSilent?: boolean;
}

/** An SFTP server of the tests on a folder. */
export interface TestSftpServer {
  port: number;
  hostKey: string;
  faults: SftpFaults;
  stop(): Promise<void>;
}

const attributes = (path: string) => {
  const { mode: bits, uid, gid, size, atimeMs, mtimeMs } = statSync(path);
  return { mode: bits, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
};

function serve(sftp: SFTPWrapper, root: string, faults: SftpFaults, connection: Connection): void {
  const handles = new Map<number, { fd: number; path: string }>();
  const listings = new Map<number, string[]>();
  let next = 0;
  const real = (path: string): string => join(root, posix.normalize(`/${path}`));
  const handleOf = (buffer: Buffer): number => buffer.readUInt32BE(0);
  const opened = (id: number): Buffer => {
    const buffer = Buffer.alloc(4);
    buffer.writeUInt32BE(id, 0);
    return buffer;
  };
  const attempt = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      sftp.status(id, (error as NodeJS.ErrnoException).code === 'ENOENT' ? status.NO_SUCH_FILE : status.FAILURE);
    }
  };
  sftp.on('REALPATH', (id, path) => {
    const name = posix.normalize(`/${path}`);
    sftp.name(id, [{ filename: name, longname: name, attrs: {} as Attributes }]);
  });
  const look = (id: number, path: string): void => attempt(id, () => sftp.attrs(id, attributes(real(path))));
  sftp.on('STAT', look).on('LSTAT', (id, path) => (faults.isSilent ? undefined : look(id, path)));
  sftp.on('OPEN', (id, path, flags) =>
    attempt(id, () => {
      const isWrite = (flags & mode.WRITE) !== 0;
      const fd = openSync(real(path), isWrite ? 'w' : 'r');
      next += 1;
      handles.set(next, { fd, path });
      sftp.handle(id, opened(next));
    }),
  );
  sftp.on('FSTAT', (id, handle) =>
    attempt(id, () => {
      const { fd } = handles.get(handleOf(handle)) ?? { fd: -1 };
      const { mode: bits, uid, gid, size } = fstatSync(fd);
      sftp.attrs(id, { mode: bits, uid, gid, size, atime: 0, mtime: 0 });
    }),
  );
  sftp.on('FSETSTAT', (id) => sftp.status(id, status.OK)).on('SETSTAT', (id) => sftp.status(id, status.OK));
  sftp.on('READ', (id, handle, offset, length) =>
    attempt(id, () => {
      const buffer = Buffer.alloc(length);
      if (faults.isEndless) return sftp.data(id, buffer);
      const read = readSync(handles.get(handleOf(handle))?.fd ?? -1, buffer, 0, length, offset);
      return read === 0 ? sftp.status(id, status.EOF) : sftp.data(id, buffer.subarray(0, read));
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    attempt(id, () => {
      if (faults.refuseWrites) return sftp.status(id, status.FAILURE, 'No space left on device');
      const fd = handles.get(handleOf(handle))?.fd ?? -1;
      if (faults.dropInWrite) {
        faults.dropInWrite = false;
        writeSync(fd, data, 0, Math.floor(data.length / 2), offset);
        connection.end();
        return undefined;
      }
      writeSync(fd, data, 0, data.length, offset);
      return sftp.status(id, status.OK);
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    attempt(id, () => {
      const key = handleOf(handle);
      const file = handles.get(key);
      if (file) closeSync(file.fd);
      handles.delete(key);
      listings.delete(key);
      sftp.status(id, status.OK);
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      next += 1;
      listings.set(
        next,
        readdirSync(real(path)).map((name) => posix.join(path, name)),
      );
      sftp.handle(id, opened(next));
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    attempt(id, () => {
      const key = handleOf(handle);
      if (faults.isEndless) {
        next += 1;
        const attrs = attributes(real('in/long.edi'));
        const longname = '-rw-r--r-- 1 u g 0 Jan 1 00:00 x';
        return sftp.name(
          id,
          ['long.edi', 'n'.repeat(300)].map((name) => ({ filename: `${next}${name}`, longname, attrs })),
        );
      }
      const names = listings.get(key) ?? [];
      listings.set(key, []);
      if (!names.length) return sftp.status(id, status.EOF);
      return sftp.name(
        id,
        names.map((path) => {
          const isFolder = statSync(real(path)).isDirectory();
          const filename = posix.basename(path);
          return {
            filename,
            longname: `${isFolder ? 'd' : '-'}rw-r--r-- 1 u g 0 Jan 1 00:00 ${filename}`,
            attrs: attributes(real(path)),
          };
        }),
      );
    }),
  );
  sftp.on('MKDIR', (id, path) =>
    attempt(id, () => {
      if (faults.makesFoldersTwice) mkdirSync(real(path));
      mkdirSync(real(path));
      sftp.status(id, status.OK);
    }),
  );
  sftp.on('REMOVE', (id, path) =>
    attempt(id, () => {
      unlinkSync(real(path));
      sftp.status(id, status.OK);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    attempt(id, () => {
      // As servers do: a name that is taken stays.
      if (existsSync(real(to))) return sftp.status(id, status.FAILURE);
      renameSync(real(from), real(to));
      if (faults.dropAfterRename && to.includes('out/')) {
        faults.dropAfterRename = false;
        connection.end();
        return undefined;
      }
      return sftp.status(id, status.OK);
    }),
  );
}

/** Serves a folder to `edi` with the password `secret`. */
export async function testSftpServer(root: string): Promise<TestSftpServer> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hostKeyText = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const parsed = utils.parseKey(hostKeyText);
  if (parsed instanceof Error) throw parsed;
  const key = (Array.isArray(parsed) ? parsed[0] : parsed) as { getPublicSSH(): Buffer };
  const hostKey = createHash('sha256').update(key.getPublicSSH()).digest('base64').replace(/=+$/, '');
  const faults: SftpFaults = {};
  const open = new Set<Connection>();
  const server = new Server({ hostKeys: [hostKeyText] }, (connection) => {
    open.add(connection);
    connection.on('error', () => undefined).on('close', () => open.delete(connection));
    connection.on('authentication', (attempt) => {
      if (attempt.method === 'password' && attempt.username === 'edi' && attempt.password === 'secret')
        attempt.accept();
      else attempt.reject(['password']);
    });
    connection.on('ready', () =>
      connection.on('session', (accept) => accept().on('sftp', (start) => serve(start(), root, faults, connection))),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hostKey,
    faults,
    stop: async () => {
      for (const connection of open) connection.end();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
