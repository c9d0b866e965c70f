import type { RecordType } from '../../../contracts/records/record.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';

type Row = Record<string, unknown>;

/** A created, changed or ended record of A. */
export interface RecordWrite {
  types: readonly RecordType[];
  id: string;
  how: 'made' | 'changed' | 'ended';
  /** The present row, or the last one before it ended. */
  row: Row;
  /** Changed columns. */
  columns: readonly string[];
}

/** Records written since the last call, and new timeline entries. */
export interface Writes {
  records: RecordWrite[];
  /** Tables of the account, besides those of records, with rows that are new, changed or gone. */
  parts: string[];
  /** New entries, as keys of `entryOf`. */
  told: ReadonlySet<string>;
}

const entryOf = (type: string, id: unknown): string => `${type} ${id}`;

/** Tables that tell of a call, carry it out or limit it, whose rows are parts of no record. */
const unjudged = new Set([
  'core.audit_event',
  'core.email_log',
  'core.event_outbox',
  'core.idempotency_key',
  'core.notification',
  'core.number_series',
  'core.request_log',
]);

/** Columns that are not shown in timelines. */
const bookkeeping = new Set(['version', 'updated_at']);

/**
 * Tracks all records of A: rows with ids of declared record types. Each call returns the changes since the previous
 * call, by any transaction.
 */
export async function recordWrites(kernel: PopulatedKernel): Promise<() => Promise<Writes>> {
  const typesByPrefix = new Map<string, { schemas: readonly string[]; types: RecordType[] }>();
  for (const { definition } of kernel.registry.plugins)
    for (const type of definition.records ?? []) {
      const known = typesByPrefix.get(type.prefix)?.types ?? [];
      // Parties of all kinds are in core's tables.
      typesByPrefix.set(type.prefix, { schemas: [definition.id, 'core'], types: [...known, type] });
    }
  const typesOf = (table: string, id: string): readonly RecordType[] => {
    const found = typesByPrefix.get(id.slice(0, id.lastIndexOf('_')));
    return found?.schemas.includes(table.slice(0, table.indexOf('.'))) ? found.types : [];
  };
  const rowsOf = async (table: string, since: string): Promise<{ id: string; row: Row }[]> => {
    const text = `select id, to_jsonb(t) as row from ${table} t where account_id = $1 and xmin::text::bigint >= $2`;
    return (await kernel.admin.query<{ id: string; row: Row }>(text, [kernel.a.id, since])).rows;
  };
  const nextTransaction = async (): Promise<string> =>
    (await kernel.admin.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next')).rows[0].next;

  const known = new Map<string, Map<string, Row>>();
  /** Rows of tables that hold parts of records. */
  const parts = new Map<string, number>();
  let since = await nextTransaction();
  // Rows of search documents have the id of the indexed record.
  for (const { name, columns } of kernel.tables.filter((table) => table.name !== 'core.search_document')) {
    const rows = columns.some((column) => column.name === 'id') ? await rowsOf(name, '0') : undefined;
    // An empty table can get records later.
    if (rows && (!rows.length || rows.some(({ id }) => typesOf(name, id).length)))
      known.set(name, new Map(rows.map(({ id, row }) => [id, row])));
    if (
      rows?.length !== 0 &&
      !known.has(name) &&
      !unjudged.has(name) &&
      columns.some((each) => each.name === 'account_id')
    )
      parts.set(name, -1);
  }

  const writesOf = async (table: string, isWritten: boolean, count: number): Promise<RecordWrite[]> => {
    const before = known.get(table) as Map<string, Row>;
    const writes: RecordWrite[] = [];
    const write = (id: string, rest: Omit<RecordWrite, 'types' | 'id'>): void => {
      const types = typesOf(table, id);
      if (types.length) writes.push({ types, id, ...rest });
    };
    for (const { id, row } of isWritten ? await rowsOf(table, since) : []) {
      const old = before.get(id);
      const columns = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(old?.[name]));
      before.set(id, row);
      if (columns.some((name) => !bookkeeping.has(name))) write(id, { how: old ? 'changed' : 'made', row, columns });
    }
    if (before.size === count) return writes;
    const { rows } = await kernel.admin.query(`select id from ${table} where account_id = $1`, [kernel.a.id]);
    const there = new Set(rows.map(({ id }) => id));
    for (const [id, row] of [...before])
      if (!there.has(id)) {
        before.delete(id);
        write(id, { how: 'ended', row, columns: [] });
      }
    return writes;
  };

  return async () => {
    const { rows: entries } = await kernel.admin.query<{ id: string; type: string }>(
      `select record_id as id, record_type as type from core.audit_event
        where account_id = $1 and xmin::text::bigint >= $2`,
      [kernel.a.id, since],
    );
    const { rows: counts } = await kernel.admin.query<{ name: string; count: number; written: number }>(
      [...known.keys(), ...parts.keys()]
        .map(
          (table) => `select '${table}' as name, count(*)::int as count,
            count(*) filter (where xmin::text::bigint >= $2)::int as written from ${table} where account_id = $1`,
        )
        .join(' union all '),
      [kernel.a.id, since],
    );
    const records: RecordWrite[] = [];
    const changed: string[] = [];
    for (const { name, count, written } of counts) {
      if (known.has(name)) records.push(...(await writesOf(name, written > 0, count)));
      else if (written > 0 || count !== parts.get(name)) changed.push(name);
      if (parts.has(name)) parts.set(name, count);
    }
    since = await nextTransaction();
    return { records, parts: changed, told: new Set(entries.map(({ type, id }) => entryOf(type, id))) };
  };
}

const camel = (column: string): string => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Written records without a timeline entry, unless their type declares why. */
export const untold = ({ records, told }: Writes): RecordWrite[] =>
  records.filter(({ types, id, how, row, columns }) => {
    const isTold = types.some(
      ({ type, toldBy }) =>
        told.has(entryOf(type, id)) || (toldBy && Object.values(row).some((value) => told.has(entryOf(toldBy, value)))),
    );
    const isFollowing = types.some(
      ({ follows }) =>
        how === 'changed' && columns.every((name) => bookkeeping.has(name) || follows?.includes(camel(name))),
    );
    return !isTold && !isFollowing && types.some((type) => type.untold === undefined);
  });
