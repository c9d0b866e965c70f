import type { Migration } from '@mikro-orm/migrations';
import type { SchemaOwner } from '../database/migrate.ts';

/**
 * Parts into which each table of accounts is cut in this run (`MILLWRIGHT_TEST_PARTITIONS`), 0 for none. PostgreSQL
 * then refuses what Citus would: keys without the account, and an account that changes.
 */
export const testPartitions = Number(process.env['MILLWRIGHT_TEST_PARTITIONS'] ?? 0);

/**
 * For tests of plans, of names of indexes and of locks: each part has its own, under its own names. Citus has those of
 * the table.
 */
export const isCut = testPartitions > 0;

/** The number in the name of the first part, as Citus gives its own. */
const firstPart = 100_000;

/** A statement that makes a table of accounts: its name, and where its columns end. */
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

/** What a migration says, for tables that are cut; those that were follow it with what makes their parts. */
export function cutTables(text: string, parts: number, cut: Set<string>): string[] {
  const made = tableMade(text);
  // How full pages are is said of each part.
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

/** The same migrations, which cut each table of accounts into parts by the account; `core` is the first owner. */
export function inParts(owners: readonly SchemaOwner[], parts: number): SchemaOwner[] {
  const cut = new Set<string>();
  return owners.map((owner) => ({
    ...owner,
    migrations: owner.migrations.map((migration) => ({
      ...migration,
      class: class extends (migration.class as new (...given: never[]) => Migration & { up(): void }) {
        override addSql(text: string): void {
          for (const each of cutTables(text, parts, cut)) super.addSql(each);
        }
      },
    })),
  }));
}
