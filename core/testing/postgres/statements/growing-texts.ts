import { sentTexts } from '../../../database/statements/planned-statements.ts';
import { testPartitions } from '../partitioned-tables.ts';

const numberless = (text: string): string => text.replaceAll(/\$\d+/g, '$').replaceAll(/\s+/g, ' ');

/** Words of a statement, equal for lists of two and of three values. */
const wordsOf = (text: string): string =>
  [...new Set(text.split(/[\s(),[\]]+/))]
    .filter((word) => !/^(?:or|and|union|all)?$/.test(word))
    .sort()
    .join(' ');

/** The text with repeated parts, joined by these words, reduced to one. */
const shortened = (text: string): string =>
  text
    .replaceAll(/(\$(?:::[\w.]+(?:\[\])?)?)(?:, \1)+/g, '$1')
    .replaceAll(/(\((?:\$|[^()]{3,400})\))(?:,? (?:or |and )?\1)+/g, '$1')
    .replaceAll(/(\b.{8,300}?)(?: (?:or|union all|union) \1)+/g, '$1');

/**
 * Inserts of a few rows list their values, and the ORM joins the writes of several records. PostgreSQL plans both
 * without reading a table.
 */
const writesRows =
  /^insert into \S+ \([^()]*\) values |^update \S+ set \S+ = case when \(|^select .*"version" = \$\) or \(/;

/**
 * Statements with two lengths may have an optional part, such as a second reference; three lengths mean a growing list.
 */
const grown = 3;

/**
 * Statements that were sent in at least three lengths with the same words: a written-out list, or a condition per
 * value. Connections cannot reuse a prepared statement for them.
 */
export function growingTexts(texts: Iterable<string>): string[][] {
  const byWords = new Map<string, Set<string>>();
  for (const text of texts) {
    const plain = numberless(text);
    if (writesRows.test(plain)) continue;
    const words = wordsOf(plain);
    byWords.set(words, (byWords.get(words) ?? new Set()).add(plain));
  }
  const byShort = new Map<string, string[]>();
  for (const same of byWords.values())
    if (same.size > 1)
      for (const text of same) {
        const short = shortened(text);
        byShort.set(short, [...(byShort.get(short) ?? []), text]);
      }
  return [...byShort.values()]
    .filter((same) => same.length >= grown)
    .map((same) => same.sort((left, right) => left.length - right.length));
}

/**
 * Records statement texts from now on; the returned function lists those that grew. A distributed database takes rows
 * one by one.
 */
export function noteGrowingTexts(): () => string[][] {
  const before = new Set(sentTexts());
  return () => (testPartitions > 0 ? [] : growingTexts([...sentTexts()].filter((text) => !before.has(text))));
}
