import type { SchemaOwner } from '../../database/schema/migrate.ts';

/**
 * Number of parts into which each account table is split in this run (`MILLWRIGHT_TEST_PARTITIONS`), 0 for none.
 * PostgreSQL then refuses the same as Citus: keys without the account, and changes of a row's account.
 */
export const testPartitions = Number(process.env['MILLWRIGHT_TEST_PARTITIONS'] ?? 0);

/**
 * For tests of query plans, index names and locks: each part has its own, with its own names, while Citus shows those
 * of the table.
 */
export const isCut = testPartitions > 0;

/** The number in the name of the first part, chosen like those of Citus. */
const firstPart = 100_000;

/** The name of an account table that a statement creates, and the end of its columns. */
function tableMade(text: string): { name: string; end: number } | undefined {
  const begin = /^\s*create table ((?:"?\w+"?\.)"?\w+"?) \(/i.exec(text);
  if (!begin) return undefined;
  let depth = 0;
  for (let at = begin[0].length - 1; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) {
      const isOfAccounts = /primary key \([^)]*\baccount_id\b/i.test(text.slice(0, at));
      return isOfAccounts ? { name: (begin[1] as string).replaceAll('"', ''), end: at + 1 } : undefined;
    }
  }
  return undefined;
}

/** The statements for a migration statement on split tables: the table itself and the creation of its parts. */
export function cutTables(text: string, parts: number, cut: Set<string>): string[] {
  const made = tableMade(text);
  // Fill factors are set for each part.
  if (!made)
    return [
      text.replaceAll(/alter table (\S+) set \([^)]*\)/gi, (whole, name: string) =>
        cut.has(name.replaceAll('"', '')) ? 'select 1' : whole,
      ),
    ];
  cut.add(made.name);
  return [
    `${text.slice(0, made.end)} partition by hash (account_id)${text.slice(made.end)}`,
    ...Array.from(
      { length: parts },
      (_, at) =>
        `create table ${made.name}_${firstPart + at} partition of ${made.name}
          for values with (modulus ${parts}, remainder ${at})`,
    ),
  ];
}

/** The same migrations, which split each account table into parts by account; `core` must be the first owner. */
export function inParts(owners: readonly SchemaOwner[], parts: number): SchemaOwner[] {
  const cut = new Set<string>();
  return owners.map((owner) => ({
    ...owner,
    migrations: owner.migrations.map((migration) => ({
      ...migration,
      class: class extends migration.class {
        override addSql(text: string): void {
          for (const each of cutTables(text, parts, cut)) super.addSql(each);
        }
      },
    })),
  }));
}
