import { decimal, ratio } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../../../core/testing/plan/fixed-seed.ts';
import { type PricedProduct, priceOf, type UnpricedLine } from './price-of.ts';
import { noPriceRules, type PriceRule, type PriceRules, type VolumeRule } from './price-rules.ts';
import { traceForCustomer } from './price-trace.ts';

const on = '2026-06-15';
/** Units of one group in base units; a third and a seventh give ratios without a finite decimal. */
const units = [
  { unitID: 'each', factor: ratio(1n, 1n) },
  { unitID: 'pair', factor: ratio(2n, 1n) },
  { unitID: 'dozen', factor: ratio(12n, 1n) },
  { unitID: 'third', factor: ratio(1n, 3n) },
  { unitID: 'week', factor: ratio(7n, 1n) },
];
const product = (parts: Partial<PricedProduct> = {}): PricedProduct => ({
  id: 'glove',
  productType: 'sale',
  productLineID: 'work',
  categoryID: 'hand',
  attributeIDs: ['black', 'large'],
  unitValue: '10',
  defaultUnitID: 'each',
  baseUnitID: 'each',
  units,
  ...parts,
});
const rule = (parts: Partial<PriceRule>): PriceRule => ({
  id: 'apr',
  name: 'Agreed',
  recipient: 'customer',
  itemID: null,
  productLineID: null,
  categoryIDs: [],
  attributes: [],
  unitValue: '9',
  unitID: 'each',
  minimumQuantity: null,
  startDate: null,
  endDate: null,
  ...parts,
});
const volume = (parts: Partial<VolumeRule>): VolumeRule => ({
  id: 'vdc',
  name: 'Volume',
  productLineIDs: [],
  categoryIDs: [],
  attributes: [],
  unitIDs: [],
  appliesToCustomerPrices: true,
  tiers: [{ id: 'vdt', name: 'From 10', discountPercentage: '0.1', threshold: '10' }],
  ...parts,
});
const lineOf = (parts: Partial<UnpricedLine> = {}): UnpricedLine => ({
  product: product(),
  quantity: 1,
  unitID: 'each',
  ...parts,
});
const price = (line: UnpricedLine, rules: Partial<PriceRules>, others: UnpricedLine[] = []): string =>
  decimal(priceOf({ line, lines: [line, ...others], rules: { ...noPriceRules, ...rules }, on }).unitPrice).toFixed();

describe('the price of a line', () => {
  it('is the list price, said in its unit, rounded to six decimals at most', () => {
    expect(price(lineOf({ unitID: 'dozen' }), {})).toBe('120');
    const third = lineOf({ product: product({ unitValue: '1' }), unitID: 'third' });
    expect(priceOf({ line: third, lines: [third], rules: noPriceRules, on })).toEqual({
      unitPrice: '0.333333',
      trace: [
        { rule: 'list_price', id: null, name: 'List price', in: null, out: 0.333333 },
        { rule: 'rounding', id: null, name: 'Rounded to six decimals', in: 0.333333, out: 0.333333 },
      ],
    });
  });

  it('is whose price it is first, then of the item, then what names most, most attributes, most quantity', () => {
    const of = (...prices: PriceRule[]) => price(lineOf({ quantity: 10 }), { prices });
    const item = rule({ itemID: 'glove', unitValue: '8', recipient: 'customer_type' });
    const line = rule({ productLineID: 'work', unitValue: '7' });
    expect(of(item, line)).toBe('7');
    expect(of(line, rule({ itemID: 'glove', unitValue: '6' }))).toBe('6');
    const narrow = rule({ productLineID: 'work', categoryIDs: ['hand', 'foot'], unitValue: '5' });
    expect(of(line, narrow)).toBe('5');
    expect(of(rule({ productLineID: 'work', attributes: [['black', 'white']], unitValue: '4' }), narrow)).toBe('4');
    const two = rule({ attributes: [['black'], ['large']], categoryIDs: ['hand'], unitValue: '3' });
    expect(of(rule({ attributes: [['black']], categoryIDs: ['hand'], unitValue: '4' }), two)).toBe('3');
    expect(of(line, rule({ productLineID: 'work', minimumQuantity: '10', unitValue: '2' }))).toBe('2');
    expect(of(line, rule({ productLineID: 'work', minimumQuantity: '5.1', unitID: 'pair', unitValue: '2' }))).toBe('7');
    // Of equal prices the newest, which comes first, applies.
    expect(of(rule({ ...line, unitValue: '1' }), line)).toBe('1');
    for (const unfit of [
      { itemID: 'sock' },
      { productLineID: 'rest' },
      { categoryIDs: ['foot'] },
      { attributes: [['black'], ['small']] },
      { startDate: '2026-06-16' },
      { endDate: '2026-06-14' },
      { unitID: 'kg' },
      { minimumQuantity: '10.000001' },
    ])
      expect(of(rule(unfit)), JSON.stringify(unfit)).toBe('10');
  });

  it('falls with the volume of all fitting lines, and is rounded to cents once', () => {
    const others = [lineOf({ quantity: 4, unitID: 'pair' }), lineOf({ quantity: '0.999999' })];
    const volumeDiscounts = [volume({})];
    const short = lineOf({ quantity: 1 });
    expect(price(short, { volumeDiscounts }, others)).toBe('10');
    expect(price(lineOf({ quantity: '1.000001' }), { volumeDiscounts }, others)).toBe('9');
    // Thirds add up to a whole exactly.
    const thirds = [lineOf({ quantity: 1, unitID: 'third' }), lineOf({ quantity: 2, unitID: 'third' })];
    expect(price(lineOf({ quantity: 9 }), { volumeDiscounts }, thirds)).toBe('9');
    const freight = lineOf({ product: product({ productType: 'shipping' }), quantity: 100 });
    expect(price(short, { volumeDiscounts }, [freight])).toBe('10');
    expect(price(freight, { volumeDiscounts })).toBe('10');
    const kilos = lineOf({ product: product({ baseUnitID: 'g' }), quantity: 100 });
    expect(price(short, { volumeDiscounts }, [kilos])).toBe('10');
    const tiers = [
      { id: 'a', name: 'A', discountPercentage: '0.05', threshold: '0' },
      { id: 'b', name: 'B', discountPercentage: '0.1', threshold: '1' },
    ];
    // Rounding after each tier would give 1.04.
    expect(price(lineOf({ product: product({ unitValue: '1.21' }) }), { volumeDiscounts: [volume({ tiers })] })).toBe(
      '1.03',
    );
    const agreed = { prices: [rule({ itemID: 'glove' })] };
    const large = lineOf({ quantity: 10 });
    expect(price(large, { ...agreed, volumeDiscounts })).toBe('8.1');
    expect(price(large, { ...agreed, volumeDiscounts: [volume({ appliesToCustomerPrices: false })] })).toBe('9');
    expect(price(large, { volumeDiscounts: [volume({ unitIDs: ['dozen'] })] })).toBe('10');
  });

  it('is what was typed, whatever the rules say; the customer is told neither of others nor of the reckoning', () => {
    const line = lineOf({ typedPrice: 12.5, quantity: 10 });
    const rules = { prices: [rule({ itemID: 'glove', name: 'Dealers: WG' })], volumeDiscounts: [volume({})] };
    const { unitPrice, trace } = priceOf({ line, lines: [line], rules, on });
    expect(unitPrice).toBe('12.500000');
    expect(trace.map((step) => step.rule)).toEqual(['list_price', 'customer_price', 'volume_discount', 'typed_price']);
    expect(traceForCustomer(trace)).toEqual([
      { rule: 'typed_price', id: null, name: 'Agreed price', in: null, out: 12.5 },
    ]);
    const told = traceForCustomer(trace.slice(0, -1));
    expect(JSON.stringify(told)).not.toMatch(/Dealers|apr|vdc/);
    expect(told.map(({ out }) => out)).toEqual([10, 9, 8.1]);
  });
});

/* An independent implementation of the rules, with whole numbers of millionths times 84, which all units divide. */
const per: Record<string, bigint> = { each: 84n, pair: 168n, dozen: 1008n, third: 28n, week: 588n };
const micro = (text: string): bigint => BigInt(decimal(text).times('1000000').toFixed(0));

function modelPrice(line: UnpricedLine, lines: readonly UnpricedLine[], rules: PriceRules): string {
  const size = (each: UnpricedLine): bigint => micro(String(each.quantity)) * (per[each.unitID] as bigint);
  const has = (own: PricedProduct, groups: readonly (readonly string[])[]): boolean =>
    groups.filter((group) => !group.some((id) => own.attributeIDs.includes(id))).length === 0;
  const open = (ids: readonly string[], id: string | null): boolean => !ids.length || ids.some((each) => each === id);
  const { product: own } = line;
  const order = ['customer', 'parent', 'price_group', 'customer_type'];
  const ranked = rules.prices
    .map((each, age) => ({ each, age }))
    .filter(
      ({ each }) =>
        (each.itemID ?? own.id) === own.id &&
        (each.productLineID ?? own.productLineID) === own.productLineID &&
        open(each.categoryIDs, own.categoryID) &&
        has(own, each.attributes) &&
        (each.startDate ?? on) <= on &&
        (each.endDate ?? on) >= on &&
        size(line) >= micro(each.minimumQuantity ?? '0') * (per[each.unitID] as bigint),
    )
    .map(({ each, age }) => ({
      each,
      key: [
        order.indexOf(each.recipient),
        each.itemID ? 0 : 1,
        -[each.productLineID, each.categoryIDs.length, each.attributes.length].filter(Boolean).length,
        -each.attributes.length,
        -Number(micro(each.minimumQuantity ?? '0') * (per[each.unitID] as bigint)),
        age,
      ],
    }))
    .sort((left, right) => {
      const at = left.key.findIndex((part, index) => part !== right.key[index]);
      return (left.key[at] as number) - (right.key[at] as number);
    });
  const agreed = ranked[0]?.each;
  const from = per[agreed ? agreed.unitID : 'each'] as bigint;
  let above = micro(agreed ? agreed.unitValue : String(own.unitValue)) * (per[line.unitID] as bigint);
  let below = from * 1_000_000n;
  let isCut = false;
  for (const each of rules.volumeDiscounts) {
    const isIn = (other: UnpricedLine): boolean =>
      other.product.productType === 'sale' &&
      open(each.productLineIDs, other.product.productLineID) &&
      open(each.categoryIDs, other.product.categoryID) &&
      open(each.unitIDs, other.unitID) &&
      has(other.product, each.attributes);
    if (!isIn(line) || (agreed && !each.appliesToCustomerPrices)) continue;
    const sum = lines.filter(isIn).reduce((total, other) => total + size(other), 0n);
    for (const { threshold, discountPercentage } of each.tiers) {
      if (sum < micro(threshold) * 84n || micro(discountPercentage) === 0n) continue;
      above *= 1_000_000n - micro(discountPercentage);
      below *= 1_000_000n;
      isCut = true;
    }
  }
  const scale = isCut ? 100n : 1_000_000n;
  const rounded = (above * scale * 2n + below) / (below * 2n);
  const text = (rounded * (1_000_000n / scale)).toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

it('is to the cent what an independent reckoning says, for random lines, prices, tiers and units', () => {
  const pick = <Value>(...values: Value[]) => fc.constantFrom(...values);
  const unitID = pick('each', 'pair', 'dozen', 'third', 'week');
  const amount = fc.integer({ min: 0, max: 40_000_000 }).map((value) => decimal(value).div('1000').toFixed(6));
  const quantity = fc.integer({ min: 1, max: 60_000 }).map((value) => decimal(value).div('1000').toFixed());
  const attributes = fc.uniqueArray(pick(['black', 'white'], ['black'], ['large'], ['small']), { maxLength: 2 });
  const own = fc.record({
    id: pick('glove', 'sock'),
    productType: pick('sale' as const, 'sale' as const, 'shipping' as const),
    productLineID: pick('work', 'rest', null),
    categoryID: pick('hand', 'foot', null),
    attributeIDs: fc.subarray(['black', 'white', 'large', 'small']),
    unitValue: amount,
  });
  const line = fc.record({ product: own.map((parts) => product(parts)), quantity, unitID });
  const prices = fc.record({
    recipient: pick('customer' as const, 'parent' as const, 'price_group' as const, 'customer_type' as const),
    itemID: pick('glove', 'sock', null),
    productLineID: pick('work', null),
    categoryIDs: fc.subarray(['hand', 'foot']),
    attributes,
    unitValue: amount,
    unitID,
    minimumQuantity: fc.option(quantity, { nil: null }),
    startDate: pick('2026-06-15', '2026-06-16', null),
    endDate: pick('2026-06-15', '2026-06-14', null),
  });
  const tier = fc.record({
    id: fc.constant('vdt'),
    name: fc.constant('Tier'),
    discountPercentage: fc.integer({ min: 0, max: 1000 }).map((value) => decimal(value).div('1000').toFixed(6)),
    threshold: quantity,
  });
  const discounts = fc.record({
    productLineIDs: fc.subarray(['work', 'rest']),
    categoryIDs: fc.subarray(['hand', 'foot']),
    attributes,
    unitIDs: fc.subarray(['each', 'pair', 'third']),
    appliesToCustomerPrices: fc.boolean(),
    tiers: fc.array(tier, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(prices.map(rule), { maxLength: 6 }),
      fc.array(discounts.map(volume), { maxLength: 3 }),
      (lines, own, volumeDiscounts) => {
        const rules = { prices: own, volumeDiscounts };
        for (const each of lines) {
          const { unitPrice, trace } = priceOf({ line: each, lines, rules, on });
          expect(unitPrice).toBe(modelPrice(each, lines, rules));
          expect(trace.at(-1)?.out).toBe(Number(unitPrice));
          for (const [index, step] of trace.entries()) expect(step.in).toBe(trace[index - 1]?.out ?? null);
        }
      },
    ),
    { numRuns: runsOf(400) },
  );
});
