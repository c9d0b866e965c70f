import type { Client } from 'pg';
import { readByJobs, readOutsideAccounts } from '../../../database/schema/catalogue-lint.ts';
import { tableAccess } from '../../../database/tenant-entity.ts';
import { testPartitions } from '../partitioned-tables.ts';
import { newHabits } from './many-nodes.ts';
import { aroundStatements, sentText } from './sent-statements.ts';

interface RecordedStatements {
  /**
   * Statements of account transactions that Citus would refuse: without an account, or with a nested write. Ends the
   * recording. `atLeast` is the smallest plausible number of recorded statements.
   */
  refused(tables: readonly { name: string }[], atLeast: number): string[];
  /** Recorded habits that work only on a single node, without the listed ones. */
  habits(suite: string, tables: readonly { name: string }[]): string[];
  /**
   * Account tables that sign-in and jobs read or wrote outside account transactions without an account condition,
   * except permitted ones (`readOutsideAccounts`, `readByJobs`).
   */
  outside(): string[];
}

/** Records the statements of the run-time roles from now on. */
export function recordStatements(): RecordedStatements {
  const inside = new WeakSet<Client>();
  const texts = new Set<string>();
  const outside = new Set<string>();
  const stop = aroundStatements((client, parts, send) => {
    const text = sentText(parts);
    if (/^(?:begin|start transaction)/.test(text)) {
      if (text.includes("'acc_")) inside.add(client);
    } else if (/^(?:commit|rollback)/.test(text)) inside.delete(client);
    else if (inside.has(client)) texts.add(text);
    else if (/_(?:rt|auth|job)$/.test(client.user ?? '')) outside.add(text);
    return send();
  });
  return {
    outside: () => {
      if (!outside.size) throw new Error('Nothing was heard outside of accounts');
      const tables = tableAccess().filter(({ kind }) => kind === 'tenant');
      const names = new Set(tables.map(({ schema, table }) => `${schema}.${table}`));
      const known = new Set([...Object.keys(readOutsideAccounts.auth), ...Object.keys(readByJobs())]);
      const read = [...outside].flatMap((text) => {
        const bare = tablesWithoutAccount(text, names);
        // The tables are joined by their accounts, but no account has a value, so each of them may be at fault.
        return bare.includes(noValue) ? [...names].filter((name) => text.includes(name)) : bare;
      });
      return [...new Set(read)].filter((name) => !known.has(name)).sort();
    },
    habits: (suite, tables) => newHabits(suite, texts, new Set(tables.map(({ name }) => name))),
    refused: (tables, atLeast) => {
      stop();
      if (texts.size < atLeast) throw new Error(`Only ${texts.size} statements were heard`);
      const names = new Set(tables.map(({ name }) => name));
      return [...texts].filter((text) => tablesWithoutAccount(text, names).length || writesInside(text));
    },
  };
}

const reference =
  /(\bfrom|\bjoin|\bupdate|\binto|\busing|,)\s+(?:only\s+)?(\w+\.\w+)(?![\w.(])(\s+as\b)?(?:\s+(\w+))?/g;
const words = 'where on using set join left right inner cross full order group limit';
const noAlias = new Set(`${words} values select returning for default union`.split(' '));
const noValue = 'no value';
/** Valid right-hand sides of an account condition: a value of the statement or the setting of the transaction. */
const value = String.raw`(?:\(select )?(?:\$\d+|''|\(?(?:pg_catalog\.)?current_setting\b)`;

/**
 * Account tables that a statement reads or writes without naming the account. Judged by the text: each table must
 * compare its own `account_id`, and one comparison must be with a value. Row-level security adds the account to every
 * statement, but Citus chooses the node by the statement's text.
 */
export function tablesWithoutAccount(text: string, tables: ReadonlySet<string>): string[] {
  const plain = text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  const bare: string[] = [];
  let isAsked = false;
  for (const match of plain.matchAll(reference)) {
    const [, word, table = '', as, next = ''] = match;
    if (!tables.has(table)) continue;
    if (word === 'into') {
      const columns = /^[^(]*\(([^)]*)\)/.exec(plain.slice(match.index))?.[1] ?? '';
      if (!/\baccount_id\b/.test(columns)) bare.push(table);
      continue;
    }
    isAsked = true;
    const alias = next && (as || !noAlias.has(next)) ? next : table.split('.')[1];
    const own = String.raw`\b(?:${alias}|${table.replace('.', String.raw`\.`)})\.account_id`;
    const open = String.raw`(?<![\w.])account_id`;
    // A qualified column counts anywhere; an unqualified one only in the select with the table.
    if (!compares(plain, own) && !compares(enclosing(plain, match.index), open)) bare.push(table);
  }
  const saysWhose = new RegExp(
    String.raw`account_id(?:, ?[\w.]+)*\)? (?:=|in) (?:any ?)?\(*${value}|${value}(?:::\w+)? = [\w.]*account_id`,
  );
  if (isAsked && !bare.length && !saysWhose.test(plain)) bare.push(noValue);
  return bare;
}

/** A row comparison counts too: `(account_id, id) in (...)`. */
const compares = (text: string, column: string): boolean => {
  const alone = String.raw`${column}\)? ?(?:=|in\b|is not distinct)|= ?${column}`;
  const inRow = String.raw`\(${column},[^()]*\) ?(?:=|in\b)`;
  return new RegExp(String.raw`${alone}|${inRow}|using \(account_id`).test(text);
};

/**
 * Whether a nested part of a statement writes: nodes accept one write per statement. If the database is distributed,
 * writes to several tables are sent separately (`writeParts`).
 */
export const writesInside = (text: string): boolean =>
  [...text.matchAll(/(\w+) as (?:(?:not )?materialized )?\(\s*(?:insert|update|delete|merge)\b/gi)].some(
    ([, name = '']) => testPartitions > 0 || !/^part\d+$/.test(name),
  );

/** The innermost parentheses around a position, or the whole text. */
function enclosing(text: string, at: number): string {
  let start = at;
  for (let depth = 0; start > 0; start--) {
    if (text[start] === ')') depth++;
    else if (text[start] === '(' && depth-- === 0) break;
  }
  let end = at;
  for (let depth = 0; end < text.length; end++) {
    if (text[end] === '(') depth++;
    else if (text[end] === ')' && depth-- === 0) break;
  }
  return text.slice(start, end);
}
