import { type Big, decimal, roundMoney, sumOf } from '@millwright/core/contracts';
import { z } from 'zod';

/** Rules that can determine the freight of a shipment. */
export const freightRules = [
  'shipping_line',
  'no_term',
  'term_exempt',
  'customer_exempt',
  'product_lines_exempt',
  'minimum_order_value',
  'flat_rate',
  'flat_rate_charged',
  'waived',
  'cases',
  'not_rated',
] as const;
export type FreightRule = (typeof freightRules)[number];

/** Explanation of the freight. */
export const freightReason = z.object({
  rule: z.enum(freightRules),
  /** Text with the names of the deciding records. */
  text: z.string(),
});
export type FreightReason = z.output<typeof freightReason>;

/** Data that determine the freight of a shipment. Amounts are decimal texts in the account's currency. */
export interface FreightSources {
  term: {
    name: string;
    code: string | null;
    isFreightExempt: boolean;
    flatRate: string | null;
    minimumOrderValue: string | null;
    isCarrierRate: boolean;
  } | null;
  /** Reasons of the customer's exemption: `Customer`, `Price group Dealers`. */
  exemptions: readonly string[];
  /** Whether all products of the order belong to exempt product lines. */
  areProductLinesExempt: boolean;
  /** Whether the order has a shipping line. */
  hasShippingLine: boolean;
  /** Sale lines of the whole order, less its discount. */
  orderValue: string;
  /** Whether an earlier shipment of the order was charged the flat rate. */
  isFlatRateCharged: boolean;
  /** The person ships without freight, because the carrier's rate is unknown. */
  isWaived: boolean;
  /** Cost of each case; null if not rated. */
  cases: readonly (string | null)[];
}

/** Freight of a shipment; `amount` is null if unknown. */
export interface Freight {
  amount: Big | null;
  reason: FreightReason;
}

const nothing = decimal('0');
const free = (rule: FreightRule, text: string): Freight => ({ amount: nothing, reason: { rule, text } });

/**
 * Freight of a shipment, with the reason. The first matching rule applies: a shipping line of the order, the shipping
 * term, exempt customers and product lines, the order value for free freight, the flat rate once per order, then the
 * cost of the cases.
 */
export function freightOf(sources: FreightSources): Freight {
  const { term } = sources;
  if (sources.hasShippingLine) return free('shipping_line', 'The order has a shipping line, which takes its place');
  if (!term) return free('no_term', 'The order has no shipping term');
  if (term.isFreightExempt || term.code === 'prepaid' || term.code === 'freight_collect')
    return free('term_exempt', `${term.name}: the term charges no freight`);
  if (sources.exemptions.length)
    return free('customer_exempt', `Exempt from freight: ${sources.exemptions.join(', ')}`);
  if (sources.areProductLinesExempt)
    return free('product_lines_exempt', 'Every product is of a product line that is exempt from freight');
  const { minimumOrderValue, flatRate } = term;
  if (minimumOrderValue !== null && decimal(sources.orderValue).gte(decimal(minimumOrderValue)))
    return free('minimum_order_value', `${term.name}: free from an order value of ${minimumOrderValue}`);
  if (flatRate !== null)
    return sources.isFlatRateCharged
      ? free('flat_rate_charged', `${term.name}: the flat rate was charged with an earlier shipment`)
      : { amount: decimal(flatRate), reason: { rule: 'flat_rate', text: `${term.name}: a flat rate for each order` } };
  const rated = sources.cases.filter((amount) => amount !== null);
  if (rated.length < sources.cases.length && sources.isWaived)
    return free('waived', 'Shipped without freight, as somebody decided');
  if (rated.length < sources.cases.length && term.isCarrierRate)
    return {
      amount: null,
      reason: { rule: 'not_rated', text: `${term.name}: the carrier's rate of a case is not known yet` },
    };
  return {
    amount: roundMoney(sumOf(rated.map(decimal))),
    reason: { rule: 'cases', text: `${term.name}: what the carrier takes for ${rated.length} cases` },
  };
}
