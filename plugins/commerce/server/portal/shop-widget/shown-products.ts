import { decimal, type EndpointRequest, problems, toWire } from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSettings,
  asAccount,
  listPage,
  sql,
  todayOf,
  updateAccountSettings,
} from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import {
  listShownProducts,
  noPriceRules,
  type PriceRules,
  type PublicCatalogue,
  priceOf,
  publicCatalogue,
  type ShownCatalogue,
  type ShownProduct,
  type updatePublicCatalogue,
} from '../../../contracts/index.ts';
import { AccountGroup } from '../../parties/account-group/account-group.entity.ts';
import { priceRulesOfGroup } from '../../pricing/price/price-rules.queries.ts';
import { kindsOf, soldProducts } from '../storefront/storefront.queries.ts';

/** Whose prices visitors see. */
export const publicCatalogueOf = (ctx: AccountContext): Promise<PublicCatalogue> =>
  accountSettings(ctx, 'commerce', publicCatalogue);

/** @throws Problem 400 for prices of a group that is none */
export async function changePublicCatalogue(
  ctx: AccountContext,
  change: EndpointRequest<typeof updatePublicCatalogue>['body'],
): Promise<PublicCatalogue> {
  const before = await publicCatalogueOf(ctx);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after = { ...before, ...given } as PublicCatalogue;
  const { publicPriceGroupID: groupID } = change;
  const isNeeded = after.publicPrices === 'group' || typeof groupID === 'string';
  if (isNeeded && !(await isGroup(ctx, after.publicPriceGroupID)))
    throw problems.invalid_input({ errors: [{ path: 'publicPriceGroupID', message: 'Choose a customer group' }] });
  if (after.publicPrices !== 'group') after.publicPriceGroupID = null;
  return updateAccountSettings(ctx, 'commerce', publicCatalogue, after);
}

const isGroup = async (ctx: AccountContext, id: string | null): Promise<boolean> =>
  id !== null && (await asAccount(ctx, () => ctx.em.findOne(AccountGroup, { accountID: ctx.account.id, id }))) !== null;

/** Lines and categories of what is sold, with how much there is in each. */
export async function shownCatalogueOf(ctx: AccountContext): Promise<ShownCatalogue> {
  const { publicPrices } = await publicCatalogueOf(ctx);
  const counted = (id: 'category_id' | 'product_line_id', name: 'category_name' | 'product_line_name') =>
    soldProducts(ctx)
      .where(`item.${id}`, 'is not', null)
      .select([
        sql<string>`${sql.ref(`item.${id}`)}`.as('id'),
        sql<string>`${sql.ref(`item.${name}`)}`.as('name'),
        sql<number>`count(*)::int`.as('productCount'),
      ])
      .groupBy([`item.${id}`, `item.${name}`])
      .orderBy(`item.${name}`)
      .execute();
  return {
    accountName: ctx.account.name,
    currency: ctx.account.currency,
    showsPrices: publicPrices !== 'none',
    categories: await counted('category_id', 'category_name'),
    productLines: await counted('product_line_id', 'product_line_name'),
  };
}

/** Prices by which visitors see what one costs; undefined where they see none. */
async function rulesFor(ctx: AccountContext, itemIDs: readonly string[]): Promise<PriceRules | undefined> {
  const { publicPrices, publicPriceGroupID: groupID } = await publicCatalogueOf(ctx);
  if (publicPrices === 'list') return noPriceRules;
  // A group that was deleted shows no prices rather than others.
  if (publicPrices === 'group' && groupID && (await isGroup(ctx, groupID)))
    return priceRulesOfGroup(ctx, groupID, itemIDs, todayOf(ctx));
  return undefined;
}

const priceIn = (product: CatalogueProduct, rules: PriceRules, on: string): number => {
  const line = { product, quantity: '1', unitID: product.defaultUnitID };
  return toWire(decimal(priceOf({ line, lines: [line], rules, on }).unitPrice));
};

/** A page of what is sold, as every visitor may see it. */
export async function findShownProducts(
  ctx: AccountContext,
  catalogue: CataloguePort,
  { categoryID, productLineID, ...page }: EndpointRequest<typeof listShownProducts>['query'],
): Promise<{ items: ShownProduct[]; count: number }> {
  const matching = soldProducts(ctx)
    .$if(categoryID !== undefined, (query) => query.where('item.category_id', '=', categoryID ?? ''))
    .$if(productLineID !== undefined, (query) => query.where('item.product_line_id', '=', productLineID ?? ''));
  const { items, count } = await listPage(ctx, {
    list: listShownProducts,
    id: 'item.id',
    matching,
    text: page.query ? { types: ['product'], query: page.query } : undefined,
    select: (query) => (query as typeof matching).select('item.id'),
    page,
    sortable: { sku: 'item.sku', description: 'item.description' },
    order: [['item.sku', 'asc']],
  });
  const ids = items.map(({ id }) => id);
  const found = await catalogue.findProducts(ctx, ids);
  const products = ids.flatMap((id) => found.get(id) ?? []);
  const [kinds, rules] = [await kindsOf(ctx, products), await rulesFor(ctx, ids)];
  const on = todayOf(ctx);
  return {
    count,
    items: products.map((product) => ({
      id: product.id,
      sku: product.sku,
      description: product.description,
      category: kinds.get(product.id)?.category ?? null,
      productLine: product.productLine,
      variation: kinds.get(product.id)?.variation ?? null,
      unitPrice: rules ? priceIn(product, rules, on) : null,
      unit: { id: product.defaultUnitID, name: product.defaultUnit },
    })),
  };
}
