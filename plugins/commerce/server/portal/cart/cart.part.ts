import { definePart, service } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  addToCart,
  changeCartLine,
  checkOut,
  emptyCart,
  getCart,
  previewCheckout,
  readQuickOrder,
  removeCartLine,
  reorder,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { SalesOrderService } from '../../sales/sales-order/sales-order.service.ts';
import { portalRead, portalWrite } from '../storefront/portal-context.ts';
import { Storefront } from '../storefront/storefront.service.ts';
import { Cart } from './cart.entity.ts';
import { CartService } from './cart.service.ts';
import { CheckoutService } from './checkout.service.ts';
import { CheckoutCalculation } from './checkout-calculation.ts';
import { CartPricing } from './priced-cart.ts';
import { QuickOrder } from './quick-order.ts';
import { Reordering } from './reorder.ts';

/** Carts of customers in the portal. */
export const cartPart = definePart({
  entities: [Cart],
  services: [
    service(CartPricing, CataloguePort, Storefront),
    service(CartService, CataloguePort, CartPricing),
    service(QuickOrder, CartService),
    service(Reordering, CartService, CartPricing),
    service(CheckoutCalculation, CartPricing),
    service(CheckoutService, CartService, CheckoutCalculation, SalesOrderService, CardPayment),
  ],
  routes: (services) => {
    const carts = services.get(CartService);
    const checkout = services.get(CheckoutService);
    const quickOrder = services.get(QuickOrder);
    const reordering = services.get(Reordering);
    return [
      portalRead(getCart, (ctx) => carts.read(ctx)),
      portalWrite(addToCart, (ctx, { body }) => carts.add(ctx, body.lines)),
      portalWrite(changeCartLine, (ctx, { params, body }) => carts.change(ctx, params.cartLineID, body)),
      portalWrite(removeCartLine, (ctx, { params }) => carts.remove(ctx, params.cartLineID)),
      portalWrite(emptyCart, (ctx) => carts.empty(ctx)),
      portalWrite(readQuickOrder, (ctx, { body }) => quickOrder.read(ctx, body.text)),
      portalWrite(previewCheckout, (ctx, { body }) => checkout.preview(ctx, body)),
      portalWrite(checkOut, (ctx, { body }) => checkout.order(ctx, body)),
      portalWrite(reorder, (ctx, { params }) => reordering.order(ctx, params.orderID)),
    ];
  },
  samples: [
    {
      table: 'commerce.cart',
      row: (ids) => ({ member_id: ids('core.member'), customer_id: ids('commerce.customer'), lines: '[]' }),
    },
  ],
});
