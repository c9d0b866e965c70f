import { problems } from '@millwright/core/contracts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import type { CartService } from './cart.service.ts';
import { pricedCart } from './priced-cart.ts';

/** Puts the wares of an own order into the cart; what cannot be ordered any more is left out and named. */
export async function reorderOf(ctx: PortalContext, carts: CartService, orderID: string) {
  const order = await salesOrderByID(ctx, orderID);
  const wares = order.lines.filter(({ product }) => ['sale', 'service'].includes(product.productType));
  if (!wares.length) throw problems.conflict({ message: 'There is nothing in this order to order again' });
  const asked = wares.map(({ id, product, quantityOrdered: { measure, unitID } }) => ({
    id,
    itemID: product.id,
    quantity: String(measure),
    unitID,
    seenPrice: '0',
  }));
  const priced = await pricedCart(ctx, carts.ports, asked);
  const left = priced.flatMap(({ fault }, index) =>
    fault ? [{ sku: wares[index]?.product.sku ?? '', reason: fault }] : [],
  );
  const good = priced.filter(({ fault }) => fault === null).map(({ stored }) => stored);
  const lines = good.map(({ itemID, quantity, unitID }) => ({ productID: itemID, quantity: Number(quantity), unitID }));
  return { cart: lines.length ? await carts.add(ctx, lines) : await carts.read(ctx), left };
}
