import { newID } from '@millwright/core/contracts';
import { type AccountContext, audit, type DemoRandom, indexRecords, sql } from '@millwright/core/server';
import { Category, CategoryProperty } from '../../catalogue/category/category.entity.ts';
import { setAttributes } from '../../catalogue/item/edit/item-attributes.ts';
import { ProductGroup, ProductGroupProperty } from '../../catalogue/product-group/product-group.entity.ts';
import { Attribute, Property } from '../../catalogue/property/property.entity.ts';
import { Department } from '../../locations/department/department.entity.ts';
import { Machine } from '../../locations/machine/machine.entity.ts';
import { Unit } from '../../units/unit/unit.entity.ts';
import { UnitGroup } from '../../units/unit-group/unit-group.entity.ts';
import { type DemoItemParts, writeDemoItems } from '../catalogue/demo-items.ts';
import { harborLines, northfieldLines } from '../catalogue/demo-lines.ts';
import {
  colourCodes,
  colouredLines,
  demoProperties,
  demoSizes,
  harborStructure,
  northfieldStructure,
} from './demo-structure-data.ts';

/** Creates categories and properties for the products of a demo account, and adds its materials, parts and supplies. */
export async function createDemoStructure(
  ctx: AccountContext,
  random: DemoRandom,
  parts: DemoItemParts,
): Promise<void> {
  const demo = {
    northfield: { structure: northfieldStructure, lines: northfieldLines },
    harbor: { structure: harborStructure, lines: harborLines },
  }[ctx.account.slug];
  if (!demo) return;
  const { structure, lines } = demo;
  const groups = new Map(
    (await ctx.em.find(UnitGroup, { accountID: ctx.account.id })).map((group) => [group.name, group]),
  );
  const units = new Map((await ctx.em.find(Unit, { accountID: ctx.account.id })).map((unit) => [unit.name, unit.id]));
  const found: { type: string; id: string; title: string; text: string }[] = [];
  const made = (type: string, id: string, title: string): void => {
    audit(ctx, { record: { type, id }, action: 'created' });
    found.push({ type, id, title, text: '' });
  };

  const properties = new Map<string, Property>();
  const attributes = new Map<string, Attribute>();
  for (const [name, values] of Object.entries(demoProperties)) {
    const property = ctx.em.create(Property, { id: newID('prp'), name });
    properties.set(name, property);
    made('property', property.id, name);
    for (const [position, [value, color]] of Object.entries(values).entries())
      attributes.set(
        `${name} ${value}`,
        ctx.em.create(Attribute, {
          id: newID('att'),
          property,
          name: value,
          code: colourCodes[value] ?? null,
          color,
          position,
        }),
      );
  }
  const categories = new Map<string, Category>();
  for (const { name, type, notes = null, unitGroup, properties: own } of structure.categories) {
    const category = ctx.em.create(Category, {
      id: newID('cat'),
      type,
      name,
      notes,
      unitGroup: (unitGroup && groups.get(unitGroup)) || null,
    });
    categories.set(name, category);
    made('category', category.id, name);
    for (const property of own)
      ctx.em.create(CategoryProperty, { category, property: properties.get(property) as Property });
  }
  for (const [name, machines] of Object.entries(structure.departments)) {
    const department = ctx.em.create(Department, { id: newID('dpt'), name, notes: null });
    made('department', department.id, name);
    for (const [machineName, serialNumber] of machines) {
      const machine = ctx.em.create(Machine, {
        id: newID('mch'),
        name: machineName,
        serialNumber,
        notes: null,
        department,
      });
      made('machine', machine.id, machineName);
    }
  }

  const colors = Object.keys(demoProperties['Color'] ?? {});
  const described: { sku: string; categoryID: string; groupID: string; orderPoint: number; leadTime: number }[] = [];
  const given: { sku: string; attribute: Attribute }[] = [];
  for (const line of lines) {
    const category = structure.categories.find((each) => each.lines?.includes(line.name));
    for (const [code, title] of line.styles) {
      const isColoured = colouredLines.has(line.name);
      const [property = ''] = demoSizes[line.sizes[0] as string] ?? [];
      const productGroup = ctx.em.create(ProductGroup, { id: newID('pgr'), name: title, notes: null });
      made('product_group', productGroup.id, title);
      for (const [position, name] of [...(isColoured ? ['Color'] : []), property].entries())
        ctx.em.create(ProductGroupProperty, { productGroup, property: properties.get(name) as Property, position });
      const color = random.pick(colors);
      for (const size of line.sizes) {
        const sku = `${code}-${size}`;
        described.push({
          sku,
          categoryID: categories.get(category?.name ?? '')?.id ?? '',
          groupID: productGroup.id,
          orderPoint: random.integer(2, 12) * 5,
          leadTime: random.integer(1, 4) * 7,
        });
        const [name, value] = demoSizes[size] ?? ['', ''];
        for (const key of [`${name} ${value}`, ...(isColoured ? [`Color ${color}`] : [])]) {
          const attribute = attributes.get(key);
          if (attribute) given.push({ sku, attribute });
        }
      }
    }
  }
  await ctx.em.flush();
  await indexRecords(ctx, found);
  await describeProducts(ctx, described, units.get('day') ?? '');
  await giveAttributes(ctx, given);
  // The entities are not needed any more, and every later flush would check them for changes.
  ctx.em.clear();
  await writeDemoItems(
    ctx,
    parts,
    structure.items.map(({ cost, attribute, ...item }) => ({
      ...item,
      unitCost: cost,
      attributes: attribute ? [attribute] : [],
    })),
  );
}

/**
 * Sets category, group, order point in the default unit and lead time in days, in one statement. No event or version
 * change, because the products are new.
 */
async function describeProducts(
  ctx: AccountContext,
  products: readonly { sku: string; categoryID: string; groupID: string; orderPoint: number; leadTime: number }[],
  dayID: string,
): Promise<void> {
  await sql`update inventory.item item set category_id = d."categoryID", product_group_id = d."groupID",
      order_point = d."orderPoint", order_point_unit_id = own.unit_id,
      base_order_point = d."orderPoint" * own.numerator / own.denominator,
      lead_time = d."leadTime", lead_time_unit_id = ${dayID}, base_lead_time = d."leadTime" * 86400
    from jsonb_to_recordset(${JSON.stringify(products)}::text::jsonb)
      as d(sku text, "categoryID" text, "groupID" text, "orderPoint" numeric, "leadTime" numeric),
      inventory.unit_conversion own
    where item.account_id = ${ctx.account.id} and item.sku = d.sku
      and own.account_id = item.account_id and own.id = item.default_conversion_id`.execute(ctx.em.query());
}

async function giveAttributes(
  ctx: AccountContext,
  given: readonly { sku: string; attribute: Attribute }[],
): Promise<void> {
  const { rows } = await sql<{ id: string; sku: string }>`select id, sku from inventory.item
    where account_id = ${ctx.account.id} and sku = any(${given.map(({ sku }) => sku)}::text[])`.execute(ctx.em.query());
  const idOf = new Map(rows.map(({ id, sku }) => [sku, id]));
  await setAttributes(
    ctx,
    given.flatMap(({ sku, attribute }) => {
      const itemID = idOf.get(sku);
      return itemID ? [{ itemID, propertyID: attribute.property.id, attributeID: attribute.id }] : [];
    }),
  );
}
