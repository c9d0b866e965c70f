import type { Product } from '@millwright/inventory/contracts';
import { describe, expect, it } from 'vitest';
import { newOrderLine } from './order-form-values.ts';
import { convertPrice, lineSum, listPrice, orderSum } from './order-pricing.ts';

const unit = (name: string, numerator: string, denominator = '1') => ({
  unit: { id: `unit_${name}`, name },
  factor: { numerator, denominator },
});
// What pricing reads of a product.
const glove = {
  id: 'itm_glove',
  unitValue: { value: 12.5 },
  defaultUnit: { id: 'unit_box', name: 'box' },
  units: [unit('pair', '1'), unit('box', '12'), unit('third', '1', '3')],
} as unknown as Product;
const products = new Map([[glove.id, glove]]);
const line = { ...newOrderLine(), productID: glove.id, unitID: 'unit_box' };

describe('prices of the order form', () => {
  it('follow the unit, to six decimals', () => {
    expect(listPrice(glove, 'unit_box')).toBe(12.5);
    expect(listPrice(glove, 'unit_pair')).toBe(1.041667);
    expect(convertPrice(glove, 3, 'unit_pair', 'unit_third')).toBe(1);
    expect(convertPrice(glove, 3, 'unit_pair', 'unit_litre')).toBeUndefined();
  });

  it('count as typed, else as the catalogue has them', () => {
    expect(lineSum({ ...line, quantity: 3, unitPrice: 0.335 }, products)).toBe('1.01');
    expect(lineSum({ ...line, quantity: 3 }, products)).toBe('37.5');
    expect(lineSum({ ...line, quantity: null }, products)).toBeNull();
    expect(lineSum({ ...line, productID: 'itm_unread', quantity: 3 }, products)).toBeNull();
  });

  it('add up line by line, each rounded by itself', () => {
    const third = { ...line, quantity: 1, unitPrice: 0.335 };
    expect(orderSum([third, third, third, newOrderLine()], products)).toBe('1.02');
  });
});
