import { problems } from '@millwright/core/contracts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { isOrderedByCustomers } from '../../sales/sales-order/lines/product-line-limit.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import type { CartService } from './cart.service.ts';
import type { CartPricing } from './priced-cart.ts';

/** Orders of the customer, ordered again. */
export class Reordering {
  readonly #carts: CartService;
  readonly #pricing: CartPricing;

  constructor(carts: CartService, pricing: CartPricing) {
    this.#carts = carts;
    this.#pricing = pricing;
  }

  /** Adds the products of an own order to the cart. Products that can no longer be ordered are left out and named. */
  async order(ctx: PortalContext, orderID: string) {
    const order = await salesOrderByID(ctx, orderID);
    const wares = order.lines.filter(({ product }) => isOrderedByCustomers(product.productType));
    if (!wares.length) throw problems.conflict({ message: 'There is nothing in this order to order again' });
    const cartLines = wares.map(({ id, product, quantityOrdered: { measure, unitID } }) => ({
      id,
      itemID: product.id,
      quantity: String(measure),
      unitID,
      seenPrice: '0',
    }));
    const priced = await this.#pricing.price(ctx, cartLines);
    const left = priced.flatMap(({ fault }, index) =>
      fault ? [{ sku: wares[index]?.product.sku ?? '', reason: fault }] : [],
    );
    const good = priced.filter(({ fault }) => fault === null).map(({ stored }) => stored);
    const lines = good.map(({ itemID, quantity, unitID }) => ({
      productID: itemID,
      quantity: Number(quantity),
      unitID,
    }));
    return { cart: lines.length ? await this.#carts.add(ctx, lines) : await this.#carts.read(ctx), left };
  }
}
