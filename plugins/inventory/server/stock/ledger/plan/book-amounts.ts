import { type Big, roundMoney, toColumn, zero } from '@millwright/core/contracts';
import type { WrittenMovement } from '../operation/stock-operation.ts';
import { type Positions, positionKey } from './positions.ts';

/**
 * The cents by which each movement, in order, changes its position's book value. The book value is always the rounded
 * value of the position, so that rounding errors never add up. `positions` are in their state after the movements.
 * @throws NumberOutOfRangeError (400) beyond the largest book value
 */
export function bookAmountsOf(
  movements: readonly Pick<WrittenMovement, 'itemID' | 'ownerID' | 'value'>[],
  positions: Positions,
): string[] {
  const keys = movements.map(({ itemID, ownerID }) => positionKey(itemID, ownerID));
  const moved = new Map<string, Big>();
  for (const [at, { value }] of movements.entries()) {
    const key = keys[at] as string;
    moved.set(key, (moved.get(key) ?? zero).plus(value));
  }
  const worth = new Map<string, { value: Big; booked: Big }>();
  return movements.map((movement, at) => {
    const key = keys[at] as string;
    let before = worth.get(key);
    if (!before) {
      const value = positions.of(movement.itemID, movement.ownerID).value.minus(moved.get(key) ?? zero);
      before = { value, booked: roundMoney(value) };
    }
    const value = before.value.plus(movement.value);
    const booked = roundMoney(value);
    worth.set(key, { value, booked });
    toColumn(booked, 2);
    return toColumn(booked.minus(before.booked), 2);
  });
}
