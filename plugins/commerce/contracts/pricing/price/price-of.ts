import {
  type DecimalSource,
  decimal,
  type ProductType,
  type Ratio,
  roundScaledQuotient,
  scaledIntegerOf,
  scaledText,
  scaledToWire,
  zero,
} from '@millwright/core/contracts';
import { type PriceRule, type PriceRules, priceRuleRecipients, type VolumeRule } from './price-rules.ts';
import type { PriceTrace, PriceTraceStep } from './price-trace.ts';

/** The data of a product that price rules use. */
export interface PricedProduct {
  id: string;
  productType: ProductType;
  productLineID: string | null;
  categoryID: string | null;
  attributeIDs: readonly string[];
  /** Price of one default unit. */
  unitValue: DecimalSource;
  defaultUnitID: string;
  baseUnitID: string;
  /** Sizes of the units in base units. */
  units: readonly { unitID: string; factor: Ratio }[];
}

/** A line to be priced. */
export interface UnpricedLine {
  product: PricedProduct;
  quantity: DecimalSource;
  /** One of the product's units. */
  unitID: string;
  /** Per unit; replaces the result of the rules. */
  typedPrice?: DecimalSource | null | undefined;
}

/** Price of a line: decimal text of numeric(18,6), and its explanation. */
export interface LinePrice {
  unitPrice: string;
  trace: PriceTrace;
}

/** An exact rational number; the denominator is above 0. */
interface Fraction {
  n: bigint;
  d: bigint;
}

const million = 1_000_000n;
const fractionOf = (value: DecimalSource): Fraction => ({ n: scaledIntegerOf(value, 6), d: million });
const times = (left: Fraction, right: Fraction): Fraction => ({ n: left.n * right.n, d: left.d * right.d });
const over = (left: Fraction, right: Fraction): Fraction => ({ n: left.n * right.d, d: left.d * right.n });
const plus = (left: Fraction, right: Fraction): Fraction => ({
  n: left.n * right.d + right.n * left.d,
  d: left.d * right.d,
});
const isLess = (left: Fraction, right: Fraction): boolean => left.n * right.d < right.n * left.d;
const shown = ({ n, d }: Fraction): number => scaledToWire(roundScaledQuotient(n, d, 6), 6);

const factorOf = ({ units }: PricedProduct, unitID: string): Fraction | undefined => {
  const factor = units.find((unit) => unit.unitID === unitID)?.factor;
  return factor && { n: factor.numerator, d: factor.denominator };
};

/** Converts a price per `from` to a price per `to`, exactly; undefined if the product does not have both units. */
function pricePer(product: PricedProduct, value: DecimalSource, from: string, to: string): Fraction | undefined {
  const [old, own] = [factorOf(product, from), factorOf(product, to)];
  return old && own && over(times(fractionOf(value), own), old);
}

const isAmong = (ids: readonly string[], id: string | null): boolean =>
  ids.length === 0 || (id !== null && ids.includes(id));
const hasAttributes = ({ attributeIDs }: PricedProduct, groups: readonly (readonly string[])[]): boolean =>
  groups.every((group) => group.some((id) => attributeIDs.includes(id)));

/** Whether all criteria of a price match. */
function fits({ product, quantity, unitID }: UnpricedLine, rule: PriceRule, on: string): boolean {
  if (rule.itemID !== null && rule.itemID !== product.id) return false;
  if (rule.productLineID !== null && rule.productLineID !== product.productLineID) return false;
  if (!isAmong(rule.categoryIDs, product.categoryID) || !hasAttributes(product, rule.attributes)) return false;
  if ((rule.startDate !== null && on < rule.startDate) || (rule.endDate !== null && on > rule.endDate)) return false;
  const [unitFactor, ruleFactor] = [factorOf(product, unitID), factorOf(product, rule.unitID)];
  if (!unitFactor || !ruleFactor) return false;
  return (
    rule.minimumQuantity === null ||
    !isLess(times(fractionOf(quantity), unitFactor), times(fractionOf(rule.minimumQuantity), ruleFactor))
  );
}

/** Rank of a price, in order of importance: recipient, item, criteria, attributes, minimum quantity. */
const weightOf = (rule: PriceRule, product: PricedProduct): Fraction[] => {
  const count = (value: boolean | number): Fraction => ({ n: BigInt(Number(value)), d: 1n });
  const least = times(fractionOf(rule.minimumQuantity ?? 0), factorOf(product, rule.unitID) ?? count(1));
  return [
    count(-priceRuleRecipients.indexOf(rule.recipient)),
    count(rule.itemID !== null),
    count(
      Number(rule.productLineID !== null) + Number(rule.categoryIDs.length > 0) + Number(rule.attributes.length > 0),
    ),
    count(rule.attributes.length),
    least,
  ];
};

/** The customer price of a line; of equal prices the newest, which comes first. */
function customerPrice(line: UnpricedLine, rules: PriceRules, on: string): PriceRule | undefined {
  let best: { rule: PriceRule; weight: Fraction[] } | undefined;
  for (const rule of rules.prices) {
    if (!fits(line, rule, on)) continue;
    const weight = weightOf(rule, line.product);
    const place = best?.weight.findIndex((part, index) => {
      const other = weight[index] as Fraction;
      return isLess(part, other) || isLess(other, part);
    });
    if (
      !best ||
      (place !== undefined && place >= 0 && isLess(best.weight[place] as Fraction, weight[place] as Fraction))
    )
      best = { rule, weight };
  }
  return best?.rule;
}

/** Whether a line counts for a volume discount: only goods, in an accepted unit. */
const counts = ({ product, unitID }: UnpricedLine, rule: VolumeRule): boolean =>
  product.productType === 'sale' &&
  isAmong(rule.productLineIDs, product.productLineID) &&
  isAmong(rule.categoryIDs, product.categoryID) &&
  isAmong(rule.unitIDs, unitID) &&
  hasAttributes(product, rule.attributes);

/** Total quantity of matching lines in base units; lines with different base units are not added. */
function volumeOf(line: UnpricedLine, rule: VolumeRule, lines: readonly UnpricedLine[]): Fraction {
  return lines
    .filter((other) => other.product.baseUnitID === line.product.baseUnitID && counts(other, rule))
    .map(({ product, quantity, unitID }) => {
      const factor = factorOf(product, unitID);
      return factor ? times(fractionOf(quantity), factor) : { n: 0n, d: 1n };
    })
    .reduce(plus, { n: 0n, d: 1n });
}

/** The price with its sign: prices of credits and returns reduce the order, whichever sign was entered. */
export const countedPrice = (productType: ProductType, price: string): string =>
  (productType === 'credit' || productType === 'return') && decimal(price).gt(zero) ? `-${price}` : price;

/**
 * The price of a line with its explanation (order-to-cash: prices): the list price, replaced by a customer price,
 * reduced by every tier of every volume discount that the whole order reaches, rounded once at the end: to cents if a
 * tier applied, else to six decimals. A typed price replaces all of these. A positive price of a credit or return
 * becomes negative. `lines` are all lines of the order, including this one; `on` is a calendar date.
 */
export function priceOf({
  line,
  lines,
  rules,
  on,
}: {
  line: UnpricedLine;
  lines: readonly UnpricedLine[];
  rules: PriceRules;
  on: string;
}): LinePrice {
  const { product, unitID, typedPrice } = line;
  const trace: PriceTraceStep[] = [];
  let price = pricePer(product, product.unitValue, product.defaultUnitID, unitID) ?? fractionOf(product.unitValue);
  const step = (rule: PriceTraceStep['rule'], id: string | null, name: string, next: Fraction): void => {
    trace.push({ rule, id, name, in: trace.length ? shown(price) : null, out: shown(next) });
    price = next;
  };
  step('list_price', null, 'List price', price);
  const agreed = customerPrice(line, rules, on);
  const agreedPrice = agreed && pricePer(product, agreed.unitValue, agreed.unitID, unitID);
  if (agreed && agreedPrice) step('customer_price', agreed.id, agreed.name, agreedPrice);
  let isDiscounted = false;
  for (const rule of rules.volumeDiscounts) {
    if ((agreed && !rule.appliesToCustomerPrices) || !counts(line, rule)) continue;
    const volume = volumeOf(line, rule, lines);
    for (const tier of rule.tiers) {
      const share = fractionOf(tier.discountPercentage);
      if (share.n === 0n || isLess(volume, fractionOf(tier.threshold))) continue;
      step(
        'volume_discount',
        rule.id,
        `${rule.name}: ${tier.name}`,
        times(price, { n: share.d - share.n, d: share.d }),
      );
      isDiscounted = true;
    }
  }
  const digits = isDiscounted ? 2 : 6;
  const rounded = { n: roundScaledQuotient(price.n, price.d, digits), d: 10n ** BigInt(digits) };
  if (isLess(rounded, price) || isLess(price, rounded))
    step('rounding', null, isDiscounted ? 'Rounded to cents' : 'Rounded to six decimals', rounded);
  if (typedPrice !== undefined && typedPrice !== null)
    step('typed_price', null, 'Entered by hand', fractionOf(typedPrice));
  const unitPrice = scaledText((price.n * million) / price.d, 6);
  const counted = countedPrice(product.productType, unitPrice);
  if (counted !== unitPrice) step('credit', null, 'A credit comes off', fractionOf(counted));
  return { unitPrice: counted, trace };
}
