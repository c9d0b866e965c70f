import { sql } from 'kysely';
import { auditAll } from '../../audit/audit.ts';
import type { AppliedRow, UndoneSet } from '../../change-sets/run/change-set-action.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import { unindexRecords } from '../../search/search.ts';
import type { NamedRecord, PlainImport, PlainRecord, PlainState, PlainTaken, PlainUndo } from './plain-import.ts';
import { linkedIDs, plainRecordsByID, plainTextField } from './plain-records.ts';
import { deletePlain, restoreOf, tellWritten, writePlain } from './plain-write.ts';

type Kind = PlainImport;
type Refusal = { row: number; label: string; reason: string };

const takenOf = (rows: readonly AppliedRow[]): PlainTaken[] =>
  rows.flatMap(({ row, recordID, undo, versions }): PlainTaken[] =>
    recordID && undo ? [{ row, id: recordID, undo: undo as PlainUndo, left: (name) => versions[name]?.left ?? 0 }] : [],
  );

/** Ids of all records that the undo deletes. */
const createdBy = (taken: readonly PlainTaken[]): string[] =>
  taken.flatMap(({ id, undo }) => [...(undo.before ? [] : [id]), ...(undo.made ?? []).map((made) => made.id)]);

/** Deleted records to which restored ones would refer, by id. */
async function goneReferences(
  ctx: AccountContext,
  { fields }: Kind,
  restored: readonly PlainState[],
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { name, refersTo } of fields) {
    if (!refersTo) continue;
    const ids = [...new Set(restored.flatMap(({ values }) => referredIDs(values[name])))];
    if (!ids.length) continue;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(refersTo.table)}
      where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
    const there = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) gone.add(id);
  }
  return gone;
}

const referredIDs = (value: PlainState['values'][string] | undefined): string[] =>
  typeof value === 'object' && value !== null && 'id' in value ? [value.id] : linkedIDs(value);

function goneReason({ fields }: Kind, before: PlainState, gone: ReadonlySet<string>): string | undefined {
  for (const { name, refersTo } of fields) {
    const value = before.values[name];
    const named = (Array.isArray(value) ? value : [value]) as readonly NamedRecord[];
    const lost = refersTo && referredIDs(value).find((id) => gone.has(id));
    if (lost) return `its ${refersTo.what} ${named.find(({ id }) => id === lost)?.name ?? ''} was deleted since`;
  }
  return undefined;
}

/** Whether the record still has exactly the parts that the import left. */
function isPartsLeft({ undo, left }: PlainTaken, { parts }: PlainRecord): boolean {
  const written = new Set(undo.partIDs);
  if ([...written].some((id) => !parts.some((part) => part.id === id))) return false;
  const known = new Set((undo.before?.parts ?? []).map(({ id }) => id));
  return parts.every(({ id, version }) =>
    written.has(id) ? version === left(id) : undo.before ? true : known.has(id),
  );
}

/**
 * Reasons against the undo because of later changes: the record was changed, deleted or is used, or a referenced record
 * is deleted.
 */
export async function plainRefusals(
  ctx: AccountContext,
  kind: Kind,
  rows: readonly AppliedRow[],
  set: UndoneSet,
): Promise<Refusal[]> {
  const taken = takenOf(rows);
  const created = createdBy(taken);
  const ids = [...new Set([...taken.map(({ id }) => id), ...created])];
  await sql`select id from ${sql.table(kind.table)} where account_id = ${ctx.account.id} and id = any(${ids}::text[])
    order by id for update`.execute(ctx.em.query());
  if (kind.parts)
    await sql`select id from ${sql.table(kind.parts.table)} where account_id = ${ctx.account.id}
      and ${sql.ref(kind.parts.owner)} = any(${ids}::text[]) order by id for update`.execute(ctx.em.query());
  const standing = await plainRecordsByID(ctx, kind, ids);
  const restored = taken.flatMap(({ undo }) => undo.before ?? []);
  const gone = await goneReferences(ctx, kind, restored);
  const uses = created.length ? await kind.uses(ctx, created, set) : new Map<string, string>();
  const added = taken.flatMap(({ undo }) => (undo.before && undo.partIDs ? addedParts(undo, undo.before) : []));
  const partUses = added.length && kind.parts ? await kind.parts.uses(ctx, added) : new Map<string, string>();
  const further = (await kind.refusals?.(ctx, taken)) ?? new Map<string, string>();
  const reasonFor = (each: PlainTaken): string | undefined => {
    const { id, undo, left } = each;
    const now = standing.get(id);
    // A record that the import created and that was deleted since needs no undo.
    if (!now) return undo.before ? 'it was deleted since' : undefined;
    if (now.version !== left(id)) return 'it was changed since';
    if (kind.parts && !isPartsLeft(each, now)) return `its ${kind.parts.what} were changed since`;
    const used = uses.get(id);
    if (!undo.before && used) return `it is ${used}`;
    for (const { id: madeID, name } of undo.made ?? []) {
      const other = standing.get(madeID);
      if (other && other.version !== left(madeID)) return `${name}, which was made for it, was changed since`;
      const otherUse = uses.get(madeID);
      if (otherUse) return `${name}, which was made for it, is ${otherUse}`;
    }
    if (undo.before) {
      const reason = goneReason(kind, undo.before, gone);
      if (reason) return reason;
      for (const partID of addedParts(undo, undo.before)) {
        const partUse = partUses.get(partID);
        if (partUse) return partUse;
      }
    }
    return further.get(id);
  };
  return taken.flatMap((each) => {
    const reason = reasonFor(each);
    return reason === undefined ? [] : [{ row: each.row, label: each.undo.label, reason }];
  });
}

const addedParts = (undo: PlainUndo, before: PlainState): string[] =>
  (undo.partIDs ?? []).filter((id) => !before.parts.some((part) => part.id === id));

/** Undoes records: created ones are deleted, changed ones restored. Returns their new versions. */
export async function undoPlain(
  ctx: AccountContext,
  kind: Kind,
  rows: readonly AppliedRow[],
): Promise<Map<string, number>> {
  const taken = takenOf(rows);
  const restored = taken.flatMap(({ id, undo, left }) =>
    undo.before ? [{ id, undo, before: undo.before, left }] : [],
  );
  const created = createdBy(taken);
  const standing = await plainRecordsByID(ctx, kind, [...restored.map(({ id }) => id), ...created]);
  const writes = restored.flatMap(({ id, undo, before, left }) => {
    const now = standing.get(id);
    return now?.version === left(id) ? [restoreOf(now, before, undo.partIDs)] : [];
  });
  await kind.prepare?.(ctx, writes);
  const written = await writePlain(ctx, kind, writes);
  if (!written.isComplete || writes.length !== restored.length)
    throw problems.conflict({ message: `A ${kind.words[0]} was changed while the import was undone` });
  const deleted = created.flatMap((id) => standing.get(id) ?? []);
  await deletePlain(
    ctx,
    kind,
    deleted.map(({ id }) => id),
  );
  if (kind.document)
    await unindexRecords(
      ctx,
      kind.recordType,
      deleted.map(({ id }) => id),
    );
  await tellWritten(ctx, kind, writes);
  await auditAll(
    ctx,
    deleted.map(({ id, values }) => ({
      record: { type: kind.recordType, id },
      action: 'deleted',
      note: String(plainTextField(values['name']) ?? ''),
    })),
  );
  await kind.tell?.deleted(
    ctx,
    deleted.map(({ id, values }) => ({ id, values, fields: [] })),
  );
  const others = await kind.undone?.(ctx, taken);
  touched(ctx, ...kind.lists);
  return new Map([
    ...written.left,
    ...[...written.versions].map(([id, { left }]) => [id, left ?? 0] as const),
    ...(others ?? []),
  ]);
}
