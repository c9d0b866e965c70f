import { z } from 'zod';

const firstYear = 1900;
const lastYear = 2200;
const outOfBounds = `Must be between the years ${firstYear} and ${lastYear}`;

const isWithinBounds = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= firstYear && year <= lastYear;
};

/**
 * A calendar day, `2026-02-28`, between 1900 and 2200. The instant at which it begins depends on the account's time
 * zone.
 */
export const isoDate = z.iso
  .date({ error: 'Must be a date such as 2026-02-28', abort: true })
  .refine(isWithinBounds, { error: outOfBounds });

/** Earliest year for dates of current business; an earlier year is a typing mistake. */
export const firstBusinessYear = 2000;

/** A day on which something is promised, expected or valid: not before 2000. */
export const businessDate = isoDate.refine((text) => Number(text.slice(0, 4)) >= firstBusinessYear, {
  error: `Must be between the years ${firstBusinessYear} and ${lastYear}`,
});

/** An instant with its offset, `2026-02-28T10:00:00Z` or `...+01:00`, between 1900 and 2200. */
export const isoDateTime = z.iso
  .datetime({ offset: true, error: 'Must be a date and time such as 2026-02-28T10:00:00Z', abort: true })
  // PostgreSQL refuses long fractions and offsets of 15 hours and more.
  .max(40, { error: 'Must be at most 40 characters' })
  .refine((text) => !/[+-](?:1[5-9]|2\d):\d\d$/.test(text), { error: 'Must have an offset below 15 hours' })
  .refine(isWithinBounds, { error: outOfBounds });

/** A day or an instant, for `startDate` and `endDate` of lists. */
export const isoDateOrDateTime = z
  .string({ error: 'Must be a date such as 2026-02-28' })
  .refine((text) => isoDate.safeParse(text).success || isoDateTime.safeParse(text).success, {
    error:
      'Must be a date such as 2026-02-28, or a date and time with its offset, ' +
      `between the years ${firstYear} and ${lastYear}`,
  });

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
};

/** An IANA time zone: `America/Chicago`. */
export const timeZone = z
  .string({ error: 'Must be a time zone' })
  .max(64)
  .refine(
    (zone) => {
      try {
        formatOf(zone);
        // Bare offsets are refused: they have no daylight saving, and PostgreSQL reads their sign the other way round.
        return /^[A-Za-z]/.test(zone);
      } catch {
        return false;
      }
    },
    { error: 'Must be a time zone such as America/Chicago' },
  );

/** Days by zone and second: lists and counts ask for the same day many times. Offsets of zones are whole seconds. */
const days = new Map<string, string>();
const mostDays = 1000;

/** The calendar day, `2026-02-28`, of an instant in the zone. @throws RangeError for an unknown zone. */
export function dateIn(zone: string, instant: Date = new Date()): string {
  const key = `${zone} ${Math.floor(instant.getTime() / 1000)}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  if (days.size >= mostDays) days.clear();
  const day = findDay(zone, instant);
  days.set(key, day);
  return day;
}

function findDay(zone: string, instant: Date): string {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Milliseconds of 24 hours: for spans between instants. Days of the calendar may be shorter or longer (`addDays`). */
export const dayLength = 24 * 60 * 60 * 1000;

/** The instant so many times 24 hours later, or earlier where the number is negative. */
export const daysLater = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayLength);

/** The day that is `days` days later (earlier if negative). Calendar arithmetic, independent of time zones. */
export const addDays = (date: string, days: number): string => {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
};

/** Whole days between two calendar days; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLength);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Offset of the zone's clocks from UTC at an instant, in milliseconds, exact to the second. */
function offsetOf(zone: string, instant: Date): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const time = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...day,
      ...time,
    });
    clocks.set(zone, clock);
  }
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

/**
 * The instant at which a day begins in the zone: an ISO date, the day of an instant, or today. Also correct on days of
 * 23 and 25 hours and where clocks skip midnight. A day that the zone skipped begins with the next day.
 * @throws RangeError for an unknown zone or an invalid date.
 */
export function startOfDayIn(zone: string, day: string | Date = new Date()): Date {
  const date = typeof day === 'string' ? day : dateIn(zone, day);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError('Not a date');
  // Nearly always the day begins at midnight by the zone's offset at that time.
  const likely = midnight - offsetOf(zone, new Date(midnight - offsetOf(zone, new Date(midnight))));
  if (dateIn(zone, new Date(likely)) === date && dateIn(zone, new Date(likely - 1)) < date) return new Date(likely);
  // Local days never run backwards, so a binary search finds the day's first instant. No zone is 16 hours from UTC.
  const widest = 16 * 3_600_000;
  let [before, from] = [midnight - widest, midnight + widest];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateIn(zone, new Date(middle)) >= date) from = middle;
    else before = middle;
  }
  return new Date(from);
}
