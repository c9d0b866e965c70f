import { describe, expect, it } from 'vitest';
import { createProductBody, productImportRow, products } from './product.contract.ts';

const messagesOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }): string[] =>
  (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the body of a new product', () => {
  it('needs a SKU only', () => {
    expect(createProductBody.parse({ sku: ' A-1 ' })).toMatchObject({
      sku: 'A-1',
      description: '',
      productType: 'sale',
      unitValue: 0,
      unitCost: 0,
    });
    expect(messagesOf(createProductBody.safeParse({}))).toEqual(['sku: SKU is required']);
  });

  it('refuses what no product can be', () => {
    const bad = {
      sku: 'A',
      productType: 'gift',
      unitValue: -1,
      unitCost: 1e13,
      startDate: '2026-02-30',
      colour: 'red',
    };
    const messages = messagesOf(createProductBody.safeParse(bad));
    expect(messages).toContain('productType: Must be one of sale, service, shipping, credit, return, tax');
    expect(messages).toContain('unitValue: Must be at least 0');
    expect(messages).toContain('startDate: Must be a date such as 2026-02-28');
    expect(messages.some((message) => message.startsWith('unitCost'))).toBe(true);
    expect(messages.some((message) => message.includes('colour'))).toBe(true);
  });

  it('refuses an end before the start, in changes too', () => {
    const dates = { startDate: '2026-03-02', endDate: '2026-03-01' };
    expect(messagesOf(createProductBody.safeParse({ sku: 'A', ...dates }))).toEqual([
      'endDate: The end date is before the start date',
    ]);
    expect(messagesOf(products.updateBody.safeParse(dates))).toHaveLength(1);
  });

  it('fills nothing in where a change says nothing', () => {
    expect(products.updateBody.parse({})).toEqual({});
    expect(products.updateBody.parse({ description: null })).toEqual({ description: '' });
  });
});

describe('a row of a product import', () => {
  it('reads cells as spreadsheets write them', () => {
    const row = {
      sku: 1001,
      unitValue: '1,234.50',
      unitCost: '',
      productType: ' Sale ',
      productLine: null,
      startDate: '',
    };
    expect(productImportRow.parse(row)).toMatchObject({ sku: '1001', unitValue: 1234.5, productType: 'sale' });
  });

  it('says what is wrong with each cell', () => {
    const messages = messagesOf(
      productImportRow.safeParse({ sku: ' ', unitValue: '12,34', unitCost: -1, endDate: 'soon' }),
    );
    expect(messages).toEqual([
      'sku: SKU is required',
      'unitValue: Invalid number format',
      'unitCost: Must be at least 0',
      'endDate: Must be a date such as 2026-02-28',
    ]);
  });
});
