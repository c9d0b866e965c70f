import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What is served packed; pictures and fonts are small already. */
const packable = /\.(js|css|svg)$/;
/** Shorter ones gain nothing. The loader of the widgets is asked for by every page of other sites. */
const least = (path: string): number => (path.endsWith('loader.js') ? 0 : 1024);

/** A server beside us sees no half of a file, and a build that is interrupted leaves none. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  await writeFile(fresh, content);
  await rename(fresh, path);
}

/**
 * Puts copies of a file beside it, packed by brotli (`.br`) and gzip (`.gz`), unless they are there: the names of files
 * have the hash of their content. Does nothing with what is not worth it.
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

/** Forgets the packed copies of a file whose content has changed under its name. */
export async function unpackFile(path: string): Promise<void> {
  for (const ending of ['.br', '.gz']) await rm(path + ending, { force: true });
}

/** The folders of a build that people fetch files from. */
const servedFolders = (buildDir: string): string[] =>
  ['shell/assets', 'widgets/v1', ...namesIn(join(buildDir, 'plugins')).map((id) => `plugins/${id}`)].map((folder) =>
    join(buildDir, folder),
  );

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Packs what a build has left as it was, one file after the other, so that the first start need not wait for it. Ends
 * early when it is told to, and where the folder may not be written: files are then sent as they are.
 */
export async function packBuild(buildDir: string, signal: AbortSignal): Promise<void> {
  for (const folder of servedFolders(buildDir))
    for (const name of namesIn(folder)) {
      if (signal.aborted) return;
      try {
        await packFile(join(folder, name));
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        // A build beside us removes files of the one before.
        if (code === 'ENOENT') continue;
        if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)) return;
        throw error;
      }
    }
}
