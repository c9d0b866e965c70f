import {
  type Big,
  decimal,
  Problem,
  type Ratio,
  sumOf,
  toColumn,
  toScaledInteger,
  toWire,
} from '@millwright/core/contracts';
import { todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import {
  type CartLine,
  type Cart as CartReply,
  noPriceRules,
  type PortalAvailability,
  traceForCustomer,
} from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { priceRulesOf } from '../../pricing/price/price-rules.queries.ts';
import {
  isOpenTo,
  isOrderedByCustomers,
  type LimitedCustomer,
  limitedCustomer,
} from '../../sales/sales-order/lines/product-line-limit.ts';
import {
  type MeasuredLine,
  measuredLine,
  type PricedSalesColumns,
  pricedLines,
} from '../../sales/sales-order/lines/sales-order-pricing.ts';
import { unitPrices } from '../storefront/storefront.queries.ts';
import type { Storefront } from '../storefront/storefront.service.ts';
import type { StoredCartLine } from './cart.entity.ts';

/** A line with all values that orders and screens need. */
export interface PricedCartLine {
  stored: StoredCartLine;
  product: CatalogueProduct | undefined;
  columns: PricedSalesColumns | undefined;
  fault: string | null;
  availability: PortalAvailability;
  /** Available stock for the line, in its unit, rounded down to whole units. Earlier lines are served first. */
  free: Big;
}

const nothingKnown: PortalAvailability = { code: 'on_request', firstDate: null };

/** Number of whole units in an available quantity of base units. */
export function wholeUnits(free: Big, { numerator, denominator }: Ratio): Big {
  if (free.lte('0')) return decimal('0');
  const inMillionths = toScaledInteger(free, 6) * denominator;
  return decimal(`${inMillionths / (numerator * 1_000_000n)}`);
}

/** Base units that a line takes from the available stock: its whole quantity, otherwise all available whole units. */
function takenBy({ columns: { baseQuantity }, unit }: MeasuredLine, free: Big): Big {
  if (free.gte(decimal(baseQuantity))) return decimal(baseQuantity);
  const { numerator, denominator } = unit.factor;
  return wholeUnits(free, unit.factor).times(`${numerator}`).div(`${denominator}`);
}

/** Reason why the customer cannot order a product. */
function faultOf(product: CatalogueProduct | undefined, limit: LimitedCustomer): string | null {
  if (!product || !isOrderedByCustomers(product.productType)) return 'This is not sold any more';
  if (!product.isActive) return 'This is not sold at the moment';
  return isOpenTo(limit, product) ? null : 'This is not open to your company';
}

/** Prices of carts. */
export class CartPricing {
  readonly #catalogue: CataloguePort;
  readonly #storefront: Storefront;

  constructor(catalogue: CataloguePort, storefront: Storefront) {
    this.#catalogue = catalogue;
    this.#storefront = storefront;
  }

  /** Prices all lines together, as an order would. A line that cannot be ordered has the reason. */
  async price(ctx: PortalContext, lines: readonly StoredCartLine[]): Promise<PricedCartLine[]> {
    const ids = [...new Set(lines.map(({ itemID }) => itemID))];
    if (!ids.length) return [];
    const on = todayOf(ctx);
    const products = await this.#catalogue.findProducts(ctx, ids);
    const limit = await limitedCustomer(ctx, ctx.customerID);
    const rules = (await priceRulesOf(ctx, [ctx.customerID], ids, on)).get(ctx.customerID) ?? noPriceRules;
    const measured = lines.map((stored, index) => {
      const product = products.get(stored.itemID);
      const fault = faultOf(product, limit);
      if (fault) return { stored, product, fault };
      try {
        const quantityOrdered = { measure: toWire(decimal(stored.quantity)), unitID: stored.unitID };
        const wanted = { path: `lines.${index}`, productID: stored.itemID, quantityOrdered };
        return { stored, product, fault: null, line: measuredLine(wanted, product) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return { stored, product, fault: error.errors[0]?.message ?? error.message };
      }
    });
    const good = measured.flatMap(({ line }) => line ?? []);
    const columns = new Map<MeasuredLine, PricedSalesColumns>();
    for (const [index, each] of pricedLines(good, { rules, on, areFrozen: false }).entries())
      columns.set(good[index] as MeasuredLine, each);
    const words = await this.#storefront.availability(
      ctx,
      good.map(({ product, columns: { baseQuantity } }) => ({ product, quantity: baseQuantity })),
    );
    const taken = new Map<string, Big>();
    return measured.map(({ stored, product, fault, line }) => {
      if (!line) return { stored, product, columns: undefined, fault, availability: nothingKnown, free: decimal('0') };
      const { free: there, ...availability } = words[good.indexOf(line)] as (typeof words)[number];
      const isWare = line.columns.productType === 'sale';
      const before = taken.get(stored.itemID) ?? decimal('0');
      const free = there.minus(before);
      if (isWare) taken.set(stored.itemID, before.plus(takenBy(line, free)));
      return {
        stored,
        product,
        columns: columns.get(line),
        fault,
        availability,
        free: isWare ? wholeUnits(free, line.unit.factor) : decimal(stored.quantity),
      };
    });
  }
}

/** The answer for a cart. */
export function cartReply(ctx: PortalContext, lines: readonly PricedCartLine[], version: number): CartReply {
  const on = todayOf(ctx);
  return {
    lines: lines.map(({ stored, product, columns, fault, availability }): CartLine => {
      const price = decimal(columns?.unitPrice ?? stored.seenPrice);
      const unit = product?.units.find(({ unitID }) => unitID === stored.unitID)?.unit ?? '';
      return {
        id: stored.id,
        product: { id: stored.itemID, sku: product?.sku ?? '', description: product?.description ?? 'No longer sold' },
        quantity: {
          id: `qty_${stored.id}.quantity`,
          measure: toWire(decimal(stored.quantity)),
          unitID: stored.unitID,
          unit,
        },
        units: product ? unitPrices(product, noPriceRules, on) : [],
        unitPrice: toWire(price),
        priceTrace: traceForCustomer(columns?.priceTrace ?? []),
        total: toWire(decimal(columns?.total ?? '0')),
        formerUnitPrice: columns && !price.eq(decimal(stored.seenPrice)) ? toWire(decimal(stored.seenPrice)) : null,
        availability,
        fault,
      };
    }),
    subtotal: toWire(sumOf(lines.map(({ columns }) => columns?.total ?? '0'))),
    version,
  };
}

/** The same lines with their current prices marked as seen, because the person who adds a line sees its price. */
export const asSeen = (lines: readonly PricedCartLine[]): StoredCartLine[] =>
  lines.map(({ stored, columns }) => (columns ? { ...stored, seenPrice: columns.unitPrice } : stored));

/** Sum of two quantities in the same unit, as a column value. */
export const moreOf = (one: string, other: string): string => toColumn(decimal(one).plus(decimal(other)), 6);
