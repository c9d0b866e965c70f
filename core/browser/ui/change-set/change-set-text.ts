import type { ChangeSet } from '../../../contracts/work/change-set.contract.ts';
import { changeSetStates } from '../../../contracts/work/change-set.contract.ts';

type Progress = NonNullable<ChangeSet['progress']>;
type NumberText = (value: number) => string;

/** Progress from 0 to 100. */
export const progressPercent = ({ done, total }: Progress): number =>
  total > 0 ? Math.min(100, (done / total) * 100) : 0;

/** `1,200 of 2,412 rows · 800 a second · 2 s left`; without rate and time at the beginning. */
export function progressText({ done, total, startedAt }: Progress, now: number, number: NumberText): string {
  const parts = [`${number(done)} of ${number(total)} rows`];
  const seconds = (now - Date.parse(startedAt)) / 1000;
  if (done > 0 && seconds >= 1) {
    const rate = done / seconds;
    parts.push(
      `${number(Math.max(1, Math.round(rate)))} a second`,
      `${durationText((total - done) / rate, number)} left`,
    );
  }
  return parts.join(' · ');
}

function durationText(seconds: number, number: NumberText): string {
  if (seconds < 90) return `${number(Math.ceil(seconds))} s`;
  if (seconds < 90 * 60) return `${number(Math.round(seconds / 60))} min`;
  return `${number(Math.round(seconds / 3600))} h`;
}

/** Result of a set that is not running: `2,402 done, 10 refused`, the reason of a failure, or its status. */
export function outcomeText(
  set: Pick<ChangeSet, 'status' | 'appliedCount' | 'counts' | 'failure'>,
  number: NumberText,
): string {
  if (changeSetStates.is.failed(set.status)) return `Stopped: ${set.failure ?? ''}`;
  if (changeSetStates.is.undone(set.status)) return 'Undone';
  if (changeSetStates.is.cancelled(set.status)) return 'Cancelled';
  if (!changeSetStates.is.applied(set.status)) return 'Ready to apply';
  const refused = set.counts.error ? `, ${number(set.counts.error)} refused` : '';
  return `${number(set.appliedCount)} done${refused}`;
}
