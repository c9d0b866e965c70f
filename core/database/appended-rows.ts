import type { EntityManager } from '@mikro-orm/postgresql';
import type { ControlledTransaction } from 'kysely';
import { insertRows } from './insert-rows.ts';
import { PipelinedTransaction } from './pipelined-transaction.ts';

/** Rows that wait for the next flush, by table. */
const waiting = new WeakMap<EntityManager, Map<string, object[]>>();

/** Keeps a row, given by its columns, for the next flush of this transaction. */
export function appendRow(em: EntityManager, table: string, row: object): void {
  const tables = waiting.get(em) ?? new Map<string, object[]>();
  waiting.set(em, tables);
  const rows = tables.get(table);
  if (rows) rows.push(row);
  else tables.set(table, [row]);
}

/** Writes the rows that wait, one statement a table. */
export async function writeAppendedRows(em: EntityManager): Promise<void> {
  const tables = waiting.get(em);
  if (!tables) return;
  waiting.delete(em);
  const sender = new PipelinedTransaction(em.getKysely() as unknown as ControlledTransaction<unknown>);
  for (const [table, rows] of tables) await insertRows(sender, table, rows);
}
