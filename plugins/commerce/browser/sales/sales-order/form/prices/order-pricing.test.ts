import type { Product } from '@millwright/inventory/contracts';
import { describe, expect, it } from 'vitest';
import { noPriceRules, type PriceRules, type SalesOrder } from '../../../../../contracts/index.ts';
import { newOrderLine, type OrderFormLine } from '../order-form-values.ts';
import { convertSalesPrice, formPrices, formTotals } from './order-pricing.ts';

const unit = (name: string, numerator: string, denominator = '1') => ({
  unit: { id: `unit_${name}`, name },
  factor: { numerator, denominator },
});
// Only the fields of a product that pricing reads.
const glove = {
  id: 'itm_glove',
  productType: 'sale',
  attributes: [],
  baseUnit: { id: 'unit_pair' },
  unitValue: { value: 12.5 },
  defaultUnit: { id: 'unit_box', name: 'box' },
  units: [unit('pair', '1'), unit('box', '12'), unit('third', '1', '3')],
} as Product;
const products = new Map([[glove.id, glove]]);
const line = { ...newOrderLine(), productID: glove.id, unitID: 'unit_box' };
const pricesOf = (lines: OrderFormLine[], rules: PriceRules = noPriceRules, order?: SalesOrder) =>
  formPrices(lines, products, { rules, on: '2026-06-15', order });

describe('prices of the order form', () => {
  it('follow the unit, to six decimals', () => {
    expect(convertSalesPrice(glove, 3, 'unit_pair', 'unit_third')).toBe(1);
    expect(convertSalesPrice(glove, 3, 'unit_pair', 'unit_litre')).toBeUndefined();
  });

  it('count as typed, else by the rules for all lines together', () => {
    const tier = { id: 'vdt', name: 'From 24', discountPercentage: '0.1', threshold: '24' };
    const discount = { id: 'vdc', name: 'Boxes', productLineIDs: [], categoryIDs: [], attributes: [], unitIDs: [] };
    const rules = { prices: [], volumeDiscounts: [{ ...discount, appliesToCustomerPrices: true, tiers: [tier] }] };
    const lines = [
      { ...line, quantity: 1 },
      { ...line, quantity: 1, unitPrice: 0.335 },
      { ...line, quantity: null },
      { ...line, productID: 'itm_unread', quantity: 3 },
    ];
    expect(pricesOf(lines).map((price) => price?.unitPrice)).toEqual([12.5, 0.335, undefined, undefined]);
    expect(pricesOf(lines, rules).map((price) => price?.unitPrice)).toEqual([11.25, 0.335, undefined, undefined]);
  });

  it('add up line by line, each rounded by itself, less the discount on what is sold', () => {
    const third = { ...line, quantity: 1, unitPrice: 0.335 };
    const prices = pricesOf([third, third, third, newOrderLine()]);
    expect(formTotals(prices, null).total.toString()).toBe('1.02');
    const half = { name: 'Half', code: 'HALF', type: 'percentage', percentage: 0.5, amount: null } as const;
    expect(formTotals(prices, { ...half, minimumOrderTotal: null }).total.toString()).toBe('0.51');
    expect(formTotals(prices, { ...half, minimumOrderTotal: 2 }).total.toString()).toBe('1.02');
  });

  it('stay on issued orders, and say what they were on others', () => {
    const saved = {
      id: 'sol_1',
      product: { id: glove.id },
      quantityOrdered: { unitID: 'unit_pair' },
      unitPrice: 1,
      isPriceTyped: false,
      priceTrace: [],
    };
    const orderIn = (code: string) => ({ status: { code }, lines: [saved] }) as SalesOrder;
    const again = [{ ...line, id: 'sol_1', quantity: 2, unitID: 'unit_pair' }];
    expect(pricesOf(again, noPriceRules, orderIn('issued'))[0]).toMatchObject({ unitPrice: 1, was: null });
    expect(pricesOf(again, noPriceRules, orderIn('estimate'))[0]).toMatchObject({ unitPrice: 1.041667, was: 1 });
  });
});
