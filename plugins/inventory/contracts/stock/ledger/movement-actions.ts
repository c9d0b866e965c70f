/**
 * Reasons of stock changes; codes of the inventory change log. Both halves of a move are `move`; a revaluation is one
 * entry out and one back in, both `revalue`.
 */
export const movementActions = {
  receive: 'Received',
  adjust: 'Adjusted',
  count: 'Counted',
  move: 'Moved',
  consume: 'Consumed',
  produce: 'Produced',
  ship: 'Shipped',
  return: 'Returned',
  revalue: 'Revalued',
  void: 'Voided',
} as const;
export type MovementAction = keyof typeof movementActions;
