import { sql } from 'kysely';
import type { AccountContext } from '../../kernel/context/context.ts';
import type {
  NamedRecord,
  PlainField,
  PlainImport,
  PlainPart,
  PlainRecord,
  PlainState,
  PlainValue,
} from './plain-import.ts';

type Row = Readonly<Record<string, unknown>>;
type Kind = Pick<PlainImport, 'table' | 'fields' | 'parts' | 'computed'>;

/** The records that references may name, for the rows of a chunk. */
export interface PlainNames {
  /** Records with the text of a cell, ignoring case; several may have the same name. */
  find(field: PlainField, cell: string): readonly NamedRecord[];
}

interface FoundRecord extends NamedRecord {
  texts: readonly string[];
}

/** The name column for all fields that refer to one table. */
const calledIn = (fields: readonly PlainField[]): string =>
  fields.find(({ refersTo }) => refersTo?.called)?.refersTo?.called ?? 'name';

/** Loads all records that the cells of reference fields name, one statement per table. */
export async function plainNames(
  ctx: AccountContext,
  fields: readonly PlainField[],
  cellsOf: (field: PlainField) => readonly string[],
): Promise<PlainNames> {
  const byTable = Map.groupBy(
    fields.filter(({ refersTo }) => refersTo),
    ({ refersTo }) => refersTo?.table ?? '',
  );
  const found = new Map<string, FoundRecord[]>();
  for (const [table, own] of byTable) {
    const cells = [...new Set(own.flatMap(cellsOf))];
    const called = calledIn(own);
    const columns = [...new Set([called, ...own.flatMap(({ refersTo }) => refersTo?.by ?? [])])];
    const lower = cells.map((cell) => cell.toLowerCase());
    const conditions = columns.map(
      // PostgreSQL may not know the lower case of every letter, so exact matches are included.
      (column) => sql`${sql.ref(column)} = any(${cells}::text[]) or lower(${sql.ref(column)}) = any(${lower}::text[])`,
    );
    const texts = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = cells.length
      ? await sql<FoundRecord>`select id, ${sql.ref(called)} as name, array_remove(array[${texts}], null) as texts
          from ${sql.table(table)}
          where account_id = ${ctx.account.id} and (${sql.join(conditions, sql` or `)}) order by 2, id`.execute(
          ctx.em.query(),
        )
      : { rows: [] };
    found.set(table, rows);
  }
  const byText = new Map(
    [...found].map(([table, records]) => {
      const named = new Map<string, FoundRecord[]>();
      for (const record of records)
        for (const text of new Set(record.texts.map((each) => each.toLowerCase()))) {
          const others = named.get(text);
          if (others) others.push(record);
          else named.set(text, [record]);
        }
      return [table, named] as const;
    }),
  );
  return {
    find({ refersTo }, cell) {
      const all = byText.get(refersTo?.table ?? '')?.get(cell.toLowerCase()) ?? [];
      const exact = all.filter(({ texts }) => texts.includes(cell));
      return (exact.length ? exact : all).map(({ id, name }) => ({ id, name }));
    },
  };
}

/** The records that match a condition, in a fixed number of statements. */
export async function plainRecords(
  ctx: AccountContext,
  kind: Kind,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<PlainRecord[]> {
  const { rows } = await sql<{
    row: Row;
  }>`select to_jsonb(own.*) as row from ${sql.table(kind.table)} own
    where own.account_id = ${ctx.account.id} and ${condition} order by own.id`.execute(ctx.em.query());
  const all = rows.map(({ row }) => row);
  const ids = all.map((row) => row['id'] as string);
  const computed = ids.length ? await kind.computed?.(ctx, ids) : undefined;
  const names = await referredNames(ctx, kind.fields, all);
  const links = await linkedRecords(ctx, kind.fields, ids);
  const parts = Map.groupBy(
    kind.parts && ids.length ? await kind.parts.stored(ctx, ids) : [],
    ({ ownerID }) => ownerID,
  );
  return all.map((row): PlainRecord => {
    const id = row['id'] as string;
    const values: Record<string, PlainValue> = { ...computed?.get(id) };
    for (const field of kind.fields) {
      const { name, column, refersTo } = field;
      if (field.links) values[name] = links.get(`${name} ${id}`) ?? [];
      else if (column !== undefined) {
        const value = (row[column] ?? null) as string | number | boolean | null;
        values[name] =
          refersTo && typeof value === 'string'
            ? { id: value, name: names.get(`${refersTo.table} ${value}`) ?? '' }
            : value;
      }
    }
    return {
      id,
      version: row['version'] as number,
      values,
      parts: (parts.get(id) ?? []).map(({ ownerID: _, ...part }): PlainPart => part),
    };
  });
}

/** The records with these ids. */
export const plainRecordsByID = async (
  ctx: AccountContext,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, PlainRecord>> =>
  new Map(
    ids.length
      ? (await plainRecords(ctx, kind, sql<boolean>`own.id = any(${[...ids]}::text[])`)).map((each) => [each.id, each])
      : [],
  );

async function referredNames(
  ctx: AccountContext,
  fields: readonly PlainField[],
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const referenceFields = fields.filter(({ refersTo, column }) => refersTo && column !== undefined);
  for (const [table, same] of Map.groupBy(referenceFields, ({ refersTo }) => refersTo?.table ?? '')) {
    const ids = new Set(same.flatMap(({ column = '' }) => rows.flatMap((row) => (row[column] as string | null) ?? [])));
    if (!ids.size) continue;
    const { rows: found } =
      await sql<NamedRecord>`select id, ${sql.ref(calledIn(same))} as name from ${sql.table(table)}
      where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
    for (const { id, name } of found) names.set(`${table} ${id}`, name);
  }
  return names;
}

async function linkedRecords(
  ctx: AccountContext,
  fields: readonly PlainField[],
  ids: readonly string[],
): Promise<Map<string, NamedRecord[]>> {
  const linked = new Map<string, NamedRecord[]>();
  for (const { name, links, refersTo } of fields) {
    if (!links || !refersTo || !ids.length) continue;
    const owner = sql.ref(`link.${links.owner}`);
    const order = links.position === undefined ? sql`` : sql`${sql.ref(`link.${links.position}`)}, `;
    const called = sql.ref(`target.${refersTo.called ?? 'name'}`);
    const { rows } = await sql<
      NamedRecord & { ownerID: string }
    >`select ${owner} as "ownerID", target.id, ${called} as name
      from ${sql.table(links.table)} link
      join ${sql.table(refersTo.table)} target on target.account_id = link.account_id
        and target.id = ${sql.ref(`link.${links.target}`)}
      where link.account_id = ${ctx.account.id} and ${owner} = any(${[...ids]}::text[])
      order by ${owner}, ${order}${called}, target.id`.execute(ctx.em.query());
    for (const { ownerID, ...record } of rows) {
      const key = `${name} ${ownerID}`;
      const others = linked.get(key);
      if (others) others.push(record);
      else linked.set(key, [record]);
    }
  }
  return linked;
}

const isNamed = (value: PlainValue | undefined): value is NamedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The column value of a field. */
const columnValue = (value: PlainValue | undefined): unknown => (isNamed(value) ? value.id : (value ?? null));

/** A value in readable form, with names for references. */
export function plainTextField(value: PlainValue | undefined): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (isNamed(value)) return value.name;
  if (typeof value === 'object') return value.map(({ name }) => name).join(', ') || null;
  return value;
}

/** The differing fields for an import's preview; for a new record those that are not empty. */
export const plainChanges = ({ fields }: Pick<Kind, 'fields'>, before: PlainState | undefined, after: PlainState) =>
  fields
    .filter(({ column, links }) => column !== undefined || links)
    .flatMap((field) => {
      const to = plainTextField(after.values[field.name]);
      const from = plainTextField(before ? before.values[field.name] : (field.blank ?? null));
      return from === to ? [] : [{ field, from: before ? from : null, to }];
    });

/** The row of a record in its table, without the common columns. */
export const plainColumns = (
  { fields }: Pick<Kind, 'fields'>,
  { values }: Pick<PlainState, 'values'>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name, column }) => (column === undefined ? [] : [[column, columnValue(values[name])]])),
  );

/** Ids of the linked records in order. */
export const linkedIDs = (value: PlainValue | undefined): string[] =>
  Array.isArray(value) ? value.map(({ id }: NamedRecord) => id) : [];
