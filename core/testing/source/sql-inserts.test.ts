import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../ratchet/source-files.ts';

const isProduct = (path: string): boolean =>
  /^(?:core|cli|plugins\/[^/]+\/server)\//.test(path) &&
  !/^core\/bench\/|\/(?:testing|migrations|drills|demo)\//.test(path) &&
  !/\.(?:test|matrix|night|soak|fuzz|e2e|real-data)\.tsx?$|-fixture\.ts$/.test(path);

/** Files whose inserts are texts although their values are known, with the reason. */
const excused: Record<string, string> = {
  'cli/data/backup/back-up.ts': 'writes with the superuser, without an entity manager',
  'core/database/rows/insert-rows.ts': 'is the way of all others',
  'core/files/file-store.ts': 'bytes do not fit the JSON of an insert of rows',
  'core/integrations/credential-vault.ts': 'bytes do not fit the JSON of an insert of rows',
  'core/jobs/looks/due-sql.ts': 'a sample row of a test, written without an entity manager',
  'plugins/commerce/server/billing/card-payment/payable/payable-states.ts': 'a sample row of a test',
};

/** Texts of inserts that neither read rows, nor meet rows that are there, nor tell what they wrote. */
function plainInserts(text: string): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/\binsert into /g)) {
    let depth = 0;
    let end = index;
    for (; end < text.length; end += 1) {
      if (text.startsWith('${', end)) depth += 1;
      else if (text[end] === '}') depth = Math.max(0, depth - 1);
      else if (depth === 0 && text[end] === '`') break;
    }
    const statement = text.slice(index, end);
    if (!/\bon conflict\b|\breturning\b|\bselect\b|\bunnest\b/.test(statement)) found.push(statement);
  }
  return found;
}

describe('inserts written as SQL', () => {
  it('are told from those whose rows are known before', () => {
    expect(
      plainInserts('sql`insert into a (x) values (1)`; sql`insert into b values (1) on conflict do nothing`'),
    ).toEqual(['insert into a (x) values (1)']);
    expect(plainInserts('sql`insert into a select x from b`')).toEqual([]);
  });

  it('read rows, meet rows or tell what they wrote; all others are `em.insert` or `em.create`', () => {
    const plain = [...sourceFiles()].filter(([path, text]) => isProduct(path) && plainInserts(text).length);
    expect(plain.map(([path]) => path).sort()).toEqual(Object.keys(excused).sort());
  });
});
