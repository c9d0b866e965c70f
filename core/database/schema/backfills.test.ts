import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Migrations whose updates found no rows, with what has mended them. */
const mended: Readonly<Record<string, string>> = {
  Migration20261123034340_document_orders: 'the setting is false where it is absent',
  Migration20261128174500_offers_and_pages: 'Migration20261129004600_rows_of_before',
  Migration20261128180500_links_for_paying: 'Migration20261129004600_rows_of_before',
  Migration20261128220500_sales: 'Migration20261129004600_rows_of_before',
};

const writes = /^\s*(?:this\.addSql\([`'"]\s*)?(?:update|delete from|insert into)\s+"?\w+"?\."?\w+/m;
const lifts = /no force row level security/;

it('migrations that change rows lift the policies of the tables, which show the owner no rows', () => {
  const paths = globSync(['core/migrations/Migration*.ts', 'plugins/*/server/migrations/Migration*.ts'], { cwd: root });
  const found = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return writes.test(text) ? [{ name: basename(path, '.ts'), isLifted: lifts.test(text) }] : [];
  });
  expect(found.length).toBeGreaterThan(15);
  expect(
    found
      .filter(({ isLifted }) => !isLifted)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(mended).sort());
});
