import { decimal, type EndpointRequest, problems, toWire } from '@millwright/core/contracts';
import {
  type AccountContext,
  accountSettings,
  sql,
  todayOf,
  updateAccountSettings,
  withoutCustomerPolicy,
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
import { isSoldToday } from '../../sales/sales-order/lines/product-line-limit.ts';
import { kindsOf, soldProducts, toldProducts } from '../storefront/storefront.queries.ts';

/** The setting for the prices that visitors see. */
export const publicCatalogueOf = (ctx: AccountContext): Promise<PublicCatalogue> =>
  accountSettings(ctx, 'commerce', publicCatalogue);

/** @throws Problem 400 for the prices of an unknown group */
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
  id !== null &&
  (await withoutCustomerPolicy(ctx, () => ctx.em.findOne(AccountGroup, { accountID: ctx.account.id, id }))) !== null;

/** Product lines and categories of sold products, with their numbers of products. */
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

/** Price rules for visitors. Undefined if visitors see no prices. */
async function rulesFor(ctx: AccountContext, itemIDs: readonly string[]): Promise<PriceRules | undefined> {
  const { publicPrices, publicPriceGroupID: groupID } = await publicCatalogueOf(ctx);
  if (publicPrices === 'list') return noPriceRules;
  // After the group was deleted, no prices are shown instead of other prices.
  if (publicPrices === 'group' && groupID && (await isGroup(ctx, groupID)))
    return priceRulesOfGroup(ctx, groupID, itemIDs, todayOf(ctx));
  return undefined;
}

const priceIn = (product: CatalogueProduct, rules: PriceRules, on: string): number => {
  const line = { product, quantity: '1', unitID: product.defaultUnitID };
  return toWire(decimal(priceOf({ line, lines: [line], rules, on }).unitPrice));
};

const shownView = toldProducts(listShownProducts);

/** Products as every visitor of a website sees them. */
export class ShownProducts {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  /** A page of sold products, as every visitor may see it. */
  async find(
    ctx: AccountContext,
    page: EndpointRequest<typeof listShownProducts>['query'],
  ): Promise<{ items: ShownProduct[]; count: number }> {
    const { items, count } = await shownView.find(ctx, page, { where: isSoldToday(ctx) });
    const ids = items.map(({ id }) => id);
    const found = await this.#catalogue.findProducts(ctx, ids);
    const products = ids.flatMap((id) => found.get(id) ?? []);
    const [kinds, rules] = [await kindsOf(ctx, products, items), await rulesFor(ctx, ids)];
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
}
