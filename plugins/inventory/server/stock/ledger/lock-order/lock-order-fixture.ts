import { aroundStatements, sentText, type TestKernel } from '@millwright/core/testing';
import { Client } from 'pg';
import { parseDatabaseUrl } from '../../../../../../core/database/schema/roles.ts';

export const position = 'inventory.item_position';
export const balance = 'inventory.balance';
export const layer = 'inventory.cost_layer';
/** Tables that a transaction may only write after it has locked the position of the item and owner. */
export const guardedRun = ['inventory.hold_line', 'inventory.demand', balance, layer];
/**
 * A lock of the whole account that one transaction holds at a time, so it is taken after all locks that may have to
 * wait.
 */
const counter = 'core.numbering_sequence';
const isDocument = (table: string): boolean =>
  table.startsWith('commerce.') ||
  table === 'production.production_run' ||
  ['inventory.hold', 'inventory.supply', 'inventory.storage_location'].includes(table);
const rankOf = (table: string): number =>
  ['document', position, balance, layer, counter].indexOf(isDocument(table) ? 'document' : table);

interface Statement {
  /** Tables whose rows the statement locks or writes, in the order of its text. */
  touches: { table: string; verb: 'lock' | 'insert' | 'update' | 'delete' }[];
  rows: Promise<Record<string, unknown>[]>;
}
/** The statements of a transaction; `id` is the transaction id of PostgreSQL. */
interface Transaction {
  statements: Statement[];
  id: Promise<unknown>;
}

function touchesOf(text: string): Statement['touches'] {
  const plain = text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
  const found: (Statement['touches'][number] & { at: number })[] = [];
  for (const match of plain.matchAll(/\b(insert|update|delete)(?: into| from)? (\w+\.\w+)/g))
    found.push({ at: match.index, verb: match[1] as 'insert', table: match[2] as string });
  // `skip locked` never waits, so it cannot be part of a deadlock.
  const locks = / for (?:no key update|update|key share|share)\b(?: of (\w+))?( skip locked)?/g;
  for (const match of plain.matchAll(locks)) {
    if (match[2]) continue;
    const before = plain.slice(0, match.index);
    const named = new RegExp(`(?:from|join) (\\w+\\.\\w+)${match[1] ? `(?: as)? ${match[1]}\\b` : ''}`, 'g');
    const table = [...before.matchAll(named)].at(-1)?.[1];
    if (!table) throw new Error(`What does this lock? ${plain}`);
    found.push({ at: match.index, verb: 'lock', table });
  }
  return found.sort((left, right) => left.at - right.at);
}

/** Records the statements of all connections of the process. */
export class StatementLog {
  readonly #stop = aroundStatements((client, parts, send) => this.#send(client, parts, send));
  readonly #open = new Map<Client, Transaction>();
  #done: Transaction[] = [];

  close(): void {
    this.#stop();
  }

  /** The transactions that `work` committed and that touched stock. */
  async during(work: () => Promise<unknown>): Promise<Transaction[]> {
    this.#done = [];
    await work();
    const isStock = ({ table }: { table: string }): boolean => table === position || guardedRun.includes(table);
    return this.#done.filter(({ statements }) => statements.some(({ touches }) => touches.some(isStock)));
  }

  #send(client: Client, parts: unknown[], send: (parts: readonly unknown[]) => unknown): unknown {
    const text = sentText(parts);
    const ask = (...own: unknown[]) => send(own) as Promise<{ rows: Record<string, unknown>[] }>;
    if (/^(begin|start transaction)/i.test(text)) this.#open.set(client, { statements: [], id: Promise.resolve() });
    const transaction = this.#open.get(client);
    if (transaction && /^(commit|rollback)/i.test(text)) {
      this.#open.delete(client);
      if (/^commit/i.test(text) && transaction.statements.length) {
        transaction.id = ask('select pg_current_xact_id_if_assigned()::text as id').then(
          ({ rows }) => rows[0]?.['id'],
          () => undefined,
        );
        this.#done.push(transaction);
      }
    }
    const answer = ask(...parts);
    const touches = transaction ? touchesOf(text) : [];
    if (touches.length)
      transaction?.statements.push({
        touches,
        rows: Promise.resolve(answer).then(
          ({ rows }) => rows,
          () => [],
        ),
      });
    return answer;
  }
}

/**
 * Adds triggers by which the database records whose stock every transaction writes, whatever its statements look like.
 */
export async function watchStock(kernel: TestKernel): Promise<Client> {
  const noteTrigger = (table: string) => `create trigger note after insert or update or delete on ${table}
      for each row execute function lock_order.note();`;
  const database = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await database.connect();
  await database.query(`create schema lock_order;
    create table lock_order.written (transaction text, "table" text, key text);
    create function lock_order.note() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $$
    declare
      written jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
    begin
      insert into lock_order.written values (pg_current_xact_id()::text, tg_table_name,
        concat_ws(' ', written->>'item_id', coalesce(written->>'owner_id', written->>'account_id')));
      return null;
    end $$;
    ${guardedRun.map(noteTrigger).join('\n')}`);
  return database;
}

/** Ids of locked rows; places that are read together with items come as JSON. */
const idsOf = (rows: readonly Record<string, unknown>[]): unknown[] =>
  rows.flatMap((row) => ('locations' in row ? (row['locations'] as { id: string }[]).map(({ id }) => id) : row['id']));

/** Lines, picks and batches: every transaction that writes them has locked their order or run before. */
const underOrders = new Set([
  ...['commerce.sales_order_line', 'commerce.pick', 'commerce.pick_line'],
  'production.batch',
]);

/** Violations of the lock order in a transaction. */
export async function faultsOf(database: Client, { statements, id }: Transaction): Promise<string[]> {
  const faults: string[] = [];
  const seen = new Set<string>();
  const [locked, positions] = [new Set<string>(), new Set<string>()];
  let mayGrow = true;
  for (const { touches, rows } of statements)
    for (const { table, verb } of touches) {
      // No transaction waits for a new document, which no other transaction knows, or for rows that are only written
      // under the lock of their order.
      const isNew = verb === 'insert' && /^(?:commerce|production)\./.test(table);
      const rank = isNew || underOrders.has(table) ? -1 : rankOf(table);
      const later = [...seen].find((other) => rankOf(other) > rank);
      // Locking a row that the transaction already holds never waits.
      const ids = verb === 'lock' && rank === 0 ? idsOf(await rows).map((id) => `${table} ${id}`) : [];
      if (rank >= 0 && later && (!seen.has(table) || ids.some((key) => !locked.has(key))))
        faults.push(`${table} after ${later}`);
      for (const key of ids) locked.add(key);
      if (guardedRun.includes(table)) {
        if (!positions.size) faults.push(`${verb} of ${table} without a position`);
        mayGrow = false;
      }
      if (table === position && verb === 'lock') {
        const keys = (await rows).map(({ itemID, ownerID }) => `${itemID} ${ownerID}`);
        if (keys.join() !== [...keys].sort().join()) faults.push('positions are not sorted');
        if (!mayGrow && keys.some((key) => !positions.has(key))) faults.push('positions in two steps');
        for (const key of keys) positions.add(key);
        if (keys.length) mayGrow = false;
      }
      if (table === position && verb === 'update' && !positions.size)
        faults.push('positions are written and not locked');
      seen.add(table);
    }
  const { rows: written } = await database.query<{ what: string; key: string }>(
    'select distinct "table" as what, key from lock_order.written where transaction = $1',
    [await id],
  );
  for (const { what, key } of written) if (!positions.has(key)) faults.push(`${what} without its position`);
  return [...new Set(faults)];
}
