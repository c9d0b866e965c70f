import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import type { StatementSender } from '../statements/pipelined/pipelined-transaction.ts';
import { isRows, type StatementPart, type TableWrite, writeParts } from './insert-rows.ts';

/** Rows and writes of a transaction that wait, so that one statement can write several tables. */
interface Waiting {
  /** Written before the next statement. */
  next: StatementPart[];
  /** Written at the end of the transaction, by table. */
  last: Map<string, { ending: RawBuilder<unknown> | undefined; rows: Map<unknown, object> }>;
}

/**
 * Largest number of waiting rows per table. Larger sets are written at once, to limit the memory of long transactions.
 */
const most = 500;

const waiting = new WeakMap<EntityManager, Waiting>();

function waitingOf(em: EntityManager): Waiting {
  const found = waiting.get(em) ?? { next: [], last: new Map() };
  waiting.set(em, found);
  return found;
}

const shapeOf = (rows: readonly object[]): string => Object.keys(rows[0] ?? {}).join();

/**
 * Keeps rows until the next statement. Returns false if they are too many, or if a write to their table is waiting,
 * which has to run first.
 */
export function keepWaiting(em: EntityManager, table: string, rows: readonly object[]): boolean {
  const { next } = waitingOf(em);
  if (rows.length > most || next.some((each) => !isRows(each) && each.table === table)) return false;
  const at = next.findIndex((each) => isRows(each) && each.table === table && shapeOf(each.rows) === shapeOf(rows));
  const same = next[at];
  if (same && isRows(same)) next[at] = { ...same, rows: [...same.rows, ...rows] };
  else next.push({ table, rows });
  return true;
}

/**
 * Keeps a write until the next statement. Returns false if a write of the same name is waiting, which has to run first.
 */
export function keepWrite(em: EntityManager, write: TableWrite): boolean {
  const { next } = waitingOf(em);
  if (next.some(({ table }) => table === write.table)) return false;
  next.push(write);
  return true;
}

/** Writes the rows that the next statement may read; undefined if there are none. */
export function writeNextRows(em: EntityManager, sender: StatementSender): Promise<void> | undefined {
  const next = waiting.get(em)?.next;
  return next?.length ? writeParts(sender, next.splice(0)) : undefined;
}

/**
 * Keeps a row, given by column, for the end of this transaction. Of rows with the same key only the last one is
 * written. Returns false if so many rows wait that they should be written.
 */
export function appendRow(
  em: EntityManager,
  table: string,
  row: object,
  { key = row, ending }: { key?: unknown; ending?: RawBuilder<unknown> } = {},
): boolean {
  const { last } = waitingOf(em);
  const kept = last.get(table) ?? { ending, rows: new Map<unknown, object>() };
  last.set(table, kept);
  kept.rows.set(key, row);
  return kept.rows.size < most;
}

/** Discards rows that wait for the end of this transaction. */
export function forgetRows(em: EntityManager, table: string, keys: readonly unknown[]): void {
  const rows = waiting.get(em)?.last.get(table)?.rows;
  for (const key of keys) rows?.delete(key);
}

/** Rows that may meet others are written in the order of their keys, so that two writers never wait in a circle. */
function inOrder(rows: ReadonlyMap<unknown, object>, ending: RawBuilder<unknown> | undefined): object[] {
  const entries = [...rows];
  if (ending) entries.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
  return entries.map(([, row]) => row);
}

const endings = new WeakMap<EntityManager, Map<string, () => Promise<void>>>();

/** Keeps work for the end of this transaction, once for each name. */
export function keepEnding(em: EntityManager, name: string, work: () => Promise<void>): void {
  const kept = endings.get(em) ?? new Map<string, () => Promise<void>>();
  endings.set(em, kept);
  if (!kept.has(name)) kept.set(name, work);
}

/**
 * Runs the work that waits for the end of this transaction, in the order of the names. It may append rows, and may keep
 * more work, which runs after it.
 */
export async function runEndings(em: EntityManager): Promise<void> {
  for (let kept = endings.get(em); kept; kept = endings.get(em)) {
    endings.delete(em);
    for (const [, work] of [...kept].sort(([left], [right]) => (left < right ? -1 : 1))) await work();
  }
}

/** Writes all waiting rows in one statement. */
export async function writeWaitingRows(em: EntityManager, sender: () => StatementSender): Promise<void> {
  const kept = waiting.get(em);
  if (!kept) return;
  waiting.delete(em);
  const last = [...kept.last].map(([table, { ending, rows }]) => ({ table, ending, rows: inOrder(rows, ending) }));
  const written = [...kept.next, ...last.filter(({ rows }) => rows.length)];
  if (written.length) await writeParts(sender(), written);
}
