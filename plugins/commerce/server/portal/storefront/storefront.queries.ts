import {
  type AnyEndpoint,
  type Big,
  decimal,
  type EndpointRequest,
  problems,
  roundQuotient,
  toColumn,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, accountSettings, projection, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct, ItemViewRow, StockPort } from '@millwright/inventory/contracts';
import { z } from 'zod';
import {
  listPortalProducts,
  noPriceRules,
  type PortalAvailability,
  type PortalProduct,
  type PriceRules,
  portalSettings,
  priceOf,
  traceForCustomer,
} from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { priceRulesOf } from '../../pricing/price/price-rules.queries.ts';
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
type Told = z.output<typeof told>[];

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
const portalView = toldProducts(listPortalProducts);

/** Availability of each product as a text, in the given order. */
export async function availabilityInWords(
  ctx: PortalContext,
  stock: StockPort,
  questions: readonly StockQuestion[],
  known?: Told,
): Promise<(PortalAvailability & { free: Big })[]> {
  const wanted = questions.map(({ product, quantity }) => ({ itemID: product.id, quantity }));
  const rows =
    known ??
    (await portalView.byIDs(
      ctx,
      wanted.map(({ itemID }) => itemID),
    ));
  const orderPoints = new Map(rows.map(({ id, orderPoint }) => [id, orderPoint]));
  const dates = await stock.firstDatesOf(ctx, wanted);
  return questions.map(({ product, quantity }, index) => {
    const { availableToPromise, firstDate } = dates[index] as (typeof dates)[number];
    const free = decimal(availableToPromise);
    const today = todayOf(ctx);
    if (product.productType !== 'sale') return { code: 'in_stock', firstDate: today, free: decimal(quantity) };
    if (free.gte(decimal(quantity))) {
      const least = decimal(orderPoints.get(product.id) ?? '0');
      return { code: free.lte(least) && least.gt(zero) ? 'low' : 'in_stock', firstDate: today, free };
    }
    return { code: firstDate === null ? 'on_request' : 'expected', firstDate, free };
  });
}

/** The customer's price per unit, if the product is ordered alone. */
const priced = (product: CatalogueProduct, unitID: string, rules: PriceRules, on: string) => {
  const line = { product, quantity: '1', unitID };
  return priceOf({ line, lines: [line], rules, on });
};

/** Units of a product with the customer's own prices. */
export const unitPrices = (product: CatalogueProduct, rules: PriceRules, on: string): PortalProduct['units'] =>
  product.units.map(({ unitID, unit, isDefault }) => ({
    unitID,
    unit,
    isDefault,
    unitPrice: toWire(decimal(priced(product, unitID, rules, on).unitPrice)),
  }));

/** One default unit in base units. */
const oneOf = (product: CatalogueProduct): string => {
  const factor = product.units.find(({ isDefault }) => isDefault)?.factor;
  return factor ? toColumn(roundQuotient(factor.numerator, factor.denominator, 6), 6) : '1';
};

/** Category of each product, and the attributes that distinguish the variations of a product group. */
export async function kindsOf(ctx: AccountContext, products: readonly CatalogueProduct[], known?: Told) {
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

/** Products as their customer sees them, in the order of the ids. Deleted products are left out. */
export async function portalProducts(
  ctx: PortalContext,
  ports: { catalogue: CataloguePort; stock: StockPort },
  ids: readonly string[],
  known?: Told,
): Promise<PortalProduct[]> {
  if (!ids.length) return [];
  const rows = known ?? (await portalView.byIDs(ctx, ids));
  const on = todayOf(ctx);
  const found = await ports.catalogue.findProducts(ctx, ids);
  const products = ids.flatMap((id) => found.get(id) ?? []);
  const rules = (await priceRulesOf(ctx, [ctx.customerID], ids, on)).get(ctx.customerID) ?? noPriceRules;
  const words = await availabilityInWords(
    ctx,
    ports.stock,
    products.map((product) => ({ product, quantity: oneOf(product) })),
    rows,
  );
  const kinds = await kindsOf(ctx, products, rows);
  const { showsManufacturer } = await accountSettings(ctx, 'commerce', portalSettings);
  return products.map((product, index) => {
    const { unitPrice, trace } = priced(product, product.defaultUnitID, rules, on);
    const { free: _, ...availability } = words[index] as (typeof words)[number];
    return {
      id: product.id,
      sku: product.sku,
      description: product.description,
      category: kinds.get(product.id)?.category ?? null,
      variation: kinds.get(product.id)?.variation ?? null,
      productLine: product.productLine,
      manufacturer: showsManufacturer ? product.manufacturer : null,
      unitPrice: toWire(decimal(unitPrice)),
      priceTrace: traceForCustomer(trace),
      unit: { id: product.defaultUnitID, name: product.defaultUnit },
      units: unitPrices(product, rules, on),
      availability,
    };
  });
}

/** A page of the catalogue with the customer's prices. */
export async function findPortalProducts(
  ctx: PortalContext,
  ports: { catalogue: CataloguePort; stock: StockPort },
  { asCustomerID: _, ...page }: EndpointRequest<typeof listPortalProducts>['query'],
) {
  // Customers with the same limit see the same products, only the prices differ.
  const { condition, key } = await openTo(ctx, ctx.customerID);
  const { items, count } = await portalView.find(ctx, page, { where: condition, key, isForAll: true });
  return {
    items: await portalProducts(
      ctx,
      ports,
      items.map(({ id }) => id),
      items,
    ),
    count,
  };
}

/** One product. 404 for a product that the customer may not order. */
export async function portalProductByID(
  ctx: PortalContext,
  ports: { catalogue: CataloguePort; stock: StockPort },
  id: string,
): Promise<PortalProduct> {
  const open = await (await openProducts(ctx)).select('item.id').where('item.id', '=', id).executeTakeFirst();
  const [product] = open ? await portalProducts(ctx, ports, [id]) : [];
  if (!product) throw problems.not_found();
  return product;
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
