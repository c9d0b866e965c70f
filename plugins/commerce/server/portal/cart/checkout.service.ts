import {
  type Big,
  decimal,
  type EndpointRequest,
  greaterOf,
  lesserOf,
  orderDiscountAmount,
  Problem,
  problems,
  sumOf,
  toColumn,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { asAccount, sql } from '@millwright/core/server';
import {
  type CheckoutPreview,
  type checkOut,
  discountTermsOf,
  type Freight,
  type FreightSources,
  freightOf,
  type OrderDiscountSnapshot,
  portalProblems,
  type previewCheckout,
} from '../../../contracts/index.ts';
import type { CardPayment } from '../../billing/card-payment/takes-cards.ts';
import { exemptionOf } from '../../parties/customer/exemption.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { chosenOrderDiscount } from '../../pricing/order-discount/order-discount-choice.ts';
import { orderDiscountByCode } from '../../pricing/order-discount/order-discount-code.ts';
import type { SalesOrderService } from '../../sales/sales-order/sales-order.service.ts';
import { type OrderCustomer, orderCustomer } from '../../sales/sales-order/sales-order-customer.ts';
import { mailSalesOrder } from '../../sales/sales-order/sales-order-mail.ts';
import type { CartService } from './cart.service.ts';
import { cartReply, type PricedCartLine } from './priced-cart.ts';

type Chosen = EndpointRequest<typeof previewCheckout>['body'];
type Wanted = EndpointRequest<typeof checkOut>['body'];

/** Terms on which nothing is sent before it is paid. */
const prepaid = ['cia', 'ccd', 'prepaid'];

/** A line of which less is free than wanted. */
const isShort = ({ columns, stored, free }: PricedCartLine): boolean =>
  columns?.productType === 'sale' && free.lt(decimal(stored.quantity));

/** From the cart to an order. */
export class CheckoutService {
  readonly #carts: CartService;
  readonly #orders: SalesOrderService;
  readonly #cards: CardPayment;

  constructor(carts: CartService, orders: SalesOrderService, cards: CardPayment) {
    this.#carts = carts;
    this.#orders = orders;
    this.#cards = cards;
  }

  async preview(ctx: PortalContext, chosen: Chosen): Promise<CheckoutPreview> {
    const { lines, version } = await this.#carts.priced(ctx);
    const customer = await orderCustomer(ctx, ctx.customerID);
    const good = lines.filter(({ fault }) => fault === null);
    const { discount, discountFault, subtotal, total } = await moneyOf(ctx, good, chosen.discountCode);
    const freight = await estimatedFreight(ctx, customer, good, total);
    const term = await paymentTermOf(ctx, customer);
    return {
      cart: cartReply(ctx, lines, version),
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
      shortages: good.filter(isShort).map(({ stored, columns, free, availability }) => ({
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
    const { discount, discountFault, total } = await moneyOf(ctx, lines, wanted.discountCode);
    if (faults.length || cart.version !== wanted.version || !total.eq(decimal(wanted.total)))
      throw portalProblems.cart_changed({ errors: faults });
    if (discountFault) throw problems.invalid_input({ errors: [{ path: 'discountCode', message: discountFault }] });
    const term = await paymentTermOf(ctx, customer);
    await this.#refusePayment(ctx, wanted.payment, term);
    const short = lines.filter(isShort);
    const going = wanted.shortages === 'part' ? lines.flatMap(partOf) : lines.map((line) => ({ line, ...line.stored }));
    if (!going.length)
      throw portalProblems.cart_changed({
        message: 'Nothing of your cart is there now; wait for the first day instead',
      });
    const dates = short.flatMap(({ availability }) => availability.firstDate ?? []);
    const waits = wanted.shortages === 'wait' && short.length > 0;
    const email = ctx.actor.email;
    const order = await this.#orders.create(
      ctx,
      {
        customerID: ctx.customerID,
        // Paid by card it is issued once the money is there.
        status: wanted.payment === 'card' ? 'estimate' : 'issued',
        customerPO: wanted.customerPO ?? null,
        customerNote: wanted.note ?? null,
        ...(wanted.shipToID ? { shipToID: wanted.shipToID } : wanted.shipTo ? { shipTo: wanted.shipTo } : {}),
        ...(wanted.carrierID ? { carrierID: wanted.carrierID } : {}),
        ...(wanted.carrierOptionID ? { carrierOptionID: wanted.carrierOptionID } : {}),
        ...(discount ? { orderDiscountID: discount.id } : {}),
        ...(waits && dates.length ? { promisedAt: dates.sort().at(-1) as string } : {}),
        ...(email ? { acknowledgementEmailContacts: [email] } : {}),
        lines: going.map(({ itemID, quantity, unitID }) => ({
          productID: itemID,
          quantityOrdered: { measure: toWire(decimal(quantity)), unitID },
        })),
      },
      { acceptsShort: waits },
    );
    const left = wanted.shortages === 'part' ? short.flatMap(restOf) : [];
    ctx.em.assign(cart, { lines: left });
    await ctx.em.flush();
    if (order.status.code === 'issued' && (email || order.customer.email)) await mailSalesOrder(ctx, order);
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

/** What can go at once of a line; nothing where nothing is there. */
function partOf(line: PricedCartLine) {
  const quantity = lesserOf(decimal(line.stored.quantity), isShort(line) ? line.free : decimal(line.stored.quantity));
  return quantity.gt(zero) ? [{ line, ...line.stored, quantity: toColumn(quantity, 6) }] : [];
}

/** What stays in the cart where only a part was ordered. */
function restOf({ stored, free }: PricedCartLine) {
  const rest = decimal(stored.quantity).minus(greaterOf(free, zero));
  return rest.gt(zero) ? [{ ...stored, quantity: toColumn(rest, 6) }] : [];
}

interface Discount {
  id: string;
  terms: OrderDiscountSnapshot;
  amount: Big;
}

/** What lines come to with the discount of a code; nothing is counted as used yet. */
async function moneyOf(ctx: PortalContext, lines: readonly PricedCartLine[], code: string | null | undefined) {
  const subtotal = sumOf(lines.map(({ columns }) => columns?.total ?? '0'));
  const wares = sumOf(lines.flatMap(({ columns }) => (columns?.productType === 'sale' ? columns.total : [])));
  let discount: Discount | null = null;
  let discountFault: string | null = null;
  if (code?.trim())
    try {
      const id = await orderDiscountByCode(ctx, { code: code.trim(), customerID: ctx.customerID });
      const choice = await chosenOrderDiscount(ctx, { discountID: id, customerID: ctx.customerID });
      const terms = choice && discountTermsOf(choice.terms);
      if (choice && terms) {
        const { minimumOrderTotal } = choice.terms;
        if (minimumOrderTotal !== null && wares.lt(decimal(minimumOrderTotal)))
          discountFault = `This code counts from an order of ${minimumOrderTotal}`;
        else discount = { ...choice, amount: orderDiscountAmount(terms, wares) };
      }
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error;
      discountFault = error.message;
    }
  return { discount, discountFault, subtotal, total: subtotal.minus(discount?.amount ?? zero) };
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

/** Addresses of the customer, the usual one first. */
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

/** Carriers with their services, the customer's usual one first. */
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

/** What shipping will be charged by the customer's terms, as far as that is known before anything is packed. */
async function estimatedFreight(
  ctx: PortalContext,
  customer: OrderCustomer,
  lines: readonly PricedCartLine[],
  orderValue: Big,
): Promise<Freight> {
  const { rows } = await asAccount(ctx, () =>
    sql<{
      term: FreightSources['term'];
      isFreightExempt: boolean;
      groups: { name: string; isFreightExempt: boolean; isType: boolean }[];
    }>`select case when term.id is not null then json_build_object('name', term.name, 'code', term.code,
        'isFreightExempt', term.is_freight_exempt, 'flatRate', term.flat_rate::text,
        'minimumOrderValue', term.minimum_order_value::text, 'isCarrierRate', term.is_carrier_rate) end as term,
      customer.is_freight_exempt as "isFreightExempt",
      (select coalesce(json_agg(json_build_object('name', held.name, 'isFreightExempt', held.is_freight_exempt,
          'isType', held.id = customer.customer_type_group_id)), '[]')
        from commerce.account_group held where held.account_id = customer.account_id
          and (held.id = customer.customer_type_group_id or held.id in (select own.account_group_id
            from commerce.customer_price_group own
            where own.account_id = customer.account_id and own.customer_id = customer.id))) as groups
      from commerce.customer customer
      left join commerce.shipping_term term on term.account_id = customer.account_id
        and term.id = ${customer.shippingTermID}
      where customer.account_id = ${ctx.account.id} and customer.id = ${customer.id}`.execute(ctx.em.query()),
  );
  const [row] = rows;
  const flags = (each: { name: string; isFreightExempt: boolean }) => ({ ...each, isCommissionExempt: false });
  const typeGroup = row?.groups.find(({ isType }) => isType);
  const { reasons } = exemptionOf(
    {
      customer: flags({ name: '', isFreightExempt: row?.isFreightExempt ?? false }),
      customerTypeGroup: typeGroup ? flags(typeGroup) : null,
      customerPriceGroups: (row?.groups ?? []).filter(({ isType }) => !isType).map(flags),
    },
    'isFreightExempt',
  );
  const wares = lines.filter(({ columns }) => columns?.productType === 'sale');
  const freight = freightOf({
    term: row?.term ?? null,
    exemptions: reasons.length ? ['your terms'] : [],
    areProductLinesExempt: wares.length > 0 && wares.every(({ product }) => product?.isFreightExempt),
    hasShippingLine: false,
    orderValue: orderValue.toFixed(),
    isFlatRateCharged: false,
    isWaived: false,
    cases: [null],
  });
  // Nothing is packed yet: a sum over no rated cases says nothing.
  return freight.reason.rule === 'cases'
    ? { amount: null, reason: { rule: 'not_rated', text: 'Billed as the carrier charges it, when it ships' } }
    : freight.reason.rule === 'not_rated'
      ? { amount: null, reason: { ...freight.reason, text: 'Billed as the carrier charges it, when it ships' } }
      : freight;
}
