import { type Big, roundMoney, toColumn, zero } from '@millwright/core/contracts';
import { type Positions, positionKey } from './positions.ts';
import type { WrittenMovement } from './stock-operation.ts';

/**
 * By how many cents each movement changes what the books have of its position, in their order: the books are what the
 * position is worth then, rounded, so that their sum never drifts from the stock. `positions` are as the movements
 * leave them.
 * @throws NumberOutOfRangeError (400) beyond what the books can hold
 */
export function bookAmountsOf(
  movements: readonly Pick<WrittenMovement, 'itemID' | 'ownerID' | 'value'>[],
  positions: Positions,
): string[] {
  const key = ({ itemID, ownerID }: Pick<WrittenMovement, 'itemID' | 'ownerID'>): string =>
    positionKey(itemID, ownerID);
  const moved = new Map<string, Big>();
  for (const movement of movements) moved.set(key(movement), (moved.get(key(movement)) ?? zero).plus(movement.value));
  const worth = new Map<string, Big>();
  return movements.map((movement) => {
    const { value } = positions.of(movement.itemID, movement.ownerID);
    const before = worth.get(key(movement)) ?? value.minus(moved.get(key(movement)) ?? zero);
    const after = before.plus(movement.value);
    worth.set(key(movement), after);
    toColumn(roundMoney(after), 2);
    return toColumn(roundMoney(after).minus(roundMoney(before)), 2);
  });
}
