import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longestLikeLines } from './like-lines.ts';
import { numbersOf } from './old-ways.ts';
import { sourceFiles } from './source-files.ts';

const copied = (name: string): string =>
  Array.from({ length: 8 }, (_, line) => `const value${line} = ${name === 'c' ? line + 10 : line};`).join('\n');

describe('the ratchet', () => {
  it('counts each of the old ways', () => {
    const contract = ['list', 'get', 'create', 'update', 'delete']
      .map((verb) => `export const ${verb}Thing = endpoint({\n  name: '${verb}Thing',\n});`)
      .join('\n');
    const files = new Map([
      ['plugins/x/contracts/thing.contract.ts', contract],
      [
        'plugins/x/server/thing.queries.ts',
        'const rows = listPage(query as never);\nconst all = { ...{ rows, query } };',
      ],
      ['plugins/x/browser/thing.screen.tsx', 'const a = <DetailScreen />;\nconst day = 86_400_000;'],
      ['core/database/list-page.ts', '// Rows of\n// a list.\nexport const page = listPage(value as unknown as Row);'],
    ]);
    expect(numbersOf(files)).toEqual({
      'hand-written lists (listPage outside core)': 1,
      'hand-written small records (five endpoints in one contract)': 1,
      'screens that use DetailScreen': 1,
      'casts over never or unknown': 2,
      'spread literals': 1,
      'days in milliseconds (86,400,000)': 1,
      'comments broken in mid-line': 1,
      'entries of the largest folder': 3,
      'lines of the ten longest copies': 0,
    });
  });

  it('finds copies, the longest first, each once', () => {
    const files = new Map([
      ['a.ts', copied('a')],
      ['b.ts', `import { x } from './x.ts';\n// Another beginning.\n${copied('b')}\nconst end = 1;`],
      ['c.ts', copied('c')],
    ]);
    expect(longestLikeLines(files, 10)).toEqual([{ length: 8, places: ['a.ts:1', 'b.ts:3'] }]);
  });

  it('only falls: `npm run ratchet` writes what is less', () => {
    const now = numbersOf(sourceFiles());
    const most = JSON.parse(readFileSync(join(import.meta.dirname, 'ratchet.json'), 'utf8')) as typeof now;
    expect(Object.keys(most)).toEqual(Object.keys(now));
    const risen = Object.entries(now).filter(([name, count]) => count > most[name as keyof typeof now]);
    expect(risen).toEqual([]);
  });
});
