import { invisibleSigns } from '../contracts/texts/text.ts';
import type { Invariant } from '../kernel/plugin/plugin.ts';

/** `cleanText` in SQL, for an SQL expression. */
export const cleanTextSQL = (text: string): string => {
  const signs = invisibleSigns.source.replaceAll(
    /\\u\{([0-9A-F]+)\}/g,
    (_, digits: string) => `\\U${digits.padStart(8, '0')}`,
  );
  return `normalize(regexp_replace(${text}, '${signs}', '', 'g'), NFC)`;
};

/**
 * Invariant for older records whose texts differ only in Unicode form or invisible characters. Doctor lists them, and
 * nothing merges them. `within`: columns that have to be equal as well.
 */
export const textTwins = (
  name: string,
  { table, column, within = [] }: { table: string; column: string; within?: readonly string[] },
): Invariant => ({
  name,
  sql: `select string_agg(id, ' and ' order by id) from ${table} where account_id = $1 and ${column} is not null
    group by ${[cleanTextSQL(column), ...within].join(', ')}
    having count(distinct ${column} collate "C") > 1`,
  advice: 'They look the same to people: give one of them another name, or delete it',
});
