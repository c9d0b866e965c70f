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
import type { CartPricing, PricedCartLine } from './priced-cart.ts';

/** Choices of the person that the order's lines and sums depend on. */
export interface CheckoutChoices {
  shortages?: (typeof shortageChoices)[number] | undefined;
  discountCode?: string | null | undefined;
}

interface Discount {
  id: string;
  terms: OrderDiscountSnapshot;
  amount: Big;
}

/** Sums of lines with the order discount of a code. */
interface CheckoutMoney {
  discount: Discount | null;
  /** Reason why the code is not applied. */
  discountFault: string | null;
  /** Whether the code is valid but the total of these lines is too low for it. The order is placed without it. */
  isDiscountLost: boolean;
  subtotal: Big;
  total: Big;
}

/** Lines and sums of the order that would be placed. */
export interface CheckoutContents extends CheckoutMoney {
  /** Ordered lines, at the prices for their quantities. */
  going: readonly PricedCartLine[];
  /** Lines of the cart with less available stock than wanted. */
  short: readonly PricedCartLine[];
  /** Lines that stay in the cart. */
  left: StoredCartLine[];
  /** Equal for equal lines, prices and sums. */
  digest: string;
}

/** Whether a line has less available stock than wanted. */
const isShort = ({ columns, stored, free }: PricedCartLine): boolean =>
  columns?.productType === 'sale' && free.lt(decimal(stored.quantity));

/** What an order of a cart would contain. */
export class CheckoutCalculation {
  readonly #pricing: CartPricing;

  constructor(pricing: CartPricing) {
    this.#pricing = pricing;
  }

  /**
   * Lines and sums of an order of the cart with these choices. The preview shows them, and the order uses them. Lines
   * that cannot be ordered are left out.
   */
  async of(
    ctx: PortalContext,
    lines: readonly PricedCartLine[],
    { shortages, discountCode }: CheckoutChoices,
  ): Promise<CheckoutContents> {
    const good = lines.filter(({ fault }) => fault === null);
    const short = good.filter(isShort);
    const isPart = shortages === 'part' && short.length > 0;
    // The price of a line depends on the quantities of all lines, so a partial order is priced anew.
    const going = isPart ? await this.#pricing.price(ctx, good.flatMap(partOf)) : good;
    const money = await moneyOf(ctx, going, discountCode);
    return { going, short, left: isPart ? short.flatMap(restOf) : [], digest: digestOf(going, money), ...money };
  }
}

/** The available part of a line. Empty if no stock is available. */
function partOf(line: PricedCartLine): StoredCartLine[] {
  const quantity = lesserOf(decimal(line.stored.quantity), isShort(line) ? line.free : decimal(line.stored.quantity));
  return quantity.gt(zero) ? [{ ...line.stored, quantity: toColumn(quantity, 6) }] : [];
}

/** The rest of a line that stays in the cart after a partial order. */
function restOf({ stored, free }: PricedCartLine): StoredCartLine[] {
  const rest = decimal(stored.quantity).minus(greaterOf(free, zero));
  return rest.gt(zero) ? [{ ...stored, quantity: toColumn(rest, 6) }] : [];
}

function digestOf(lines: readonly PricedCartLine[], { discount, subtotal, total }: CheckoutMoney): string {
  const digested = [
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
  return createHash('sha256').update(JSON.stringify(digested)).digest('base64url').slice(0, 32);
}

/** Sums of lines with the discount of a code. The code is not counted as used yet. */
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
