import { decimal, sumOf } from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../../../core/testing/plan/fixed-seed.ts';
import { taxPart } from './invoice-totals.ts';

const none = { total: '0', baseQuantity: '0' };

describe('the part of a typed tax', () => {
  it('follows what is invoiced of what is sold and served', () => {
    const line = { total: '8.25', baseQuantity: '1', taxed: '100' };
    const first = taxPart({ ...line, invoiced: '10', given: none });
    expect([first.total.toString(), first.baseQuantity.toString()]).toEqual(['0.83', '0.1']);
    const last = taxPart({ ...line, invoiced: '100', given: first });
    expect([last.total.toString(), last.baseQuantity.toString()]).toEqual(['7.42', '0.9']);
  });

  it('is all of it where nothing is sold', () => {
    for (const taxed of ['0', '-5'])
      expect(taxPart({ total: '8.25', baseQuantity: '2', taxed, invoiced: '0', given: none })).toEqual({
        total: decimal('8.25'),
        baseQuantity: decimal('2'),
      });
  });

  it('adds up to the tax, however the order is split', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    const shares = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 5_000_000 }), shares, (total, quantity, weights) => {
        const line = { total: decimal(`${total}e-2`), baseQuantity: decimal(`${quantity}e-6`) };
        const taxed = sumOf(weights.map((each) => `${each}`));
        let [invoiced, given] = [decimal('0'), { total: decimal('0'), baseQuantity: decimal('0') }];
        for (const weight of weights) {
          invoiced = invoiced.plus(`${weight}`);
          const part = taxPart({ ...line, taxed, invoiced, given });
          expect(part.baseQuantity.gte('0')).toBe(true);
          given = {
            total: given.total.plus(part.total),
            baseQuantity: given.baseQuantity.plus(part.baseQuantity),
          };
        }
        expect([given.total.eq(line.total), given.baseQuantity.eq(line.baseQuantity)]).toEqual([true, true]);
      }),
      { numRuns: runsOf(300) },
    );
  });
});
