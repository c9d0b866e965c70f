import { StatusBadge, type StatusTone } from '@millwright/core/browser';
import type { OwnOrderStage } from '../../../contracts/index.ts';

const tones: Record<OwnOrderStage, StatusTone> = {
  asked: 'info',
  estimate: 'info',
  declined: 'neutral',
  unpaid: 'warning',
  accepted: 'progress',
  in_progress: 'progress',
  partly_shipped: 'progress',
  shipped: 'success',
  completed: 'success',
  closed: 'neutral',
};

export const OwnStage = ({ stage }: { stage: { code: OwnOrderStage; name: string } }) => (
  <StatusBadge tone={tones[stage.code]}>{stage.name}</StatusBadge>
);
