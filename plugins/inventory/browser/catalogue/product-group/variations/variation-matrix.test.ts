import { describe, expect, it } from 'vitest';
import type { ProductVariation, Property } from '../../../../contracts/index.ts';
import { gapsOf, layoutOf, matrixOf } from './variation-matrix.ts';

const color = { id: 'prp_c', name: 'Color' };
const size = { id: 'prp_s', name: 'Size' };
const cuff = { id: 'prp_u', name: 'Cuff' };
const attributes = {
  black: { id: 'att_b', name: 'Black', color: '#000000', order: 0 },
  tan: { id: 'att_t', name: 'Tan', color: '#c8a26a', order: 1 },
  small: { id: 'att_1', name: 'S', color: null, order: 0 },
  large: { id: 'att_2', name: 'L', color: null, order: 1 },
  long: { id: 'att_l', name: 'Long', color: null, order: 0 },
};
type Name = keyof typeof attributes;

const group = { id: 'pgr_1', properties: [color, size] };
const variation = (...parts: [{ id: string; name: string }, Name | null][]): ProductVariation => ({
  id: [group.id, ...parts.map(([, name]) => (name ? attributes[name].id : '-'))].join('.'),
  productGroup: { id: group.id, name: 'Work glove' },
  attributes: parts.map(([property, name]) => ({ property, attribute: name && attributes[name] })),
  products: [],
  productCount: 1,
  onHand: null,
  reserved: null,
  availableToPromise: null,
  short: null,
});
const blackLarge = variation([color, 'black'], [size, 'large']);
const tanSmall = variation([color, 'tan'], [size, 'small']);
const names = (headings: readonly { name: string }[]) => headings.map(({ name }) => name);

describe('the grid of variations', () => {
  it('has the first property down and the second across, each in the order of its attributes', () => {
    const matrix = matrixOf(group, [tanSmall, blackLarge], layoutOf(group, {}), []);
    expect([names(matrix.rows), names(matrix.columns)]).toEqual([
      ['Black', 'Tan'],
      ['S', 'L'],
    ]);
    const cells = matrix.rows.map((row) => matrix.columns.map((column) => matrix.variationAt(row, column)?.id));
    expect(cells).toEqual([
      [undefined, blackLarge.id],
      [tanSmall.id, undefined],
    ]);
    expect(matrix.gapCount).toBe(2);
    expect(gapsOf(group, matrix)).toEqual({ prp_c: ['att_b', 'att_t'], prp_s: ['att_1', 'att_2'] });
  });

  it('turns round, and finds the same variations', () => {
    const layout = layoutOf(group, { rowID: size.id, columnID: color.id });
    const matrix = matrixOf(group, [tanSmall, blackLarge], layout, []);
    expect(names(matrix.rows)).toEqual(['S', 'L']);
    expect(matrix.variationAt(matrix.rows[1]!, matrix.columns[0]!)?.id).toBe(blackLarge.id);
    expect(layoutOf(group, { columnID: color.id }).rowID).toBe(size.id);
    expect(layoutOf(group, { rowID: 'prp_gone', columnID: 'prp_gone' })).toMatchObject({
      rowID: color.id,
      columnID: size.id,
    });
  });

  it('has a place for products without an attribute, where nothing can be made', () => {
    const matrix = matrixOf(group, [blackLarge, variation([color, null], [size, 'small'])], layoutOf(group, {}), []);
    expect(names(matrix.rows)).toEqual(['Black', 'None']);
    const [black, without] = matrix.rows;
    const [small, large] = matrix.columns;
    expect(matrix.attributesAt(black!, small!)).toEqual({ prp_c: 'att_b', prp_s: 'att_1' });
    expect(matrix.attributesAt(without!, large!)).toBeUndefined();
    expect(matrix.gapCount).toBe(1);
  });

  it('shows attributes that no product has where it is told to', () => {
    const all = [{ ...color, attributes: [attributes.black, attributes.tan] }] as Property[];
    expect(names(matrixOf(group, [blackLarge], layoutOf(group, {}), all).rows)).toEqual(['Black', 'Tan']);
  });

  it('is one column where the group differs in one property, and a slice where it differs in three', () => {
    const one = { id: group.id, properties: [color] };
    const single = matrixOf(one, [variation([color, 'tan'])], layoutOf(one, {}), []);
    expect([single.columns.length, single.variationAt(single.rows[0]!, single.columns[0]!)?.id]).toEqual([
      1,
      'pgr_1.att_t',
    ]);
    const three = { id: group.id, properties: [color, size, cuff] };
    const found = [
      variation([color, 'tan'], [size, 'small'], [cuff, 'long']),
      variation([color, 'tan'], [size, 'small'], [cuff, null]),
    ];
    const sliced = matrixOf(three, found, layoutOf(three, {}), []);
    expect(sliced.slices.map(({ property, chosen, options }) => [property.name, chosen, names(options)])).toEqual([
      ['Cuff', 'att_l', ['Long', 'None']],
    ]);
    const other = matrixOf(three, found, layoutOf(three, { slices: { prp_u: '-' } }), []);
    expect(other.variationAt(other.rows[0]!, other.columns[0]!)?.id).toBe(found[1]?.id);
  });
});
