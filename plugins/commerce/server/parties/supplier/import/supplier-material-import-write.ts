import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AppliedRow,
  auditAll,
  emitAll,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { supplierMaterialsChanged } from '../../../../contracts/index.ts';
import { materialLists } from '../material/supplier-material.service.ts';
import {
  type ImportedMaterial,
  type MaterialImportData,
  type MaterialUndo,
  materialChanges,
  materialColumns,
  type StoredMaterial,
  storedMaterials,
} from './supplier-material-import-record.ts';

/** Overwrites rows with the given versions; answers the new versions. */
async function overwrite(
  ctx: AccountContext,
  materials: readonly { id: string; version: number; material: ImportedMaterial }[],
): Promise<Map<string, number>> {
  const [first] = materials;
  if (!first) return new Map();
  const rows = materials.map(({ id, version, material }) => ({ ...materialColumns(material), id, version }));
  const assignments = sql.join(
    Object.keys(materialColumns(first.material)).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`),
  );
  const { rows: written } = await sql<{ id: string; version: number }>`update commerce.supplier_material supplied
    set ${assignments}, version = supplied.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_populate_recordset(null::commerce.supplier_material, ${JSON.stringify(rows)}::text::jsonb) r
    where supplied.account_id = ${ctx.account.id} and supplied.id = r.id and supplied.version = r.version
    returning supplied.id, supplied.version`.execute(ctx.em.query());
  return new Map(written.map(({ id, version }) => [id, version]));
}

interface Told {
  id: string;
  supplierID: string;
  itemID: string;
  sku: string;
}

/** History and events; a supplier's history has one entry for all of its items. */
async function tell(
  ctx: AccountContext,
  parts: {
    added: readonly Told[];
    changed: readonly (Told & { before: ImportedMaterial; after: ImportedMaterial })[];
    removed: readonly Told[];
  },
): Promise<void> {
  const record = (id: string) => ({ type: 'supplier_material', id });
  const perSupplier = (action: string, all: readonly Told[]) =>
    [...Map.groupBy(all, ({ supplierID }) => supplierID)].map(([id, own]) => ({
      record: { type: 'supplier', id },
      action,
      note: `${own
        .slice(0, 5)
        .map(({ sku }) => sku)
        .join(', ')}${own.length > 5 ? ` and ${own.length - 5} more` : ''}`,
    }));
  await auditAll(ctx, [
    ...parts.added.map(({ id }) => ({ record: record(id), action: 'created' })),
    ...parts.changed.map(({ id, before, after }) => ({
      record: record(id),
      action: 'updated',
      changes: materialChanges(before, after).map(({ field, from, to }) => ({ field, from, to })),
    })),
    ...parts.removed.map(({ id, sku }) => ({ record: record(id), action: 'deleted', note: sku })),
    ...perSupplier('material_added', parts.added),
    ...perSupplier('material_removed', parts.removed),
  ]);
  await emitAll(
    ctx,
    supplierMaterialsChanged,
    [...Map.groupBy([...parts.added, ...parts.changed, ...parts.removed], ({ supplierID }) => supplierID)].map(
      ([supplierID, own]) => ({
        payload: { supplierID, itemIDs: own.map(({ itemID }) => itemID) },
        aggregate: { type: 'supplier', id: supplierID },
      }),
    ),
  );
  touched(ctx, ...materialLists);
}

/** Writes a chunk in a fixed number of statements. */
export async function writeMaterials(
  ctx: AccountContext,
  catalogue: CataloguePort,
  wanted: readonly (MaterialImportData & { key: string; label: string })[],
): Promise<{ key: string; recordID: string; undo: MaterialUndo; versions: WrittenVersions }[]> {
  const itemIDs = wanted.map(({ itemID }) => itemID);
  await catalogue.holdItems(ctx, itemIDs);
  const standing = await catalogue.unitsOf(ctx, itemIDs);
  // The rows were checked earlier in this transaction, so only a concurrent deletion can cause this; a retry sees it.
  if (itemIDs.some((itemID) => !standing.has(itemID))) throw new Error('An item was deleted while it was imported');
  const added = wanted.filter(({ before }) => !before).map((each) => ({ ...each, id: newID('spm') }));
  const changed = wanted.flatMap((each) =>
    each.before ? [{ ...each, before: each.before, id: each.before.id, version: each.before.version }] : [],
  );
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.supplier_material',
    added.map(({ id, supplierID, itemID, material }) => ({
      id,
      created_at: now,
      updated_at: now,
      version: 1,
      supplier_id: supplierID,
      item_id: itemID,
      ...materialColumns(material),
    })),
  );
  const versions = await overwrite(ctx, changed);
  if (versions.size !== changed.length) throw new Error('A supplier material was changed while it was imported');
  await tell(ctx, {
    added,
    changed: changed.map((each) => ({ ...each, after: each.material })),
    removed: [],
  });
  return [
    ...added.map(({ key, id, label, supplierID, itemID, sku }) => ({
      key,
      recordID: id,
      undo: { supplierID, itemID, sku, label },
      versions: { [id]: { found: null, left: 1 } },
    })),
    ...changed.map(({ key, id, label, supplierID, itemID, sku, before }) => ({
      key,
      recordID: id,
      undo: { supplierID, itemID, sku, label, before },
      versions: { [id]: { found: before.version, left: versions.get(id) ?? 0 } },
    })),
  ];
}

/** `left`: the expected version. */
type Taken = Told & { row: number; label: string; before: StoredMaterial | undefined; left: number };

const takenOf = (rows: readonly AppliedRow[]): Taken[] =>
  rows.flatMap(({ row, recordID, undo, versions }) => {
    if (!recordID || !undo) return [];
    const { before, ...told } = undo as MaterialUndo;
    return [{ ...told, row, id: recordID, before, left: versions[recordID]?.left ?? 0 }];
  });

/** Reasons against undoing a row: it was changed or deleted. */
export async function refusalsOfMaterialUndo(ctx: AccountContext, rows: readonly AppliedRow[]) {
  const taken = takenOf(rows);
  const { rows: found } = await sql<{ id: string; version: number }>`select id, version from commerce.supplier_material
    where account_id = ${ctx.account.id} and id = any(${taken.map(({ id }) => id)}::text[])
    order by id for update`.execute(ctx.em.query());
  const versions = new Map(found.map(({ id, version }) => [id, version]));
  return taken.flatMap(({ row, id, label, before, left }) => {
    const version = versions.get(id);
    // A created row that was deleted since needs no undo.
    if (version === undefined) return before ? [{ row, label, reason: 'it was deleted since' }] : [];
    return version === left ? [] : [{ row, label, reason: 'it was changed since' }];
  });
}

/** Undoes rows: created ones are deleted, changed ones restored. Answers the new versions. */
export async function undoMaterials(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<Map<string, number>> {
  const taken = takenOf(rows);
  const restored = taken.flatMap((each) => (each.before ? [{ ...each, before: each.before }] : []));
  const now = new Map(
    (
      await storedMaterials(ctx, {
        supplierIDs: restored.map(({ supplierID }) => supplierID),
        itemIDs: restored.map(({ itemID }) => itemID),
      })
    ).map((each) => [each.id, each]),
  );
  const versions = await overwrite(
    ctx,
    restored.map(({ id, before, left }) => ({ id, version: left, material: before })),
  );
  if (versions.size !== restored.length)
    throw problems.conflict({ message: 'A supplier material was changed while the import was undone' });
  const createdIDs = taken.filter(({ before }) => !before).map(({ id }) => id);
  const { rows: deleted } = await sql<{ id: string }>`delete from commerce.supplier_material
    where account_id = ${ctx.account.id} and id = any(${createdIDs}::text[]) returning id`.execute(ctx.em.query());
  const gone = new Set(deleted.map(({ id }) => id));
  await tell(ctx, {
    added: [],
    changed: restored.map((each) => ({ ...each, before: now.get(each.id) ?? each.before, after: each.before })),
    removed: taken.filter(({ id }) => gone.has(id)),
  });
  return versions;
}
