import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  reasonOfUses,
  sql,
  touched,
  type UndoneSet,
  unindexRecords,
  usesOf,
} from '@millwright/core/server';
import { tellAllChanged, tellAllDeleted } from '../edit/item-history.ts';
import { itemKinds, listsOf } from '../reference/item-kinds.ts';
import { deleteItems } from '../use/item-uses.ts';
import { removeCreatedAttributes, writeAttributes } from './item-import-attributes.ts';
import type { CreatedReferences, ItemImportParts, ItemUndo } from './item-import-record.ts';
import { indexItems, itemsBySKU, namedChanges, overwriteItems } from './item-import-write.ts';

/** `left`: the version to expect. */
type Taken = { row: number; id: string; undo: ItemUndo; left: number };

const takenOf = (rows: readonly AppliedRow[]): Taken[] =>
  rows.flatMap(({ row, recordID, undo, versions }) =>
    recordID && undo ? [{ row, id: recordID, undo: undo as ItemUndo, left: versions[recordID]?.left ?? 0 }] : [],
  );

/** Items in this line, category or group that the set did not write itself. */
async function otherItems(
  ctx: AccountContext,
  set: UndoneSet,
  { lineID, groupID, categoryID }: CreatedReferences,
): Promise<string[]> {
  if (!lineID && !groupID && !categoryID) return [];
  const { rows } = await sql<{ id: string; sku: string }>`select item.id, item.sku from inventory.item item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    where item.account_id = ${ctx.account.id} and (item.product_line_id = ${lineID ?? null}
      or item.category_id = ${categoryID ?? null} or own.unit_group_id = ${groupID ?? null})
    order by item.sku`.execute(ctx.em.query());
  const byIt = await set.writtenByIt(rows.map(({ id }) => id));
  return rows.filter(({ id }) => !byIt.has(id)).map(({ sku }) => sku);
}

/**
 * What later changes make impossible: an item that was changed, is gone or is used, and references that others use now.
 */
export async function itemUndoRefusals(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
  set: UndoneSet,
): Promise<{ row: number; label: string; reason: string }[]> {
  const taken = takenOf(rows);
  const ids = taken.map(({ id }) => id);
  const { rows: found } = await sql<{ id: string; version: number }>`select id, version from inventory.item
    where account_id = ${ctx.account.id} and id = any(${ids}::text[]) order by id for update`.execute(ctx.em.query());
  const versions = new Map(found.map(({ id, version }) => [id, version]));
  const created = taken.filter(({ undo }) => !undo.before).map(({ id }) => id);
  const uses = await usesOf(ctx, 'item', created);
  const lineIDs = taken.flatMap(({ undo }) => undo.created?.lineID ?? []);
  const lineUses = await usesOf(ctx, 'product_line', lineIDs, { except: 'inventory.item' });
  const refusals: { row: number; label: string; reason: string }[] = [];
  for (const { row, id, undo, left } of taken) {
    const refuse = (reason: string): void => void refusals.push({ row, label: undo.sku, reason });
    const version = versions.get(id);
    const used = uses.get(id);
    if (version === undefined) {
      // An item that the import made and somebody deleted needs nothing to be undone.
      if (undo.before) refuse('it was deleted since');
    } else if (version !== left) refuse('it was changed since');
    else if (used?.length) refuse(`it is ${reasonOfUses(used)}`);
    const lineUse = undo.created?.lineID ? lineUses.get(undo.created.lineID) : undefined;
    if (lineUse?.length) refuse(`the product line that was created for it is ${reasonOfUses(lineUse)}`);
    if (undo.created) {
      const others = await otherItems(ctx, set, undo.created);
      if (others.length)
        refuse(
          `what was created for it is used by ${others.slice(0, 3).join(', ')}${others.length > 3 ? ', ...' : ''}`,
        );
    }
  }
  return refusals;
}

/**
 * Takes items back: those that were created go, those that were changed are as they were. Answers their new versions.
 */
export async function undoItems(
  ctx: AccountContext,
  parts: ItemImportParts,
  rows: readonly AppliedRow[],
): Promise<Map<string, number>> {
  const { type } = parts;
  const taken = takenOf(rows);
  const changed = taken.filter(({ undo }) => undo.before);
  const now = await itemsBySKU(
    ctx,
    changed.map(({ undo }) => undo.sku),
  );
  const restored = changed.flatMap(({ id, undo, left }) => {
    const standing = now.get(undo.sku);
    // A field that imports did not know when this one was written stays as it is.
    return standing && undo.before ? [{ id, undo, before: { ...standing, ...undo.before }, left }] : [];
  });
  const versions = await overwriteItems(
    ctx,
    restored.map(({ id, before, left }) => ({ ...before, id, version: left })),
  );
  if (versions.size !== changed.length)
    throw problems.conflict({ message: 'An item was changed while the import was undone' });
  await writeAttributes(
    ctx,
    restored.map(({ id, undo, before }) => ({
      id,
      before: now.get(undo.sku)?.attributes ?? [],
      after: before.attributes,
    })),
  );
  const deleted = await deleteItems(
    ctx,
    taken.filter(({ undo }) => !undo.before).map(({ id }) => id),
  );
  await unindexRecords(
    ctx,
    itemKinds[type].recordType,
    deleted.map(({ id }) => id),
  );
  await tellAllChanged(
    ctx,
    restored.map(({ id, undo, before }) => ({
      type,
      id,
      sku: before.sku,
      changes: namedChanges(now.get(undo.sku), before),
    })),
  );
  await tellAllDeleted(
    ctx,
    deleted.map(({ id, sku }) => ({ type, id, sku })),
  );
  await indexItems(
    ctx,
    type,
    restored.map(({ id, before }) => ({ ...before, id })),
  );
  for (const { undo } of taken) {
    if (undo.created?.lineID) await parts.lines.remove(ctx, undo.created.lineID);
    if (undo.created?.categoryID) await parts.categories.remove(ctx, undo.created.categoryID);
    if (undo.created?.groupID) await parts.groups.remove(ctx, undo.created.groupID);
    if (undo.created?.unitID) await parts.units.remove(ctx, undo.created.unitID);
  }
  await removeCreatedAttributes(
    ctx,
    taken.flatMap(({ undo }) => undo.created ?? []),
  );
  touched(ctx, ...listsOf(type));
  return versions;
}
