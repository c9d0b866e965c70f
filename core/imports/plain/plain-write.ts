import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { auditAll } from '../../audit/audit.ts';
import type { WrittenVersion } from '../../change-sets/run/change-set-action.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { indexRecords } from '../../search/search.ts';
import type { PlainFact, PlainImport, PlainPart, PlainRecord, PlainState, PlainWrite } from './plain-import.ts';
import { linkedIDs, plainChanges, plainColumns } from './plain-records.ts';

type Kind = PlainImport;

/** Overwrites rows with the given versions; returns the new versions of those whose version still matched. */
async function overwriteRows(
  ctx: AccountContext,
  table: string,
  rows: readonly ({ id: string; version: number } & Record<string, unknown>)[],
): Promise<Map<string, number>> {
  const [first] = rows;
  if (!first) return new Map();
  const columns = Object.keys(first).filter((column) => column !== 'id' && column !== 'version');
  const assignments = sql.join([
    ...columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`),
    sql`version = own.version + 1, updated_at = ${ctx.clock.now()}`,
  ]);
  const { rows: written } = await sql<{ id: string; version: number }>`update ${sql.table(table)} as own
    set ${assignments}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::text::jsonb) r
    where own.account_id = ${ctx.account.id} and own.id = r.id and own.version = r.version
    returning own.id, own.version`.execute(ctx.em.query());
  return new Map(written.map(({ id, version }) => [id, version]));
}

const newRow = (ctx: AccountContext) => ({ created_at: ctx.clock.now(), updated_at: ctx.clock.now(), version: 1 });

async function writeLinks(ctx: AccountContext, kind: Kind, writes: readonly PlainWrite[]): Promise<void> {
  for (const { name, links } of kind.fields) {
    if (!links) continue;
    const changed = writes.filter(
      ({ before, values }) => !isDeepStrictEqual(linkedIDs(before?.values[name]), linkedIDs(values[name])),
    );
    await deleteOwned(
      ctx,
      links,
      changed.filter(({ before }) => before).map(({ id }) => id),
    );
    await ctx.em.insert(
      links.table,
      changed.flatMap(({ id, values }) =>
        linkedIDs(values[name]).map((target, position) => ({
          [links.owner]: id,
          [links.target]: target,
          ...(links.position === undefined ? {} : { [links.position]: position }),
        })),
      ),
    );
  }
}

async function deleteOwned(
  ctx: AccountContext,
  { table, owner }: { table: string; owner: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length)
    await sql`delete from ${sql.table(table)} where account_id = ${ctx.account.id}
      and ${sql.ref(owner)} = any(${[...ids]}::text[])`.execute(ctx.em.query());
}

/** Versions by part, and the parts of each record. */
interface WrittenParts {
  versions: Map<string, WrittenVersion>;
  byOwner: Map<string, string[]>;
  isComplete: boolean;
}

async function writeParts(ctx: AccountContext, kind: Kind, writes: readonly PlainWrite[]): Promise<WrittenParts> {
  const versions = new Map<string, WrittenVersion>();
  const byOwner = new Map<string, string[]>();
  const { parts } = kind;
  if (!parts) return { versions, byOwner, isComplete: true };
  const added: object[] = [];
  const changed: { id: string; version: number; [column: string]: unknown }[] = [];
  const removed: string[] = [];
  for (const { id: ownerID, before, parts: wanted } of writes) {
    const old = new Map((before?.parts ?? []).map((part) => [part.id, part]));
    for (const { id, columns } of wanted) {
      const known = old.get(id);
      old.delete(id);
      const columnValues = Object.fromEntries(parts.columns.map((column) => [column, columns[column] ?? null]));
      if (known && isSamePart(known, columns, parts.columns)) continue;
      const partID = known?.id ?? newID(parts.prefix);
      byOwner.set(ownerID, [...(byOwner.get(ownerID) ?? []), partID]);
      if (known) changed.push({ id: partID, version: known.version, ...columnValues });
      else {
        added.push({ id: partID, [parts.owner]: ownerID, ...columnValues, ...newRow(ctx) });
        versions.set(partID, { found: null, left: 1 });
      }
    }
    removed.push(...old.keys());
  }
  if (removed.length)
    await sql`delete from ${sql.table(parts.table)} where account_id = ${ctx.account.id}
      and id = any(${removed}::text[])`.execute(ctx.em.query());
  const left = await overwriteRows(ctx, parts.table, changed);
  await ctx.em.insert(parts.table, added);
  for (const { id, version } of changed) versions.set(id, { found: version, left: left.get(id) ?? 0 });
  return { versions, byOwner, isComplete: left.size === changed.length };
}

const isSamePart = (known: PlainPart, columns: PlainPart['columns'], names: readonly string[]): boolean =>
  names.every((name) => (known.columns[name] ?? null) === (columns[name] ?? null));

/** Result of writing records: versions by record, the written parts, and whether all expected versions matched. */
export interface PlainWritten extends WrittenParts {
  left: Map<string, number>;
}

/** Writes new and changed records, the latter at the versions read before, in a fixed number of statements. */
export async function writePlain(
  ctx: AccountContext,
  kind: Kind,
  writes: readonly PlainWrite[],
): Promise<PlainWritten> {
  const changed = writes.flatMap(({ before, ...write }) => (before ? [{ ...write, before }] : []));
  await ctx.em.insert(
    kind.table,
    writes
      .filter(({ before }) => !before)
      .map((write) => ({ id: write.id, ...plainColumns(kind, write), ...newRow(ctx) })),
  );
  const left = await overwriteRows(
    ctx,
    kind.table,
    changed.map((write) => ({ id: write.id, version: write.before.version, ...plainColumns(kind, write) })),
  );
  await writeLinks(ctx, kind, writes);
  const parts = await writeParts(ctx, kind, writes);
  return { ...parts, left, isComplete: parts.isComplete && left.size === changed.length };
}

const historyOf = (kind: PlainImport, before: PlainState, after: PlainState) =>
  plainChanges(kind, before, after).flatMap(({ field: { name, history = name }, from, to }) =>
    history === null ? [] : [{ field: history, from, to }],
  );

/** History, events and search documents of written records. */
export async function tellWritten(ctx: AccountContext, kind: Kind, writes: readonly PlainWrite[]): Promise<void> {
  const all = writes.map((write) => ({
    ...write,
    record: { type: kind.recordType, id: write.id },
    changes: write.before ? historyOf(kind, write.before, write) : [],
  }));
  await auditAll(
    ctx,
    all.flatMap(({ record, before, changes, ...write }) => [
      ...(before ? [] : [{ record, action: 'created' }]),
      ...(changes.length ? [{ record, action: 'updated', changes }] : []),
      ...(before && kind.parts ? kind.parts.history(before, write).map((entry) => ({ record, ...entry })) : []),
    ]),
  );
  const factOf = ({ id, values, changes }: (typeof all)[number]): PlainFact => ({
    id,
    values,
    fields: changes.map(({ field }) => field),
  });
  await kind.tell?.created(ctx, all.filter(({ before }) => !before).map(factOf));
  await kind.tell?.changed(ctx, all.filter(({ before, changes }) => before && changes.length).map(factOf));
  if (kind.document)
    await indexRecords(
      ctx,
      all.map(({ record, values }) => ({ ...record, ...(kind.document as NonNullable<Kind['document']>)(values) })),
    );
}

/** Deletes records with their links and parts; no other record may refer to them. */
export async function deletePlain(ctx: AccountContext, kind: Kind, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  for (const { links } of kind.fields) if (links) await deleteOwned(ctx, links, ids);
  if (kind.parts) await deleteOwned(ctx, kind.parts, ids);
  await sql`delete from ${sql.table(kind.table)} where account_id = ${ctx.account.id}
    and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
}

/**
 * The write that restores the state `before` over `now`. Only parts that the import wrote are restored; parts added
 * later stay.
 */
export function restoreOf(now: PlainRecord, before: PlainState, partIDs: readonly string[] = []): PlainWrite {
  const written = new Set(partIDs);
  const old = new Map(before.parts.map((part) => [part.id, part]));
  return {
    id: now.id,
    values: { ...before.values },
    parts: now.parts.flatMap((part) => (written.has(part.id) ? (old.get(part.id) ?? []) : part)),
    before: now,
  };
}
