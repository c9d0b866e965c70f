import { type AccountContext, sql } from '@millwright/core/server';
import { furtherColours } from '../places/demo-structure-data.ts';
import { type DemoItemParts, writeDemoItems } from './demo-items.ts';

/** A product of a style, without its color. */
interface Sibling {
  sku: string;
  description: string;
  manufacturer: string | null;
  productLine: string;
  category: string;
  productGroup: string;
  unit: string;
  unitValue: string;
  unitCost: string;
  property: string;
  attribute: string;
}

/** The products of these SKUs, without their color. */
async function siblingsOf(ctx: AccountContext, skus: readonly string[]): Promise<Map<string, Sibling>> {
  const { rows } = await sql<Sibling>`select item.sku, item.description, item.manufacturer, line.name as "productLine",
      category.name as category, product_group.name as "productGroup", unit.name as unit,
      item.unit_value::text as "unitValue", item.unit_cost::text as "unitCost",
      property.name as property, size.name as attribute
    from inventory.item item
    join inventory.product_line line on line.account_id = item.account_id and line.id = item.product_line_id
    join inventory.category category on category.account_id = item.account_id and category.id = item.category_id
    join inventory.product_group product_group on product_group.account_id = item.account_id
      and product_group.id = item.product_group_id
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit unit on unit.account_id = own.account_id and unit.id = own.unit_id
    join inventory.item_attribute given on given.account_id = item.account_id and given.item_id = item.id
    join inventory.property property on property.account_id = given.account_id and property.id = given.property_id
      and property.name <> 'Color'
    join inventory.attribute size on size.account_id = given.account_id and size.id = given.attribute_id
    where item.account_id = ${ctx.account.id} and item.sku = any(${[...skus]}::text[])`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.sku, row]));
}

/** Adds some sizes of some styles in a second color, so that the grid of their group has products and gaps. */
export async function createDemoColours(ctx: AccountContext, parts: DemoItemParts): Promise<void> {
  const wanted = (furtherColours[ctx.account.slug] ?? []).flatMap(({ sizes, ...style }) =>
    sizes.map((size) => ({ ...style, size, sibling: `${style.style}-${size}` })),
  );
  if (wanted.length === 0) return;
  const siblings = await siblingsOf(
    ctx,
    wanted.map(({ sibling }) => sibling),
  );
  await writeDemoItems(
    ctx,
    parts,
    wanted.flatMap(({ style, color, code, size, sibling }) => {
      const found = siblings.get(sibling);
      if (!found) return [];
      const { property, attribute, description, ...shared } = found;
      return [
        {
          ...shared,
          type: 'product' as const,
          sku: `${style}-${code}-${size}`,
          description: description.replace(`, ${size}`, `, ${color.toLowerCase()}, ${size}`),
          attributes: [['Color', color] as const, [property, attribute] as const],
        },
      ];
    }),
  );
}
