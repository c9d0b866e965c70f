import {
  addFractions,
  compareFractions,
  exactDecimal,
  type Fraction,
  fraction,
  multiplyFractions,
  noFraction,
  subtractFractions,
} from '@millwright/core/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembledOf, movedQuantity, sharedCost, takenFrom, valueWith } from './batch-amounts.ts';

const millionths = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((n) => fraction(n, 1_000_000n));
const some = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((n) => fraction(n, 1_000_000n));
const share = fc
  .tuple(fc.bigInt({ min: 1n, max: 5000n }), fc.bigInt({ min: 1n, max: 5000n }))
  .map(([n, d]) => fraction(n, d));
const same = (left: Fraction, right: Fraction) => compareFractions(left, right) === 0;

describe('amounts of batches', () => {
  it('move exactly, or name the most that does', () => {
    fc.assert(
      fc.property(some, share, (quantity, ratio) => {
        const moved = movedQuantity(quantity, ratio);
        if (moved.isExact)
          return same(multiplyFractions(moved.quantity, ratio), quantity) && exactDecimal(moved.quantity) !== undefined;
        const { largest } = moved;
        const again = movedQuantity(largest, ratio);
        const next = addFractions(largest, fraction(ratio.numerator, 1_000_000n));
        return again.isExact && compareFractions(largest, quantity) < 0 && compareFractions(next, quantity) > 0;
      }),
    );
  });

  it('assemble in the exact ratio, and no more is possible', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ available: millionths, share }), { minLength: 1, maxLength: 5 }), (parts) => {
        const made = assembledOf(parts);
        expect(exactDecimal(made)).toBeDefined();
        for (const part of parts) {
          const used = multiplyFractions(made, part.share);
          expect(exactDecimal(used)).toBeDefined();
          expect(compareFractions(used, part.available)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  it('are taken whole or not at all', () => {
    fc.assert(
      fc.property(fc.array(millionths, { maxLength: 8 }), millionths, (amounts, wanted) => {
        const all = amounts.reduce((sum, each) => addFractions(sum, each), noFraction);
        const taken = takenFrom(amounts, wanted);
        if (!taken) return compareFractions(wanted, all) > 0;
        return same(
          taken.reduce((sum, each) => addFractions(sum, each), noFraction),
          wanted,
        );
      }),
    );
  });

  it('share a cost without a rest', () => {
    fc.assert(
      fc.property(
        millionths,
        millionths,
        millionths,
        fc.boolean(),
        fc.option(millionths, { nil: undefined }),
        (pool, firsts, seconds, isLeft, cost) => {
          const shared = sharedCost(pool, { firsts, seconds, isLeft }, cost);
          const parts = [shared.firsts, shared.seconds, shared.left, shared.lost];
          expect(parts.every(({ numerator }) => numerator >= 0n)).toBe(true);
          return same(
            parts.reduce((sum, each) => addFractions(sum, each), noFraction),
            pool,
          );
        },
      ),
    );
    fc.assert(
      fc.property(millionths, some, some, (value, left, right) => {
        const part = lesserOf(left, right);
        const whole = part === left ? right : left;
        const own = valueWith(value, part, whole);
        return (
          compareFractions(own, noFraction) >= 0 && compareFractions(subtractFractions(value, own), noFraction) >= 0
        );
      }),
    );
  });
});

const lesserOf = (left: Fraction, right: Fraction): Fraction => (compareFractions(left, right) <= 0 ? left : right);
