import {
  type Big,
  decimal,
  type EndpointRequest,
  problems,
  roundQuotient,
  toColumn,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { accountSettings, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct, StockPort } from '@millwright/inventory/contracts';
import {
  type listPortalProducts,
  noPriceRules,
  type PortalAvailability,
  type PortalProduct,
  portalSettings,
  traceForCustomer,
} from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { priceRulesOf } from '../../pricing/price/price-rules.queries.ts';
import { openTo } from '../../sales/sales-order/lines/product-line-limit.ts';
import {
  kindsOf,
  openProducts,
  portalView,
  pricedAlone,
  type StockQuestion,
  type ToldProducts,
  unitPrices,
} from './storefront.queries.ts';

/** One default unit in base units. */
const oneOf = (product: CatalogueProduct): string => {
  const factor = product.units.find(({ isDefault }) => isDefault)?.factor;
  return factor ? toColumn(roundQuotient(factor.numerator, factor.denominator, 6), 6) : '1';
};

/** Products as customers see them, at their own prices. */
export class Storefront {
  readonly #catalogue: CataloguePort;
  readonly #stock: StockPort;

  constructor(catalogue: CataloguePort, stock: StockPort) {
    this.#catalogue = catalogue;
    this.#stock = stock;
  }

  /** Availability of each product as a text, in the given order. */
  async availability(
    ctx: PortalContext,
    questions: readonly StockQuestion[],
    known?: ToldProducts,
  ): Promise<(PortalAvailability & { free: Big })[]> {
    const wanted = questions.map(({ product, quantity }) => ({ itemID: product.id, quantity }));
    const rows =
      known ??
      (await portalView.byIDs(
        ctx,
        wanted.map(({ itemID }) => itemID),
      ));
    const orderPoints = new Map(rows.map(({ id, orderPoint }) => [id, orderPoint]));
    const dates = await this.#stock.firstDatesOf(ctx, wanted);
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

  /** Products as their customer sees them, in the order of the ids. Deleted products are left out. */
  async products(ctx: PortalContext, ids: readonly string[], known?: ToldProducts): Promise<PortalProduct[]> {
    if (!ids.length) return [];
    const rows = known ?? (await portalView.byIDs(ctx, ids));
    const on = todayOf(ctx);
    const found = await this.#catalogue.findProducts(ctx, ids);
    const products = ids.flatMap((id) => found.get(id) ?? []);
    const rules = (await priceRulesOf(ctx, [ctx.customerID], ids, on)).get(ctx.customerID) ?? noPriceRules;
    const words = await this.availability(
      ctx,
      products.map((product) => ({ product, quantity: oneOf(product) })),
      rows,
    );
    const kinds = await kindsOf(ctx, products, rows);
    const { showsManufacturer } = await accountSettings(ctx, 'commerce', portalSettings);
    return products.map((product, index) => {
      const { unitPrice, trace } = pricedAlone(product, product.defaultUnitID, rules, on);
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
  async find(ctx: PortalContext, { asCustomerID: _, ...page }: EndpointRequest<typeof listPortalProducts>['query']) {
    // Customers with the same limit see the same products, only the prices differ.
    const { condition, key } = await openTo(ctx, ctx.customerID);
    const { items, count } = await portalView.find(ctx, page, { where: condition, key, isForAll: true });
    return {
      items: await this.products(
        ctx,
        items.map(({ id }) => id),
        items,
      ),
      count,
    };
  }

  /** One product. 404 for a product that the customer may not order. */
  async byID(ctx: PortalContext, id: string): Promise<PortalProduct> {
    const open = await (await openProducts(ctx)).select('item.id').where('item.id', '=', id).executeTakeFirst();
    const [product] = open ? await this.products(ctx, [id]) : [];
    if (!product) throw problems.not_found();
    return product;
  }
}
