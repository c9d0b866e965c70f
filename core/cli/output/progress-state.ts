/** The progress of some work. */
export interface ProgressState {
  label: string;
  done: number;
  /** Undefined if the total is unknown. */
  total?: number;
  /** The counted unit: `rows`, `bytes`. */
  unit: string;
  elapsedMilliseconds: number;
}

/** Units per second; undefined in the first quarter of a second, when it would be inaccurate. */
export const rateOf = ({ done, elapsedMilliseconds }: ProgressState): number | undefined =>
  elapsedMilliseconds < 250 ? undefined : (done * 1_000) / elapsedMilliseconds;

/** Remaining seconds at the current rate; undefined without a total or a rate. */
export function secondsLeft(state: ProgressState): number | undefined {
  const rate = rateOf(state);
  if (state.total === undefined || !rate) return undefined;
  return Math.max(0, (state.total - state.done) / rate);
}

/** `1:05`, `2:03:09`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

const counted = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** An amount with its unit; bytes in binary multiples. */
export function progressAmount(amount: number, unit: string): string {
  if (unit !== 'bytes') return `${counted.format(amount)} ${unit}`;
  const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = amount;
  let step = 0;
  while (value >= 1_024 && step < steps.length - 1) {
    value /= 1_024;
    step += 1;
  }
  return `${step ? value.toFixed(1) : value} ${steps[step]}`;
}

/** The progress in one line: `Importing  1,200 of 10,000 rows  12 %  2,400 rows/s  0:04 left`. */
export function progressLine(state: ProgressState): string {
  const { label, done, total, unit } = state;
  const rate = rateOf(state);
  const left = secondsLeft(state);
  return [
    label,
    total === undefined
      ? progressAmount(done, unit)
      : unit === 'bytes'
        ? `${progressAmount(done, unit)} of ${progressAmount(total, unit)}`
        : `${counted.format(done)} of ${progressAmount(total, unit)}`,
    ...(total ? [`${Math.min(100, Math.floor((done / total) * 100))} %`] : []),
    ...(rate === undefined ? [] : [`${progressAmount(Math.round(rate), unit)}/s`]),
    ...(left === undefined || (total !== undefined && done >= total) ? [] : [`${durationText(left)} left`]),
  ].join('  ');
}
