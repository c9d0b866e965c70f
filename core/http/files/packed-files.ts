import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Types of compressed files. Pictures and fonts are compressed by their own format. */
const packable = /\.(js|css|svg)$/;
/** Smaller files gain nothing, except the loader of the widgets, which every page of other sites requests. */
const least = (path: string): number => (path.endsWith('loader.js') ? 0 : 1024);

/**
 * Writes a file under a temporary name and renames it, so that other processes never read half of it, even after an
 * interrupted build.
 */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, content);
  await rename(fresh, path);
}

/**
 * Writes compressed copies of a file beside it, with brotli (`.br`) and gzip (`.gz`). Existing copies are kept, because
 * file names contain a hash of the content. Skips files that would gain nothing.
 */
export async function packFile(path: string): Promise<void> {
  if (!packable.test(path) || existsSync(`${path}.br`)) return;
  const content = await readFile(path);
  if (content.length < least(path)) return;
  await writeWhole(`${path}.gz`, await compressGzip(content, { level: 9 }));
  await writeWhole(
    `${path}.br`,
    await compressBrotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  );
}

/** Removes the compressed copies of a file whose content has changed under the same name. */
export async function unpackFile(path: string): Promise<void> {
  for (const ending of ['.br', '.gz']) await rm(path + ending, { force: true });
}

/** The folders of a build that browsers read. */
const servedFolders = (buildDir: string): string[] =>
  ['shell/assets', 'widgets/v1', ...namesIn(join(buildDir, 'plugins')).map((id) => `plugins/${id}`)].map((folder) =>
    join(buildDir, folder),
  );

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Compresses the files of a build one after the other, so that the first start need not wait for it. Stops when the
 * signal aborts, or if the folder is not writable; files are then sent uncompressed.
 */
export async function packBuild(buildDir: string, signal: AbortSignal): Promise<void> {
  for (const folder of servedFolders(buildDir))
    for (const name of namesIn(folder)) {
      if (signal.aborted) return;
      try {
        await packFile(join(folder, name));
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // A concurrent build removes files of the previous one.
        if (code === 'ENOENT') continue;
        if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return;
        throw error;
      }
    }
}
