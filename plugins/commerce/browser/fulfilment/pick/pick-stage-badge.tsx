import { StatusBadge } from '@millwright/core/browser';
import { type PickStage, pickStates } from '../../../contracts/index.ts';

export function PickStageBadge({ stage }: { stage: { code: PickStage; name: string } }) {
  return <StatusBadge tone={pickStates.tones[stage.code]}>{stage.name}</StatusBadge>;
}
