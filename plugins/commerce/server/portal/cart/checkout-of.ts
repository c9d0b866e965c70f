import { createHash } from 'node:crypto';
import {
  type Big,
  decimal,
  greaterOf,
  lesserOf,
  orderDiscountAmount,
  Problem,
  sumOf,
  toColumn,
  zero,
} from '@millwright/core/contracts';
import { discountTermsOf, type OrderDiscountSnapshot, type shortageChoices } from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { chosenOrderDiscount } from '../../pricing/order-discount/order-discount-choice.ts';
import { orderDiscountByCode } from '../../pricing/order-discount/order-discount-code.ts';
import type { StoredCartLine } from './cart.entity.ts';
import { type CartPorts, type PricedCartLine, pricedCart } from './priced-cart.ts';

/** What a person has decided about an order, as far as lines and sums hang on it. */
export interface CheckoutChoices {
  shortages?: (typeof shortageChoices)[number] | undefined;
  discountCode?: string | null | undefined;
}

interface Discount {
  id: string;
  terms: OrderDiscountSnapshot;
  amount: Big;
}

/** Sums of lines with the discount of a code. */
interface CheckoutMoney {
  discount: Discount | null;
  /** Why the code does not count. */
  discountFault: string | null;
  /** Whether the code is good, and only these lines are too little for it: the order goes without it. */
  isDiscountLost: boolean;
  subtotal: Big;
  total: Big;
}

/** Exactly what would be ordered. */
export interface CheckoutContents extends CheckoutMoney {
  /** Lines at the prices of their quantities. */
  going: readonly PricedCartLine[];
  /** Lines of the cart of which less is free than wanted. */
  short: readonly PricedCartLine[];
  /** What stays in the cart. */
  left: StoredCartLine[];
  /** The same for the same lines, prices and sums. */
  digest: string;
}

/** A line of which less is free than wanted. */
const isShort = ({ columns, stored, free }: PricedCartLine): boolean =>
  columns?.productType === 'sale' && free.lt(decimal(stored.quantity));

/**
 * What an order of the cart with these choices has in it and comes to; the preview shows it and the order takes it.
 * Lines that cannot be ordered are left out.
 */
export async function checkoutOf(
  ctx: PortalContext,
  ports: CartPorts,
  lines: readonly PricedCartLine[],
  { shortages, discountCode }: CheckoutChoices,
): Promise<CheckoutContents> {
  const good = lines.filter(({ fault }) => fault === null);
  const short = good.filter(isShort);
  const isPart = shortages === 'part' && short.length > 0;
  // A price hangs on the quantities of all lines, so that a part has prices of its own.
  const going = isPart ? await pricedCart(ctx, ports, good.flatMap(partOf)) : good;
  const money = await moneyOf(ctx, going, discountCode);
  return { going, short, left: isPart ? short.flatMap(restOf) : [], digest: digestOf(going, money), ...money };
}

/** What can go at once of a line; nothing where nothing is there. */
function partOf(line: PricedCartLine): StoredCartLine[] {
  const quantity = lesserOf(decimal(line.stored.quantity), isShort(line) ? line.free : decimal(line.stored.quantity));
  return quantity.gt(zero) ? [{ ...line.stored, quantity: toColumn(quantity, 6) }] : [];
}

/** What stays in the cart where only a part was ordered. */
function restOf({ stored, free }: PricedCartLine): StoredCartLine[] {
  const rest = decimal(stored.quantity).minus(greaterOf(free, zero));
  return rest.gt(zero) ? [{ ...stored, quantity: toColumn(rest, 6) }] : [];
}

function digestOf(lines: readonly PricedCartLine[], { discount, subtotal, total }: CheckoutMoney): string {
  const said = [
    lines.map(({ stored, columns }) => [
      stored.itemID,
      stored.unitID,
      decimal(stored.quantity).toFixed(),
      columns?.unitPrice,
    ]),
    discount && [discount.id, discount.amount.toFixed()],
    subtotal.toFixed(),
    total.toFixed(),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 32);
}

/** What lines come to with the discount of a code; nothing is counted as used yet. */
async function moneyOf(
  ctx: PortalContext,
  lines: readonly PricedCartLine[],
  code: string | null | undefined,
): Promise<CheckoutMoney> {
  const subtotal = sumOf(lines.map(({ columns }) => columns?.total ?? '0'));
  const wares = sumOf(lines.flatMap(({ columns }) => (columns?.productType === 'sale' ? columns.total : [])));
  let discount: Discount | null = null;
  let discountFault: string | null = null;
  let isDiscountLost = false;
  if (code?.trim())
    try {
      const id = await orderDiscountByCode(ctx, { code: code.trim(), customerID: ctx.customerID });
      const choice = await chosenOrderDiscount(ctx, { discountID: id, customerID: ctx.customerID });
      const terms = choice && discountTermsOf(choice.terms);
      if (choice && terms) {
        const { minimumOrderTotal } = choice.terms;
        isDiscountLost = minimumOrderTotal !== null && wares.lt(decimal(minimumOrderTotal));
        if (isDiscountLost) discountFault = `This code counts from an order of ${minimumOrderTotal}`;
        else discount = { ...choice, amount: orderDiscountAmount(terms, wares) };
      }
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 500) throw error;
      discountFault = error.message;
    }
  return {
    discount,
    discountFault,
    isDiscountLost,
    subtotal,
    total: subtotal.minus(discount?.amount ?? zero),
  };
}
