import { type Big, decimal, type EndpointRequest, problems, toWire } from '@millwright/core/contracts';
import { sql, withoutCustomerPolicy } from '@millwright/core/server';
import {
  type CheckoutPreview,
  type checkOut,
  type Freight,
  type FreightSources,
  freightOf,
  portalProblems,
  prepaidTermCodes,
  type previewCheckout,
  salesOrderStates,
} from '../../../contracts/index.ts';
import type { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { exemptionColumn, type FreightCustomer, termColumn } from '../../fulfilment/shipment/list/shipment-freight.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { type OrderCustomer, orderCustomer } from '../../sales/sales-order/entry/sales-order-customer.ts';
import { mailSalesOrder, orderContacts } from '../../sales/sales-order/record/sales-order-mail.ts';
import type { SalesOrderService } from '../../sales/sales-order/sales-order.service.ts';
import type { CartService } from './cart.service.ts';
import type { CheckoutCalculation } from './checkout-calculation.ts';
import { cartReply, type PricedCartLine } from './priced-cart.ts';

type Chosen = EndpointRequest<typeof previewCheckout>['body'];
type Wanted = EndpointRequest<typeof checkOut>['body'];

const prepaid: readonly string[] = prepaidTermCodes;

/** Turns a cart into an order. */
export class CheckoutService {
  readonly #carts: CartService;
  readonly #contents: CheckoutCalculation;
  readonly #orders: SalesOrderService;
  readonly #cards: CardPayment;

  constructor(carts: CartService, contents: CheckoutCalculation, orders: SalesOrderService, cards: CardPayment) {
    this.#carts = carts;
    this.#contents = contents;
    this.#orders = orders;
    this.#cards = cards;
  }

  async preview(ctx: PortalContext, chosen: Chosen): Promise<CheckoutPreview> {
    const { lines, version } = await this.#carts.priced(ctx);
    const customer = await orderCustomer(ctx, ctx.customerID);
    const { going, short, digest, discount, discountFault, subtotal, total } = await this.#contents.of(
      ctx,
      lines,
      chosen,
    );
    const freight = await estimatedFreight(ctx, customer, going, total);
    const term = await paymentTermOf(ctx, customer);
    return {
      cart: cartReply(ctx, lines, version),
      lines: cartReply(ctx, going, version).lines,
      digest,
      addresses: await addressesOf(ctx, customer),
      shipping: await shippingChoices(ctx, customer),
      estimatedFreight: freight.amount && toWire(freight.amount),
      freightReason: freight.reason.text,
      discount: discount && { name: discount.terms.name, amount: toWire(discount.amount) },
      discountFault,
      subtotal: toWire(subtotal),
      total: toWire(total),
      paymentTerm: term?.name ?? null,
      canPayOnTerms: term !== null && !prepaid.includes(term.code),
      canPayByCard: await this.#cards.isOffered(ctx),
      shortages: short.map(({ stored, columns, free, availability }) => ({
        cartLineID: stored.id,
        sku: columns?.sku ?? '',
        available: toWire(free),
        unit: columns?.unitName ?? '',
        firstDate: availability.firstDate,
      })),
    };
  }

  /** @throws Problem 400, 409 `cart_changed`, `insufficient_stock`, `customer_on_hold`, `discount_not_applicable` */
  async order(ctx: PortalContext, wanted: Wanted) {
    const cart = await this.#carts.hold(ctx);
    const { lines } = await this.#carts.priced(ctx);
    if (!lines.length) throw portalProblems.cart_empty();
    const customer = await orderCustomer(ctx, ctx.customerID);
    const faults = lines.flatMap(({ fault }, index) => (fault ? [{ path: `lines.${index}`, message: fault }] : []));
    const checkout = await this.#contents.of(ctx, lines, wanted);
    const { going, short, discount } = checkout;
    if (!going.length && !faults.length)
      throw portalProblems.cart_changed({
        message: 'Nothing of your cart is there now; wait for the first day instead',
      });
    const isOther = wanted.digest != null && wanted.digest !== checkout.digest;
    if (faults.length || cart.version !== wanted.version || isOther || !checkout.total.eq(decimal(wanted.total)))
      throw portalProblems.cart_changed({ errors: faults });
    if (checkout.discountFault && !checkout.isDiscountLost)
      throw problems.invalid_input({ errors: [{ path: 'discountCode', message: checkout.discountFault }] });
    const term = await paymentTermOf(ctx, customer);
    await this.#refusePayment(ctx, wanted.payment, term);
    const dates = short.flatMap(({ availability }) => availability.firstDate ?? []);
    const waits = wanted.shortages === 'wait' && short.length > 0;
    const email = ctx.actor.email;
    const order = await this.#orders.create(
      ctx,
      {
        customerID: ctx.customerID,
        // An order paid by card is issued once the payment has arrived.
        status: wanted.payment === 'card' ? 'estimate' : 'issued',
        customerPO: wanted.customerPO ?? null,
        customerNote: wanted.note ?? null,
        ...(wanted.shipToID ? { shipToID: wanted.shipToID } : wanted.shipTo ? { shipTo: wanted.shipTo } : {}),
        ...(wanted.carrierID ? { carrierID: wanted.carrierID } : {}),
        ...(wanted.carrierOptionID ? { carrierOptionID: wanted.carrierOptionID } : {}),
        ...(discount ? { orderDiscountID: discount.id } : {}),
        ...(waits && dates.length ? { promisedAt: dates.sort().at(-1) as string } : {}),
        ...(email ? { acknowledgementEmailContacts: [email] } : {}),
        lines: going.map(({ stored: { itemID, quantity, unitID } }) => ({
          productID: itemID,
          quantityOrdered: { measure: toWire(decimal(quantity)), unitID },
        })),
      },
      { acceptsShort: waits, paysFirst: wanted.payment === 'card' },
    );
    // Refuses, and rolls back, if the order's total differs from the shown total.
    if (!decimal(order.total).eq(checkout.total)) throw portalProblems.cart_changed();
    ctx.em.assign(cart, { lines: checkout.left });
    await ctx.em.flush();
    if (salesOrderStates.is.open(order.status.code) && (await orderContacts(ctx, order)).length)
      await mailSalesOrder(ctx, order);
    return {
      orderID: order.id,
      orderNumber: order.number,
      total: order.total,
      isPaymentDue: wanted.payment === 'card',
    };
  }

  async #refusePayment(ctx: PortalContext, payment: Wanted['payment'], term: PaymentTerm | null): Promise<void> {
    if (payment === 'terms' && (!term || prepaid.includes(term.code)))
      throw problems.invalid_input({
        errors: [{ path: 'payment', message: 'Your terms are payment before delivery' }],
      });
    if (payment === 'card' && !(await this.#cards.isOffered(ctx)))
      throw problems.invalid_input({ errors: [{ path: 'payment', message: 'Cards are not taken here' }] });
  }
}

interface PaymentTerm {
  name: string;
  code: string;
}

async function paymentTermOf(ctx: PortalContext, customer: OrderCustomer): Promise<PaymentTerm | null> {
  if (!customer.paymentTermID) return null;
  const { rows } = await sql<PaymentTerm>`select name, code from commerce.payment_term
    where account_id = ${ctx.account.id} and id = ${customer.paymentTermID}`.execute(ctx.em.query());
  return rows[0] ?? null;
}

/** Addresses of the customer, the default one first. */
async function addressesOf(ctx: PortalContext, customer: OrderCustomer): Promise<CheckoutPreview['addresses']> {
  const { rows } = await sql<CheckoutPreview['addresses'][number]>`select address.id, address.name, address.line1,
      address.line2, address.city, address.state, address.postal_code as "postalCode", address.country, address.phone,
      address.email, address.is_drop_ship as "isDropShip", null as "placeID", null as "addressDetails",
      address.created_at as "createdAt", address.updated_at as "updatedAt",
      address.id = coalesce(customer.ship_to_address_id, customer.bill_to_address_id) as "isDefault"
    from core.v_party_addresses address
    join commerce.customer customer on customer.account_id = address.account_id and customer.id = address.party_id
    where address.account_id = ${ctx.account.id} and address.party_id = ${customer.id}
    order by 16 desc nulls last, address.name, address.id limit 200`.execute(ctx.em.query());
  return rows.map((row) => ({
    ...row,
    isDefault: row.isDefault ?? false,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }));
}

/** Carriers with their options, the customer's default carrier first. */
async function shippingChoices(ctx: PortalContext, customer: OrderCustomer): Promise<CheckoutPreview['shipping']> {
  const { rows } = await sql<CheckoutPreview['shipping'][number]>`select carrier.id as "carrierID",
      option.id as "carrierOptionID", concat_ws(', ', carrier.name, option.name) as name,
      carrier.id = ${customer.carrierID ?? ''} and option.id is not distinct from ${customer.carrierOptionID}::text
        as "isDefault"
    from commerce.carrier carrier
    left join commerce.carrier_option option on option.account_id = carrier.account_id
      and option.carrier_id = carrier.id
    where carrier.account_id = ${ctx.account.id} order by 4 desc, 3, 1, 2 limit 100`.execute(ctx.em.query());
  return rows;
}

/** Shipping costs by the customer's terms, as far as they are known before packing. */
async function estimatedFreight(
  ctx: PortalContext,
  customer: OrderCustomer,
  lines: readonly PricedCartLine[],
  orderValue: Big,
): Promise<Freight> {
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<FreightCustomer & Pick<FreightSources, 'term'>>`select ${termColumn}, ${exemptionColumn}
      from commerce.customer customer
      left join commerce.shipping_term term on term.account_id = customer.account_id
        and term.id = ${customer.shippingTermID}
      where customer.account_id = ${ctx.account.id} and customer.id = ${customer.id}`.execute(ctx.em.query()),
  );
  const [row] = rows;
  const wares = lines.filter(({ columns }) => columns?.productType === 'sale');
  const freight = freightOf({
    term: row?.term ?? null,
    exemptions: row?.exemptions.length ? ['your terms'] : [],
    areProductLinesExempt: wares.length > 0 && wares.every(({ product }) => product?.isFreightExempt),
    hasShippingLine: false,
    orderValue: orderValue.toFixed(),
    isFlatRateCharged: false,
    isWaived: false,
    cases: [null],
  });
  // Nothing is packed yet, so a sum over rated cases would be meaningless.
  return freight.reason.rule === 'cases'
    ? { amount: null, reason: { rule: 'not_rated', text: 'Billed as the carrier charges it, when it ships' } }
    : freight.reason.rule === 'not_rated'
      ? { amount: null, reason: { ...freight.reason, text: 'Billed as the carrier charges it, when it ships' } }
      : freight;
}
