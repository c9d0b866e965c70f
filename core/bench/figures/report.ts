import type { Target } from '../cases/cases.ts';
import type { Measurement } from './measurement.ts';

/** One finished case. */
export interface BenchOutcome {
  name: string;
  title: string;
  ours: Measurement;
  floor?: Measurement | undefined;
  /** Throughput of the server divided by the floor's. */
  ratio?: number | undefined;
  target?: Target | undefined;
  /** Other figures of the case for the reader. */
  note?: string | undefined;
  met?: boolean | undefined;
}

/** Whether a case reaches all its targets; undefined without targets. A case with failures reaches none. */
export function isMet(ours: Measurement, ratio: number | undefined, target: Target | undefined): boolean | undefined {
  if (!target) return undefined;
  if (ours.failed || !ours.count) return false;
  return (
    (target.ratio === undefined || (ratio !== undefined && ratio >= target.ratio)) &&
    (target.throughput === undefined || ours.throughput >= target.throughput) &&
    (target.p95 === undefined || ours.p95 <= target.p95) &&
    (target.p99 === undefined || ours.p99 <= target.p99)
  );
}

const targetText = (target: Target | undefined): string =>
  target
    ? [
        target.ratio === undefined ? '' : `>= ${target.ratio} of floor`,
        target.throughput === undefined ? '' : `>= ${target.throughput}/s`,
        target.p95 === undefined ? '' : `p95 <= ${target.p95} ms`,
        target.p99 === undefined ? '' : `p99 <= ${target.p99} ms`,
      ]
        .filter(Boolean)
        .join(', ')
    : '';

const whole = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '-' : String(Math.round(value));
const fine = (value: number | undefined, digits = 1): string =>
  value === undefined || Number.isNaN(value) ? '-' : value.toFixed(digits);

const header = [
  'case',
  'req/s',
  'p50',
  'p95',
  'p99',
  'failed',
  'cpu node',
  'cpu pg',
  'planning',
  'execution',
  'plans',
  'statements',
  'trips',
  'floor/s',
  'floor node',
  'floor pg',
  'ratio',
  'target',
  'met',
];

/**
 * The report table. Times are milliseconds; `cpu` is processor time per request, and planning and executing are per
 * request too.
 */
export function tableOf(outcomes: readonly BenchOutcome[]): string {
  const rows = outcomes.map(({ title, ours, floor, ratio, target, met, note }) => [
    title + (note ? ` (${note})` : ''),
    whole(ours.throughput),
    fine(ours.p50),
    fine(ours.p95),
    fine(ours.p99),
    whole(ours.failed),
    fine(ours.processor, 2),
    fine(ours.database, 2),
    fine(ours.sql?.planning, 2),
    fine(ours.sql?.execution, 2),
    fine(ours.sql?.plans),
    fine(ours.sql?.statements),
    fine(ours.sql?.roundTrips),
    whole(floor?.throughput),
    fine(floor?.processor, 2),
    fine(floor?.database, 2),
    fine(ratio, 2),
    targetText(target),
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const isText = (column: number) => column === 0 || column >= header.length - 2;
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
