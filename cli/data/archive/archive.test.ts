import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackupManifest, manifestName, pieceName } from '../backup/backup-manifest.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { createArchive, readArchive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const never = new AbortController().signal;

const pieces = [randomBytes(3_000_000), randomBytes(512), Buffer.from('1\ttext\n')];
const table = {
  schema: 'core',
  table: 'account',
  columns: ['id'],
  rows: 3,
  bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
  sha256: createHash('sha256').update(Buffer.concat(pieces)).digest('hex'),
};
const manifest: BackupManifest = {
  format: 1,
  version: '0.1.0',
  createdAt: '2026-11-21T00:00:00.000Z',
  server: '18.4',
  migrations: { core: ['Migration1'] },
  queueVersion: 26,
  secretFingerprint: 'abc',
  tables: [table],
};

async function write(path: string, parts: { manifest?: unknown; extra?: [string, Buffer] } = {}): Promise<void> {
  const archive = createArchive(path);
  for (const [index, piece] of pieces.entries()) await archive.add(pieceName(table, index), piece);
  if (parts.extra) await archive.add(...parts.extra);
  const described = 'manifest' in parts ? parts.manifest : manifest;
  if (described !== undefined) await archive.add(manifestName, Buffer.from(JSON.stringify(described)));
  await archive.finish();
}

const good = at('good.tar.gz');
beforeAll(() => write(good));

describe('an archive', () => {
  it('is a tar.gz that others can read, for its owner alone', async () => {
    const there = at('taken-out');
    mkdirSync(there);
    const listed = execFileSync('tar', ['-xvzf', good, '-C', there], { encoding: 'utf8' });
    expect(listed.trim().split('\n')).toEqual([...pieces.map((_, index) => pieceName(table, index)), manifestName]);
    expect(readFileSync(join(there, pieceName(table, 0)))).toEqual(pieces[0]);
    expect(statSync(good).mode & 0o777).toBe(0o600);
  });

  it('is read back as it was, also where entries are skipped', async () => {
    const read: [string, number][] = [];
    for await (const { name, size, content } of readArchive(good)) {
      read.push([name, size]);
      if (name === pieceName(table, 1)) for await (const piece of content) expect(piece).toEqual(pieces[1]);
    }
    expect(read.map(([, size]) => size).slice(0, 3)).toEqual(pieces.map(({ length }) => length));
  });

  it('has no name before it is complete, and leaves nothing when it is given up', async () => {
    const path = at('unfinished.tar.gz');
    const archive = createArchive(path);
    await archive.add('a', pieces[0]!);
    expect(existsSync(path)).toBe(false);
    await archive.discard();
    // Given up before the file is open.
    await createArchive(path).discard();
    expect(readdirSync(folder).filter((name) => name.startsWith('unfinished'))).toEqual([]);
  });

  it('fails where it cannot be written', async () => {
    const archive = createArchive(at('no-such-folder/file'));
    await expect(archive.add('a', pieces[0]!).then(() => archive.finish())).rejects.toThrow('ENOENT');
  });
});

describe('checking a backup', () => {
  it('answers the manifest of a sound one', async () => {
    expect(await verifyBackup(good, never)).toEqual(manifest);
  });

  it.each([
    [
      'a byte that changed',
      () => {
        const bytes = gunzipSync(readFileSync(good));
        bytes[1_000_000] = bytes[1_000_000]! ^ 1;
        return gzipSync(bytes);
      },
      'backup_damaged',
    ],
    [
      'a header that changed',
      () => {
        const bytes = gunzipSync(readFileSync(good));
        bytes[3] = bytes[3]! ^ 1;
        return gzipSync(bytes);
      },
      'backup_unreadable',
    ],
    ['a file that was cut off', () => readFileSync(good).subarray(0, 2_000_000), 'backup_unreadable'],
    ['something else', () => Buffer.from('not at all'), 'backup_unreadable'],
    ['another archive', () => gzipSync(Buffer.alloc(1_024)), 'backup_unreadable'],
  ])('refuses %s', async (name, content, code) => {
    const path = at(`${name.replaceAll(' ', '-')}.tar.gz`);
    writeFileSync(path, content());
    await expect(verifyBackup(path, never)).rejects.toMatchObject({ code, exitCode: 3 });
  });

  it.each([
    ['without a manifest', { manifest: undefined }, 'backup_unreadable'],
    ['of a later form', { manifest: { ...manifest, format: 2 } }, 'backup_unreadable'],
    [
      'that lacks a table',
      { manifest: { ...manifest, tables: [table, { ...table, table: 'member' }] } },
      'backup_damaged',
    ],
    [
      'with a table nobody mentions',
      { extra: [pieceName({ schema: 'core', table: 'user' }, 0), Buffer.from('1\n')] as [string, Buffer] },
      'backup_damaged',
    ],
    [
      'with something that belongs to no backup',
      { extra: ['../../etc/passwd', Buffer.from('1\n')] as [string, Buffer] },
      'backup_unreadable',
    ],
  ])('refuses one %s', async (name, parts, code) => {
    const path = at(`${name.replaceAll(' ', '-')}.tar.gz`);
    await write(path, parts);
    await expect(verifyBackup(path, never)).rejects.toMatchObject({ code });
  });

  it('stops when it is told to', async () => {
    await expect(verifyBackup(good, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
