import { StatusBadge } from '@millwright/core/browser';
import { type PickStage, pickStates } from '../../../contracts/index.ts';

/** The stages to choose from. */
export const pickStageOptions = pickStates.options;

/** How far a pick has come, as text in its colour. */
export function PickStageBadge({ stage }: { stage: { code: PickStage; name: string } }) {
  return <StatusBadge tone={pickStates.tones[stage.code]}>{stage.name}</StatusBadge>;
}
