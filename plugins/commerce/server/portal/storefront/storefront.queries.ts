import { type AnyEndpoint, decimal, type EndpointRequest, toWire } from '@millwright/core/contracts';
import { type AccountContext, projection, sql } from '@millwright/core/server';
import type { CatalogueProduct, ItemViewRow } from '@millwright/inventory/contracts';
import { z } from 'zod';
import { listPortalProducts, type PortalProduct, type PriceRules, priceOf } from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { isSoldToday, openTo } from '../../sales/sales-order/lines/product-line-limit.ts';

/** Products that are sold today and open to the customer. */
export const openProducts = async (ctx: PortalContext) =>
  catalogued(ctx).where((await openTo(ctx, ctx.customerID)).condition);

const catalogued = (ctx: AccountContext) =>
  ctx.em
    .query<{ 'inventory.v_items': ItemViewRow }>()
    .selectFrom('inventory.v_items as item')
    .where('item.account_id', '=', ctx.account.id)
    .where('item.type', '=', 'product');
type CataloguedProducts = ReturnType<typeof catalogued>;

/** Products that are sold today, to any customer. */
export const soldProducts = (ctx: AccountContext): CataloguedProducts => catalogued(ctx).where(isSoldToday(ctx));

/** A quantity in base units whose availability is described. */
export interface StockQuestion {
  product: CatalogueProduct;
  quantity: string;
}

const told = z.object({
  id: z.string(),
  categoryID: z.string().nullable(),
  categoryName: z.string().nullable(),
  groupID: z.string().nullable(),
  orderPoint: z.string().nullable(),
});
export type ToldProducts = z.output<typeof told>[];

/** What customers are told about products, besides what every document says, for one list of products. */
export const toldProducts = (list: Pick<AnyEndpoint, 'path'>) =>
  projection<typeof told, Omit<EndpointRequest<typeof listPortalProducts>['query'], 'asCustomerID'>>(told, {
    list,
    table: 'inventory.v_items',
    alias: 'item',
    where: sql<boolean>`item.type = 'product'`,
    computed: { groupID: sql`item.product_group_id`, orderPoint: sql`item.base_order_point::text` },
    search: { document: 'product' },
    sortable: { sku: 'item.sku', description: 'item.description' },
    filters: {
      categoryID: (id) => sql<boolean>`item.category_id = ${id}`,
      productLineID: (id) => sql<boolean>`item.product_line_id = ${id}`,
    },
    order: ['sku'],
    isFixed: true,
  });
/** Products of the catalogue in the portal, with what customers are told about them. */
export const portalView = toldProducts(listPortalProducts);

/** The customer's price per unit, if the product is ordered alone. */
export const pricedAlone = (product: CatalogueProduct, unitID: string, rules: PriceRules, on: string) => {
  const line = { product, quantity: '1', unitID };
  return priceOf({ line, lines: [line], rules, on });
};

/** Units of a product with the customer's own prices. */
export const unitPrices = (product: CatalogueProduct, rules: PriceRules, on: string): PortalProduct['units'] =>
  product.units.map(({ unitID, unit, isDefault }) => ({
    unitID,
    unit,
    isDefault,
    unitPrice: toWire(decimal(pricedAlone(product, unitID, rules, on).unitPrice)),
  }));

/** Category of each product, and the attributes that distinguish the variations of a product group. */
export async function kindsOf(ctx: AccountContext, products: readonly CatalogueProduct[], known?: ToldProducts) {
  const rows =
    known ??
    (await portalView.byIDs(
      ctx,
      products.map(({ id }) => id),
    ));
  const kinds = new Map(rows.map((each) => [each.id, each]));
  const grouped = products.filter(({ id }) => kinds.get(id)?.groupID);
  const { rows: attributes } = grouped.length
    ? await sql<{ id: string; title: string }>`select id, title from inventory.v_attributes
        where account_id = ${ctx.account.id} and id = any(${grouped.flatMap((each) => each.attributeIDs)}::text[])
        order by title`.execute(ctx.em.query())
    : { rows: [] };
  return new Map(
    products.map(({ id, attributeIDs }) => {
      const { categoryID, categoryName, groupID } = kinds.get(id) ?? {};
      const titles = attributes.filter((each) => attributeIDs.includes(each.id)).map(({ title }) => title);
      return [
        id,
        {
          category: categoryID && categoryName ? { id: categoryID, name: categoryName } : null,
          variation: groupID ? { groupID, attributes: titles.join(', ') } : null,
        },
      ];
    }),
  );
}

/** Categories by name, with the number of products that are open to the customer. */
export async function portalCategories(ctx: PortalContext) {
  const items = await (await openProducts(ctx))
    .where('item.category_id', 'is not', null)
    .select([
      sql<string>`item.category_id`.as('id'),
      sql<string>`item.category_name`.as('name'),
      sql<number>`count(*)::int`.as('productCount'),
    ])
    .groupBy(['item.category_id', 'item.category_name'])
    .orderBy('item.category_name')
    .execute();
  return { items, count: items.length };
}
