import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { refusal } from '@millwright/core/cli';
import { Header } from 'tar';

const blockSize = 512;
const padding = (size: number): number => (blockSize - (size % blockSize)) % blockSize;

/** A tar.gz that is written entry by entry and gets its name when it is complete. */
export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
  /** Ends the archive and gives the file its name. */
  finish(): Promise<void>;
  /** Removes what was written; does nothing after `finish`. */
  discard(): Promise<void>;
}

/** Opens a new archive for its owner's eyes alone; what is written waits for the disk. */
export function createArchive(path: string): ArchiveWriter {
  const unfinished = `${path}.unfinished-${process.pid}`;
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
  const gzip = createGzip({ level: 3 });
  gzip.pipe(file);
  let failure: Error | undefined;
  // What waits for the other one hears of its end too.
  file.on('error', (error) => {
    failure = error;
    gzip.destroy(error);
  });
  gzip.on('error', (error) => file.destroy(error));
  let isDone = false;
  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      gzip.write(bytes, (error) => (error ? reject(failure ?? error) : resolve()));
    });
  return {
    async add(name, content) {
      const header = Buffer.alloc(blockSize);
      const needsMore = new Header({
        path: name,
        size: content.byteLength,
        mode: 0o600,
        mtime: new Date(),
        type: 'File',
      }).encode(header);
      if (needsMore) throw new Error(`The name ${name} is too long for an archive`);
      await write(header);
      await write(content);
      await write(Buffer.alloc(padding(content.byteLength)));
    },
    async finish() {
      await write(Buffer.alloc(2 * blockSize));
      gzip.end();
      await finished(file);
      renameSync(unfinished, path);
      isDone = true;
    },
    async discard() {
      if (isDone) return;
      gzip.destroy();
      file.destroy();
      // A file that is still being opened would be there again.
      await finished(file).catch(() => {});
      rmSync(unfinished, { force: true });
    },
  };
}

/** An entry of an archive; its content has to be read, or is skipped, before the next one comes. */
export interface ArchiveEntry {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

const unreadable = (path: string, why: string) =>
  refusal('backup_unreadable', `${path} is no backup that can be read: ${why}`);

/** Reads a tar.gz from its beginning, a piece at a time. `onProgress` hears how many bytes of the file were read. */
export async function* readArchive(path: string, onProgress?: (bytes: number) => void): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const source = file.pipe(gunzip)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    let next: IteratorResult<Buffer>;
    try {
      next = await source.next();
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? refusal('not_found', `There is no file ${path}`)
        : unreadable(path, (error as Error).message);
    }
    onProgress?.(file.bytesRead);
    if (next.done) return false;
    rest = rest.length ? Buffer.concat([rest, next.value]) : next.value;
    return true;
  };
  const take = async (size: number): Promise<Buffer> => {
    while (rest.length < size) if (!(await more())) throw unreadable(path, 'it ends too early');
    const taken = rest.subarray(0, size);
    rest = rest.subarray(size);
    return taken;
  };
  const pieces = async function* (size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      if (!rest.length && !(await more())) throw unreadable(path, 'it ends too early');
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
    await take(padding(size));
  };
  try {
    for (;;) {
      const header = new Header(await take(blockSize));
      if (header.nullBlock) return;
      if (!header.cksumValid || !header.path) throw unreadable(path, 'a header is damaged');
      const size = header.size ?? 0;
      const content = pieces(size);
      yield { name: header.path, size, content };
      for await (const _ of content);
    }
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}
