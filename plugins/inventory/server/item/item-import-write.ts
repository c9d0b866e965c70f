import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  auditAll,
  emitAll,
  indexRecords,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import { productChanged, productCreated } from '../../contracts/index.ts';
import {
  historyName,
  type ImportedProduct,
  type ProductImportData,
  type ProductImportParts,
  type ProductUndo,
  productChanges,
  type StoredProduct,
} from './product-import-record.ts';

/** The items of these SKUs; one statement. */
export async function productsBySKU(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, StoredProduct>> {
  // Found before anything is joined: in a catalogue that the planner does not know yet it would read all items of each unit.
  const { rows } = await sql<StoredProduct>`with item as materialized (
      select * from inventory.item where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[]))
    select item.id, item.type, item.version, item.sku, item.description,
      item.product_type as "productType", item.manufacturer, item.manufacturer_part_number as "manufacturerPartNumber", item.notes,
      item.unit_value::text as "unitValue", item.unit_cost::text as "unitCost", item.start_date::text as "startDate",
      item.end_date::text as "endDate", item.product_line_id as "productLineID", line.name as "productLineName",
      item.default_conversion_id as "conversionID", unit.id as "unitID", unit.name as "unitName",
      unit_group.id as "groupID", unit_group.name as "unitGroupName"
    from item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit unit on unit.account_id = own.account_id and unit.id = own.unit_id
    join inventory.unit_group unit_group on unit_group.account_id = own.account_id and unit_group.id = own.unit_group_id
    left join inventory.product_line line on line.account_id = item.account_id and line.id = item.product_line_id
    where item.account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.sku, row]));
}

const recordSet = sql`r(id text, version int, sku text, description text, "productType" text, manufacturer text,
  "manufacturerPartNumber" text, notes text, "unitValue" numeric, "unitCost" numeric, "startDate" date, "endDate" date,
  "productLineID" text, "conversionID" text)`;

/** Writes products over existing ones of the given versions; answers the ids that were still as expected. */
export async function overwriteProducts(
  ctx: AccountContext,
  products: readonly (ImportedProduct & { id: string; version: number })[],
): Promise<Map<string, number>> {
  if (!products.length) return new Map();
  const now = ctx.clock.now();
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`update inventory.item item set sku = r.sku, description = r.description,
      product_type = r."productType", manufacturer = r.manufacturer, manufacturer_part_number = r."manufacturerPartNumber",
      notes = r.notes, unit_value = r."unitValue", unit_cost = r."unitCost", start_date = r."startDate", end_date = r."endDate",
      product_line_id = r."productLineID", default_conversion_id = r."conversionID", version = item.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(products)}::text::jsonb) as ${recordSet}
    where item.account_id = ${ctx.account.id} and item.id = r.id and item.version = r.version
    returning item.id, item.version`.execute(ctx.em.query());
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function insertProducts(
  ctx: AccountContext,
  products: readonly (ImportedProduct & { id: string })[],
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.em.insert(
    'inventory.item',
    products.map((product) => ({
      id: product.id,
      created_at: now,
      updated_at: now,
      version: 1,
      type: 'product',
      sku: product.sku,
      description: product.description,
      product_type: product.productType,
      manufacturer: product.manufacturer,
      manufacturer_part_number: product.manufacturerPartNumber,
      notes: product.notes,
      unit_value: product.unitValue,
      unit_cost: product.unitCost,
      start_date: product.startDate,
      end_date: product.endDate,
      product_line_id: product.productLineID,
      default_conversion_id: product.conversionID,
    })),
  );
}

/** What is searched of products, as the product service writes it. */
export const indexProducts = (
  ctx: AccountContext,
  products: readonly (ImportedProduct & { id: string })[],
): Promise<void> =>
  indexRecords(
    ctx,
    products.map(({ id, sku, description, manufacturer, manufacturerPartNumber }) => ({
      type: 'product',
      id,
      title: sku,
      subtitle: description || undefined,
      text: [manufacturer, manufacturerPartNumber].filter(Boolean).join(' '),
    })),
  );

type Wanted = ProductImportData & { key: string; recordID: string | null };

/** Creates what rows name and nobody has, each once; the row that names it first remembers it for undo. */
async function createReferences(
  ctx: AccountContext,
  { lines, groups, units }: ProductImportParts,
  wanted: readonly Wanted[],
): Promise<{ product: ImportedProduct; created: NonNullable<ProductUndo['created']> }[]> {
  const newLines = new Map<string, string>();
  const newGroups = new Map<string, { conversionID: string; unitName: string; name: string }>();
  const found: { product: ImportedProduct; created: NonNullable<ProductUndo['created']> }[] = [];
  for (const { product, newLine, newGroup } of wanted) {
    const created: NonNullable<ProductUndo['created']> = {};
    const resolved = { ...product };
    if (newGroup) {
      const key = newGroup.name.toLowerCase();
      let group = newGroups.get(key);
      if (!group) {
        const unitName = newGroup.unit;
        const { rows } = await sql<{ id: string }>`select id from inventory.unit
          where account_id = ${ctx.account.id} and lower(name) = ${unitName.toLowerCase()} limit 1`.execute(
          ctx.em.query(),
        );
        let unitID = rows[0]?.id;
        if (unitID === undefined) {
          unitID = (await units.create(ctx, { name: unitName, description: '' })).id;
          created.unitID = unitID;
        }
        const made = await groups.create(ctx, {
          name: newGroup.name,
          notes: null,
          conversions: [{ unitID, factor: 1 }],
        });
        created.groupID = made.id;
        group = { conversionID: made.conversions[0]?.id ?? '', unitName, name: made.name };
        newGroups.set(key, group);
      }
      resolved.conversionID = group.conversionID;
    }
    if (newLine !== undefined) {
      const key = newLine.toLowerCase();
      let lineID = newLines.get(key);
      if (lineID === undefined) {
        lineID = (await lines.create(ctx, { name: newLine, isCommissionExempt: true, isFreightExempt: false })).id;
        created.lineID = lineID;
        newLines.set(key, lineID);
      }
      resolved.productLineID = lineID;
    }
    found.push({ product: resolved, created });
  }
  return found;
}

/** Writes a chunk of products: a fixed number of statements beside what has to be created for them. */
export async function writeProducts(
  ctx: AccountContext,
  parts: ProductImportParts,
  wanted: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: ProductUndo; versions: WrittenVersions }[]> {
  const resolved = await createReferences(ctx, parts, wanted);
  const all = wanted.map(({ key, before }, index) => {
    const { product, created } = resolved[index] as (typeof resolved)[number];
    return { key, id: before?.id ?? newID('itm'), product, before, created };
  });
  const [fresh, changed] = [all.filter(({ before }) => !before), all.filter(({ before }) => before)];
  await insertProducts(
    ctx,
    fresh.map(({ id, product }) => ({ ...product, id })),
  );
  const versions = await overwriteProducts(
    ctx,
    changed.map(({ id, product, before }) => ({ ...product, id, version: before?.version ?? 0 })),
  );
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== changed.length) throw new Error('A product was changed while it was imported');
  await auditAll(ctx, [
    ...fresh.map(({ id }) => ({ record: { type: 'product', id }, action: 'created' })),
    ...changed.map(({ id, product, before }) => ({
      record: { type: 'product', id },
      action: 'updated',
      changes: productChanges(before, product).map(({ field, from, to }) => ({
        field: historyName[field] ?? field,
        from,
        to,
      })),
    })),
  ]);
  await emitAll(
    ctx,
    productCreated,
    fresh.map(({ id, product: { sku } }) => ({ payload: { itemID: id, sku }, aggregate: { type: 'product', id } })),
  );
  await emitAll(
    ctx,
    productChanged,
    changed.map(({ id, product, before }) => ({
      payload: {
        itemID: id,
        sku: product.sku,
        fields: productChanges(before, product).map(({ field }) => historyName[field] ?? field),
      },
      aggregate: { type: 'product', id },
    })),
  );
  await indexProducts(
    ctx,
    all.map(({ id, product }) => ({ ...product, id })),
  );
  touched(ctx, 'products', 'product-lines', 'unit-groups');
  return all.map(({ key, id, product, before, created }) => ({
    key,
    recordID: id,
    undo: {
      sku: product.sku,
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
  ...product
}: StoredProduct): ImportedProduct => product;
