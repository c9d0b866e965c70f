/**
 * Why stock changed; codes of the inventory change log. Both halves of a move are `move`, and what is
 * worth something else leaves and comes back as `revalue`.
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
