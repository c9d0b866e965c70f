import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import { type PickStage, pickStageNames, pickStages } from '../../../contracts/index.ts';

const tones: Record<PickStage, StatusTone> = {
  to_release: 'neutral',
  to_pick: 'info',
  picking: 'progress',
  to_pack: 'warning',
  finished: 'success',
};

/** The stages to choose from. */
export const pickStageOptions = pickStages.map((value) => ({ value, label: pickStageNames[value] }));

/** How far a pick has come, as text in its colour. */
export function PickStageBadge({ stage }: { stage: { code: PickStage; name: string } }) {
  return <StatusBadge tone={tones[stage.code]}>{stage.name}</StatusBadge>;
}
