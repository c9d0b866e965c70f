import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameOfBackup, removeOldBackups } from './kept-backups.ts';

it('keeps the newest backups of a folder, and what is no backup of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mw-kept-'));
  try {
    const days = ['2026-11-20', '2026-11-21', '2026-12-01'].map((day) => nameOfBackup(new Date(`${day}T02:15:00.5Z`)));
    for (const name of [...days, 'before-the-upgrade.tar.gz', `${days[0]}.unfinished-12`])
      writeFileSync(join(folder, name), '');
    expect(days[0]).toBe('millwright-20261120T021500Z.tar.gz');
    expect(removeOldBackups(folder, 2)).toEqual([days[0]]);
    expect(removeOldBackups(folder, 2)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(
      ['before-the-upgrade.tar.gz', `${days[0]}.unfinished-12`, days[1], days[2]].sort(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
