import { usageFailure } from '@millwright/core/cli';

const form = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * The moment that an option names: a date and time with its zone, or a date, which is its midnight in UTC, unless
 * `needsTime`. @throws CommandFailure `usage`
 */
export function momentOf(text: string, { needsTime = false, others = '' } = {}): Date {
  const [, day = '', time] = form.exec(text) ?? [];
  const moment = new Date(text);
  const midnight = new Date(`${day}T00:00:00Z`);
  const isThere = [moment, midnight].every((each) => !Number.isNaN(each.getTime()));
  // JavaScript takes February 30 for March 2.
  if (!isThere || !midnight.toISOString().startsWith(day) || (needsTime && !time))
    throw usageFailure(
      `"${text}" is no moment`,
      `Such as ${needsTime ? '' : '2026-11-23, or '}2026-11-23T14:05:00Z, with its zone${others}`,
    );
  return moment;
}
