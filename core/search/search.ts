import { type RawBuilder, sql } from 'kysely';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Invariant } from '../kernel/plugin/plugin.ts';
import type { SearchDocument } from './search-document.entity.ts';
import { searchText, searchWords } from './search-text.ts';

type Tables = { 'core.search_document': TableRow<typeof SearchDocument> };

/** The search document of a record. */
export interface IndexedRecord {
  /** Type in its plugin's records: `sales_order`. */
  type: string;
  id: string;
  /** Title in the palette: number, name. */
  title: string;
  /** Second line in the palette, which distinguishes similar records. */
  subtitle?: string | undefined;
  /** Further text for finding it, besides title and subtitle. */
  text: string;
  /** Set for records of one customer, which are found by its portal users only. */
  customerID?: string | undefined;
}

const rowOf = (ctx: AccountContext, record: IndexedRecord) => ({
  id: record.id,
  record_type: record.type,
  customer_id: record.customerID ?? '',
  title: record.title,
  subtitle: record.subtitle ?? '',
  title_text: searchText(record.title),
  text: searchText(record.title, record.subtitle, record.text),
  updated_at: ctx.clock.now(),
});

const onConflict = sql`on conflict (account_id, id) do update set title = excluded.title, subtitle = excluded.subtitle,
    title_text = excluded.title_text, text = excluded.text, customer_id = excluded.customer_id,
    updated_at = excluded.updated_at
  where ${
    // Rewriting an unchanged text would needlessly update the trigram index.
    sql`(search_document.title, search_document.subtitle, search_document.text, search_document.customer_id)
      is distinct from (excluded.title, excluded.subtitle, excluded.text, excluded.customer_id)`
  }`;

/** Writes the search documents of records in this transaction; call it after every change of their texts. */
export async function indexRecords(ctx: AccountContext, records: readonly IndexedRecord[]): Promise<void> {
  for (const record of records)
    ctx.em.append('core.search_document', rowOf(ctx, record), { key: record.id, ending: onConflict });
  await ctx.em.writeIfMany();
}

/** Writes the search document of one record in this transaction. */
export const indexRecord = (ctx: AccountContext, record: IndexedRecord): Promise<void> => indexRecords(ctx, [record]);

/** Deletes the search document of a deleted record. */
export const unindexRecord = (ctx: AccountContext, type: string, id: string): Promise<void> =>
  unindexRecords(ctx, type, [id]);

/** Deletes the search documents of deleted records. */
export async function unindexRecords(ctx: AccountContext, type: string, ids: readonly string[]): Promise<void> {
  ctx.em.forget('core.search_document', ids);
  await ctx.em
    .query<Tables>()
    .deleteFrom('core.search_document')
    .where('account_id', '=', ctx.account.id)
    .where('record_type', '=', type)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Ids of the records of these types that match a text, at most `max` of each type. */
const foundIDs = (types: readonly string[], query: string, max: number | null): RawBuilder<string> =>
  sql.join(
    types.map(
      (type) =>
        sql`select found.id
          from core.search_ids(${type}, ${searchWords(query)}::text[], ${max}::integer) as found (id)`,
    ),
    sql` union all `,
  );

/**
 * Ids of the records of some types that match a text, as a subselect: `.where('carrier.id', 'in',
 * searchIDs(['carrier'], query))`. Use one set of ids for all types, because sets joined by `or` would be checked for
 * each row. Every word has to match: words of three letters or more anywhere in a word, shorter ones at its beginning.
 */
export const searchIDs = (types: readonly string[], query: string): RawBuilder<string> =>
  sql<string>`(${foundIDs(types, query, null)})`;

/** A text filter on records of some types. */
export interface TextFilter {
  types: readonly string[];
  query: string;
}

/** Ids of the matching records, at most `max`, in no order. */
export async function findIDs(ctx: AccountContext, { types, query }: TextFilter, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${foundIDs(types, query, max)} limit ${max}`.execute(
    ctx.em.query('values'),
  );
  return rows.map(({ id }) => id);
}

/** Number of the matching records. */
export async function countFound(ctx: AccountContext, { types, query }: TextFilter): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`select sum(core.search_count(type, ${searchWords(query)}::text[])) as count
    from unnest(${[...types]}::text[]) as type`.execute(ctx.em.query());
  return Number(rows[0]?.count ?? 0);
}

/**
 * Whether the text matches the record with this id, checked on its document. For staff only; for portal customers the
 * functions decide.
 */
export const isFoundBy = (ctx: AccountContext, { types, query }: TextFilter, id: string): RawBuilder<boolean> =>
  sql<boolean>`(select document.text like all (array(select core.search_pattern(word)
    from unnest(${searchWords(query)}::text[]) as word))
    from core.search_document document
    where document.account_id = ${ctx.account.id} and document.id = ${sql.ref(id)}
      and document.record_type = any(${[...types]}::text[]))`;

/** A record in the palette. */
export interface FoundRecord {
  type: string;
  id: string;
  title: string;
  subtitle: string;
}

/** The best `max` matches of each type: exact titles, then titles that begin with the text, then the newest. */
export async function findRecords(
  ctx: AccountContext,
  types: readonly string[],
  query: string,
  max: number,
): Promise<FoundRecord[]> {
  const words = searchWords(query);
  if (!words.length || !types.length) return [];
  const { rows } = await sql<FoundRecord>`select wanted.type, found.id, found.title, found.subtitle
    from unnest(${[...types]}::text[]) with ordinality as wanted (type, place)
    cross join lateral core.search_documents(wanted.type, ${words}::text[], ${max})
      with ordinality as found (id, title, subtitle, place)
    order by found.place, wanted.place`.execute(ctx.em.query());
  return rows;
}

/** Titles of records by id, for rows found in another way. */
export async function titlesOf(
  ctx: AccountContext,
  ids: readonly string[],
): Promise<Map<string, { title: string; subtitle: string }>> {
  if (!ids.length) return new Map();
  const rows = await ctx.em
    .query<Tables>()
    .selectFrom('core.search_document')
    .select(['id', 'title', 'subtitle'])
    .where('account_id', '=', ctx.account.id)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, title, subtitle }) => [id, { title, subtitle }]));
}

/** Invariant of records that a list counts by their documents: exactly these rows have one. */
export const recordsWithoutDocument = (name: string, recordType: string, rows: string): Invariant => ({
  name,
  sql: `select coalesce(record.id, document.id) as id from (${rows}) record
    full join (select id from core.search_document where account_id = $1 and record_type = '${recordType}') document
      on document.id = record.id
    where record.id is null or document.id is null`,
});
