import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';

/** A row as JSON. */
type Row = Record<string, unknown>;

interface Table {
  name: string;
  key: readonly string[];
  /** Without generated columns. */
  columns: readonly string[];
}

interface Change {
  table: Table;
  rows: Row[];
  /** Columns that an update changed. */
  changed: string[];
}

/** Rows that a step wrote. */
interface Written {
  inserted: Change[];
  updated: Change[];
  deleted: Change[];
}

/** A step with its reads. */
export interface Replay {
  written: Written;
  reads: readonly { text: string; values: (idOf: (id: string) => string) => unknown[] }[];
}

/** Tables of `core` that business transactions write; its other tables belong to people. */
const ofCore = ['audit_event', 'event_outbox', 'search_document', 'numbering_sequence'];
/** Documents are inserted before their dependent rows. */
const parents = [
  ...['sales_order', 'pick', 'shipment', 'shipment_line', 'shipping_case', 'invoice', 'settlement'],
  ...['purchase_order', 'purchase_order_line', 'receiving_order', 'receiving_order_line', 'delivery', 'delivery_line'],
];
const later = ['movement_layer', 'pick_line', 'transaction_allocation', 'shipping_case_content', 'invoice_line'];
const rankOf = ({ name }: Table): number => {
  const plain = name.split('.')[1] as string;
  return parents.includes(plain) ? parents.indexOf(plain) : later.includes(plain) ? 100 : 50;
};

async function tablesOf(admin: Client): Promise<Table[]> {
  const { rows } = await admin.query<Table>(
    `select n.nspname || '.' || c.relname as name,
        (select array_agg(a.attname::text order by k.at) from unnest(i.indkey) with ordinality k (attnum, at)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as key,
        (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and (n.nspname in ('commerce', 'inventory') or n.nspname = 'core' and c.relname = any($1))
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')`,
    [ofCore],
  );
  return rows.sort((left, right) => rankOf(left) - rankOf(right));
}

type Snapshot = Map<Table, Map<string, Row>>;

/** Records the rows that each step writes, so that plain SQL can write the same. */
export class WorkRecorder {
  readonly #admin: Client;
  readonly #accountID: string;
  readonly #tables: readonly Table[];
  #last: Snapshot = new Map();

  private constructor(admin: Client, accountID: string, tables: readonly Table[]) {
    this.#admin = admin;
    this.#accountID = accountID;
    this.#tables = tables;
  }

  static async begin(admin: Client, accountID: string): Promise<WorkRecorder> {
    const recorder = new WorkRecorder(admin, accountID, await tablesOf(admin));
    recorder.#last = await recorder.#snapshot();
    return recorder;
  }

  async #snapshot(): Promise<Snapshot> {
    const found: Snapshot = new Map();
    for (const table of this.#tables) {
      const { rows } = await this.#admin.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${table.name} t where account_id = $1`,
        [this.#accountID],
      );
      found.set(table, new Map(rows.map(({ row }) => [table.key.map((column) => row[column]).join(' '), row])));
    }
    return found;
  }

  /** Rows written since the last call. */
  async written(): Promise<Written> {
    const now = await this.#snapshot();
    const written: Written = { inserted: [], updated: [], deleted: [] };
    for (const [table, rows] of now) {
      const before = this.#last.get(table) ?? new Map<string, Row>();
      const inserted = [...rows].filter(([key]) => !before.has(key)).map(([, row]) => row);
      const updated = [...rows].filter(([key, row]) => {
        // Events are marked by the dispatcher at any time, so their updates are ignored.
        const was = table.name === 'core.event_outbox' ? undefined : before.get(key);
        return was && JSON.stringify(was) !== JSON.stringify(row);
      });
      const deleted = [...before].filter(([key]) => !rows.has(key)).map(([, row]) => row);
      const changed = table.columns.filter((column) =>
        updated.some(([key, row]) => JSON.stringify(row[column]) !== JSON.stringify(before.get(key)?.[column])),
      );
      if (inserted.length) written.inserted.push({ table, rows: inserted, changed: [] });
      if (updated.length) written.updated.push({ table, rows: updated.map(([, row]) => row), changed });
      if (deleted.length) written.deleted.push({ table, rows: deleted, changed: [] });
    }
    this.#last = now;
    return written;
  }
}

const idForm = /\b[a-z]{2,4}_[0-9a-z]{26}\b/g;
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const random = (): string => [...randomBytes(18)].map((byte) => letters[byte % 32]).join('');

/** Numbers that were taken stay taken. */
const writtenValue = ({ name }: Table, column: string): string =>
  name === 'core.numbering_sequence' && column === 'next' ? 't.next + 1' : `w.${column}`;
const on = (key: readonly string[]): string => key.map((column) => `t.${column} = w.${column}`).join(' and ');

/**
 * Writes the recorded rows again by plain SQL, as new documents: each step is one transaction of the tenant role with
 * the account set. Changed rows are locked first, and one statement per table writes them.
 */
export class WorkReplay {
  readonly #client: Client;
  readonly #accountID: string;
  readonly #steps: ReadonlyMap<string, Replay>;
  readonly #own: ReadonlySet<string>;
  #turn = 0;

  constructor(client: Client, accountID: string, steps: ReadonlyMap<string, Replay>) {
    this.#client = client;
    this.#accountID = accountID;
    this.#steps = steps;
    const made = [...steps.values()].flatMap(({ written }) => written.inserted.flatMap(({ rows }) => rows));
    this.#own = new Set(made.flatMap(({ id }) => (typeof id === 'string' ? id : [])));
  }

  /** Runs all steps once; returns the milliseconds of each. */
  async run(): Promise<Map<string, number>> {
    this.#turn += 1;
    const ids = new Map<string, string>();
    const idOf = (id: string): string => {
      if (!this.#own.has(id)) return id;
      const known = ids.get(id) ?? `${id.slice(0, id.indexOf('_') + 9)}${random()}`;
      ids.set(id, known);
      return known;
    };
    const took = new Map<string, number>();
    for (const [name, step] of this.#steps) {
      const prepared = this.#prepared(step, idOf);
      const began = performance.now();
      await this.#step(name, step, prepared, idOf);
      took.set(name, performance.now() - began);
    }
    return took;
  }

  /** The rows as JSON with the ids and numbers of this run, by position in the step. */
  #prepared({ written }: Replay, idOf: (id: string) => string): string[] {
    const renumbered = (row: Row): Row =>
      'number_key' in row
        ? {
            ...row,
            number: `${String(row['number'])}${700_000 + this.#turn}`,
            number_key: `${row['number_key']}${this.#turn}`,
          }
        : row;
    return [...written.inserted, ...written.updated, ...written.deleted].map(({ rows, changed }) =>
      JSON.stringify(changed.length ? rows : rows.map(renumbered)).replace(idForm, idOf),
    );
  }

  async #step(name: string, { written, reads }: Replay, json: readonly string[], idOf: (id: string) => string) {
    let at = 0;
    const ask = (what: string, text: string, values: unknown[]) =>
      this.#client.query({ name: `${name}.${what}`, text, values });
    await this.#client.query('begin');
    try {
      await ask('account', "select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)", [
        this.#accountID,
      ]);
      for (const [index, { text, values }] of reads.entries()) await ask(`read${index}`, text, values(idOf));
      const touched = [...written.updated, ...written.deleted];
      for (const [index, { table }] of touched.entries())
        await ask(
          `lock ${table.name}${index}`,
          `select t.* from ${table.name} t join jsonb_populate_recordset(null::${table.name}, $1::jsonb) w
            on ${on(table.key)} order by ${table.key.map((column) => `t.${column}`).join()} for no key update of t`,
          [json[written.inserted.length + index]],
        );
      for (const { table } of written.inserted)
        await ask(
          `insert ${table.name}`,
          `insert into ${table.name} (${table.columns.join()}) select ${table.columns.join()}
            from jsonb_populate_recordset(null::${table.name}, $1::jsonb)`,
          [json[at++]],
        );
      for (const { table, changed } of written.updated)
        await ask(
          `update ${table.name}`,
          `update ${table.name} t set ${changed.map((column) => `${column} = ${writtenValue(table, column)}`).join()}
            from jsonb_populate_recordset(null::${table.name}, $1::jsonb) w where ${on(table.key)}`,
          [json[at++]],
        );
      for (const { table } of written.deleted)
        await ask(
          `delete ${table.name}`,
          `delete from ${table.name} t using jsonb_populate_recordset(null::${table.name}, $1::jsonb) w
            where ${on(table.key)}`,
          [json[at++]],
        );
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback');
      throw error;
    }
  }
}
