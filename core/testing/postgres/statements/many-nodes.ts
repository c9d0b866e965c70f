import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part of a statement that Citus accepts only on a single node. */
type Habit = 'takes the account from outside' | 'compares rows by in' | 'inserts what a select makes';

/** A select in parentheses; the outermost part is the whole text. */
interface Part {
  text: string;
  /** The text without nested selects. */
  own: string;
}

/**
 * Parts of a statement that a distributed database would refuse, as `habit: tables`: a sub-select, lateral or recursive
 * part that gets the account from outside instead of a value, rows compared by `in`, and account rows inserted from a
 * select. Judged by the text, without literals and quotes.
 */
export function habitsOfOneNode(text: string, tables: ReadonlySet<string>): string[] {
  const plain = text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  const found = new Set<string>();
  const note = (habit: Habit, of: string): unknown => found.add(`${habit}: ${of}`);
  const main = [...tablesOf(withoutSelects(plain), tables), ...tablesOf(plain, tables)][0] ?? '';
  for (const { own } of partsOf(plain)) {
    const inner = tablesOf(own, tables);
    if (inner.length && takesFromOutside(own)) note('takes the account from outside', `${main} > ${inner.join(', ')}`);
  }
  for (const [, table = ''] of plain.matchAll(
    /(?<!part\d+ as \( ?)insert into (\w+\.\w+)[^()]*\([^()]*\) (?:select|with)\b/g,
  ))
    if (tables.has(table)) note('inserts what a select makes', table);
  if (/\((?:\w+\.)?\w+(?:::\w+)?(?:, ?(?:\w+\.)?\w+(?:::\w+)?)+\) (?:not )?in ?\(/.test(plain))
    note('compares rows by in', main);
  return [...found];
}

const tablesOf = (text: string, tables: ReadonlySet<string>): string[] => [
  ...new Set([...text.matchAll(/\b\w+\.\w+\b/g)].map(([name]) => name).filter((name) => tables.has(name))),
];

/** All selects in parentheses, innermost first. */
function partsOf(plain: string): Part[] {
  const open: number[] = [];
  const parts: Part[] = [];
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '(') open.push(at);
    if (plain[at] !== ')') continue;
    const text = plain.slice((open.pop() ?? 0) + 1, at).trim();
    if (/^(?:select|with)\b/.test(text)) parts.push({ text, own: withoutSelects(text) });
  }
  return parts;
}

function withoutSelects(text: string): string {
  let own = '';
  for (let at = 0; at < text.length; at++) {
    const inner = text[at] === '(' && /^\( ?(?:select|with)\b/.test(text.slice(at));
    if (inner) at = endOf(text, at);
    else own += text[at];
  }
  return own;
}

function endOf(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Whether a select compares its account only with a table outside of it, and with no value. */
function takesFromOutside(own: string): boolean {
  if (/account_id (?:=|in) ?(?:any ?)?\(*(?:\$\d+|''|(?:pg_catalog\.)?current_setting\b)/.test(own)) return false;
  const named = new Set(
    [...own.matchAll(/(?:\bfrom|\bjoin|,)\s+(?:lateral\s+)?([\w.]+|\))(?:\s+as)?(?:\s+(\w+))?/g)].flatMap(
      ([, table = '', alias = '']) => [alias, table.split('.').at(-1) ?? ''],
    ),
  );
  return [...own.matchAll(/\b(\w+)\.account_id\b/g)].some(([, name = '']) => !named.has(name));
}

const place = join(import.meta.dirname, 'one-node-statements.json');

/** Known habits, by the suite that recorded them, and those found in the sources only. */
export const habitsOfToday = (): Record<string, string[]> =>
  existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};

/**
 * Habits that a suite recorded and no suite lists. With `MILLWRIGHT_TEST_NOTE_NODES=1` the recorded habits replace the
 * suite's list, for changes that remove some.
 */
export function newHabits(suite: string, texts: Iterable<string>, tables: ReadonlySet<string>): string[] {
  const heard = [...new Set([...texts].flatMap((text) => habitsOfOneNode(text, tables)))].sort();
  if (process.env['MILLWRIGHT_TEST_NOTE_NODES'])
    writeFileSync(place, `${JSON.stringify({ ...habitsOfToday(), [suite]: heard }, null, 2)}\n`);
  const listed = new Set(Object.values(habitsOfToday()).flat());
  return heard.filter((each) => !listed.has(each));
}
