import { StatusBadge } from '@millwright/core/browser';
import { type InventoryChangeLog, type MovementAction, movementActions } from '../contracts/index.ts';

const tones: Record<MovementAction, 'info' | 'neutral' | 'success' | 'warning'> = {
  receive: 'success',
  produce: 'success',
  return: 'success',
  adjust: 'warning',
  revalue: 'warning',
  count: 'warning',
  move: 'info',
  consume: 'info',
  ship: 'info',
  void: 'neutral',
};

/** Reason of a stock change, and whether it was voided. */
export function ActionBadge({ change }: { change: Pick<InventoryChangeLog, 'actionType' | 'reversedByID'> }) {
  const name = movementActions[change.actionType];
  return (
    <StatusBadge tone={change.reversedByID ? 'neutral' : tones[change.actionType]}>
      {change.reversedByID ? `${name}, voided` : name}
    </StatusBadge>
  );
}
