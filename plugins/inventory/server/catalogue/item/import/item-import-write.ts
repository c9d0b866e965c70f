import { type NamedReference, newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  fieldObject,
  fieldRow,
  importedFields,
  indexRecords,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import type { z } from 'zod';
import { type ItemFieldValues, type ItemType, itemFields } from '../../../../contracts/index.ts';
import { searchedItem, tellAllChanged, tellAllCreated } from '../edit/item-history.ts';
import { categoryTypeOf, listsOf } from '../reference/item-kinds.ts';
import { itemReferences } from '../reference/item-references.ts';
import { isItemStocked } from '../use/item-stocked.ts';
import { createAttributes, writeAttributes } from './item-import-attributes.ts';
import {
  type CreatedReferences,
  historyName,
  type ImportedItem,
  type ItemImportData,
  type ItemImportParts,
  type ItemUndo,
  importedItemChanges,
  type StoredItem,
} from './item-import-record.ts';

type StoredRow = Omit<StoredItem, keyof ItemFieldValues> & {
  fields: z.output<z.ZodObject<typeof itemFields.reply>>;
};

/** The items of these SKUs; one statement. */
export async function itemsBySKU(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, StoredItem>> {
  // Found before anything is joined: in a catalogue that the planner does not know yet it would read all items of each
  // unit.
  const { rows } = await sql<StoredRow>`with item as materialized (
      select * from inventory.item where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[]))
    select item.id, item.type, item.version, ${isItemStocked} as "isStocked", item.sku, item.description,
      item.product_type as "productType", ${fieldObject(itemFields, 'item', itemReferences)} as fields,
      item.unit_value::text as "unitValue", item.unit_cost::text as "unitCost",
      item.order_point::text as "orderPoint", order_unit.id as "orderPointUnitID", order_unit.name as "orderPointUnit",
      item.base_order_point::text as "baseOrderPoint", item.lead_time::text as "leadTime",
      lead_unit.id as "leadTimeUnitID", lead_unit.name as "leadTimeUnit", item.base_lead_time::text as "baseLeadTime",
      item.default_conversion_id as "conversionID", unit.id as "unitID", unit.name as "unitName",
      unit_group.id as "groupID", unit_group.name as "unitGroupName",
      coalesce((select jsonb_agg(jsonb_build_object('propertyID', property.id, 'property', property.name,
          'attributeID', attribute.id, 'attribute', attribute.name) order by property.name)
        from inventory.item_attribute own_attribute
        join inventory.property property
          on property.account_id = own_attribute.account_id and property.id = own_attribute.property_id
        join inventory.attribute attribute
          on attribute.account_id = own_attribute.account_id and attribute.id = own_attribute.attribute_id
        where own_attribute.account_id = item.account_id and own_attribute.item_id = item.id), '[]') as attributes
    from item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit unit on unit.account_id = own.account_id and unit.id = own.unit_id
    join inventory.unit_group unit_group on unit_group.account_id = own.account_id and unit_group.id = own.unit_group_id
    left join inventory.unit order_unit
      on order_unit.account_id = item.account_id and order_unit.id = item.order_point_unit_id
    left join inventory.unit lead_unit
      on lead_unit.account_id = item.account_id and lead_unit.id = item.lead_time_unit_id
    where item.account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map(({ fields, ...row }) => [row.sku, { ...row, ...importedFields(itemFields, fields) }]));
}

/** The columns of an item that an import writes. */
const rowOf = (item: ImportedItem) => ({
  sku: item.sku,
  description: item.description,
  product_type: item.productType,
  ...fieldRow(itemFields, item),
  unit_value: item.unitValue,
  unit_cost: item.unitCost,
  default_conversion_id: item.conversionID,
  order_point: item.orderPoint,
  order_point_unit_id: item.orderPointUnitID,
  base_order_point: item.baseOrderPoint,
  lead_time: item.leadTime,
  lead_time_unit_id: item.leadTimeUnitID,
  base_lead_time: item.baseLeadTime,
});

/**
 * Writes items over existing ones of the given versions; answers the new versions of those that were still as expected.
 */
export async function overwriteItems(
  ctx: AccountContext,
  items: readonly (ImportedItem & { id: string; version: number })[],
): Promise<Map<string, number>> {
  const [first] = items;
  if (!first) return new Map();
  const assignments = Object.keys(rowOf(first)).map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  const written = items.map((item) => ({ ...rowOf(item), id: item.id, version: item.version }));
  const { rows } = await sql<{ id: string; version: number }>`update inventory.item item
    set ${sql.join(assignments)}, version = item.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_populate_recordset(null::inventory.item, ${JSON.stringify(written)}::text::jsonb) r
    where item.account_id = ${ctx.account.id} and item.id = r.id and item.version = r.version
    returning item.id, item.version`.execute(ctx.em.query());
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function insertItems(
  ctx: AccountContext,
  type: ItemType,
  items: readonly (ImportedItem & { id: string })[],
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'inventory.item',
    items.map((item) => ({ ...rowOf(item), id: item.id, created_at: now, updated_at: now, version: 1, type })),
  );
}

/** What is searched of items, as the item service writes it. */
export const indexItems = (
  ctx: AccountContext,
  type: ItemType,
  items: readonly (ImportedItem & { id: string })[],
): Promise<void> =>
  indexRecords(
    ctx,
    items.map((item) => searchedItem({ ...item, type })),
  );

/** Fields as the history and events name them. */
export const namedChanges = (before: ImportedItem | undefined, after: ImportedItem) =>
  importedItemChanges(before, after).map(({ field, from, to }) => ({ field: historyName[field] ?? field, from, to }));

type Wanted = ItemImportData & { key: string; recordID: string | null };
type Resolved = { item: ImportedItem; created: CreatedReferences };

/** The reference with an id: what has none is made, and kept under its name in lower case. */
async function madeOnce(
  made: Map<string, string>,
  reference: NamedReference | null,
  make: (name: string) => Promise<string>,
): Promise<NamedReference | null> {
  if (reference === null || reference.id !== null) return reference;
  const { name } = reference;
  const id = made.get(name.toLowerCase()) ?? (await make(name));
  made.set(name.toLowerCase(), id);
  return { id, name };
}

/** Creates what rows name and nobody has, each once; the row that names it first remembers it for undo. */
async function createReferences(
  ctx: AccountContext,
  parts: ItemImportParts,
  wanted: readonly Wanted[],
): Promise<Resolved[]> {
  const lines = new Map<string, string>();
  const categories = new Map<string, string>();
  const groups = new Map<string, { conversionID: string; unitID: string }>();
  const found: Resolved[] = [];
  for (const { item, newGroup } of wanted) {
    const created: CreatedReferences = {};
    const resolved = { ...item, attributes: item.attributes.map((attribute) => ({ ...attribute })) };
    if (newGroup) {
      const key = newGroup.name.toLowerCase();
      const group = groups.get(key) ?? (await createGroup(ctx, parts, newGroup, created));
      groups.set(key, group);
      resolved.conversionID = group.conversionID;
      if (resolved.orderPoint !== null) resolved.orderPointUnitID = group.unitID;
    }
    const productLine = await madeOnce(lines, item.productLine, async (name) => {
      const line = await parts.lines.create(ctx, { name, isCommissionExempt: true, isFreightExempt: false });
      created.lineID = line.id;
      return line.id;
    });
    const category = await madeOnce(categories, item.category, async (name) => {
      const { id } = await parts.categories.create(ctx, { name, type: categoryTypeOf(parts.type), propertyIDs: [] });
      created.categoryID = id;
      return id;
    });
    found.push({ item: { ...resolved, productLine, category }, created });
  }
  await createAttributes(ctx, found);
  return found;
}

/** A group of one unit, which is made too where there is none of its name. */
async function createGroup(
  ctx: AccountContext,
  { groups, units }: ItemImportParts,
  { name, unit: unitName }: { name: string; unit: string },
  created: CreatedReferences,
): Promise<{ conversionID: string; unitID: string }> {
  const { rows } = await sql<{ id: string }>`select id from inventory.unit
    where account_id = ${ctx.account.id} and lower(name) = ${unitName.toLowerCase()} limit 1`.execute(ctx.em.query());
  let unitID = rows[0]?.id;
  if (unitID === undefined) {
    unitID = (await units.create(ctx, { name: unitName, description: '' })).id;
    created.unitID = unitID;
  }
  const made = await groups.create(ctx, { name, notes: null, conversions: [{ unitID, factor: 1 }] });
  created.groupID = made.id;
  return { conversionID: made.conversions[0]?.id ?? '', unitID };
}

/** Writes a chunk of items: a fixed number of statements beside what has to be created for them. */
export async function writeItems(
  ctx: AccountContext,
  parts: ItemImportParts,
  wanted: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: ItemUndo; versions: WrittenVersions }[]> {
  const { type } = parts;
  const resolved = await createReferences(ctx, parts, wanted);
  const all = wanted.map(({ key, before }, index) => {
    const { item, created } = resolved[index] as Resolved;
    return { key, id: before?.id ?? newID('itm'), item, before, created };
  });
  const [fresh, changed] = [all.filter(({ before }) => !before), all.filter(({ before }) => before)];
  await insertItems(
    ctx,
    type,
    fresh.map(({ id, item }) => ({ ...item, id })),
  );
  const versions = await overwriteItems(
    ctx,
    changed.map(({ id, item, before }) => ({ ...item, id, version: before?.version ?? 0 })),
  );
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== changed.length) throw new Error('An item was changed while it was imported');
  await writeAttributes(
    ctx,
    all.map(({ id, item, before }) => ({ id, before: before?.attributes ?? [], after: item.attributes })),
  );
  await tellAllCreated(
    ctx,
    fresh.map(({ id, item: { sku } }) => ({ type, id, sku })),
  );
  await tellAllChanged(
    ctx,
    changed.map(({ id, item, before }) => ({ type, id, sku: item.sku, changes: namedChanges(before, item) })),
  );
  await indexItems(
    ctx,
    type,
    all.map(({ id, item }) => ({ ...item, id })),
  );
  touched(ctx, ...listsOf(type));
  return all.map(({ key, id, item, before, created }) => ({
    key,
    recordID: id,
    undo: {
      sku: item.sku,
      ...(before ? { before: columnsOf(before) } : {}),
      ...(Object.keys(created).length ? { created } : {}),
    },
    versions: { [id]: { found: before?.version ?? null, left: before ? (versions.get(id) ?? 0) : 1 } },
  }));
}

const columnsOf = ({
  id: _,
  type: _type,
  version: _version,
  groupID: _group,
  unitID: _unit,
  ...item
}: StoredItem): ImportedItem => item;
