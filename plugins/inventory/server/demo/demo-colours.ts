import { type AccountContext, sql } from '@millwright/core/server';
import { createProductBody } from '../../contracts/index.ts';
import type { ItemService } from '../item/item.service.ts';
import { furtherColours } from './demo-structure-data.ts';

/** What a product of a style is, for those that differ from it in colour only. */
interface Sibling {
  description: string;
  manufacturer: string | null;
  productLineID: string;
  categoryID: string;
  productGroupID: string;
  defaultUnitID: string;
  unitValue: string;
  unitCost: string;
  sizeID: string;
  colorID: string;
}

const siblingOf = async (ctx: AccountContext, sku: string, color: string): Promise<Sibling | undefined> => {
  const { rows } =
    await sql<Sibling>`select item.description, item.manufacturer, item.product_line_id as "productLineID",
      item.category_id as "categoryID", item.product_group_id as "productGroupID", own.unit_id as "defaultUnitID",
      item.unit_value::text as "unitValue", item.unit_cost::text as "unitCost", size.attribute_id as "sizeID",
      color.id as "colorID"
    from inventory.item item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.attribute color on color.account_id = item.account_id and color.name = ${color}
    join inventory.item_attribute size on size.account_id = item.account_id and size.item_id = item.id
      and size.property_id <> color.property_id
    where item.account_id = ${ctx.account.id} and item.sku = ${sku}`.execute(ctx.em.query());
  return rows[0];
};

/** Some sizes of some styles in a second colour, so that the grid of their group has products and gaps. */
export async function createDemoColours(ctx: AccountContext, items: ItemService): Promise<void> {
  for (const { style, color, code, sizes } of furtherColours[ctx.account.slug] ?? [])
    for (const size of sizes) {
      const sibling = await siblingOf(ctx, `${style}-${size}`, color);
      if (!sibling) continue;
      const { colorID, sizeID, unitValue, unitCost, description, ...shared } = sibling;
      await items.create(
        ctx,
        'product',
        createProductBody.parse({
          ...shared,
          sku: `${style}-${code}-${size}`,
          description: description.replace(`, ${size}`, `, ${color.toLowerCase()}, ${size}`),
          unitValue: Number(unitValue),
          unitCost: Number(unitCost),
          attributeIDs: [colorID, sizeID],
        }),
      );
    }
}
