import { z } from 'zod';

const firstYear = 1900;
const lastYear = 2200;
const outOfBounds = `Must be between the years ${firstYear} and ${lastYear}`;

const isWithinBounds = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= firstYear && year <= lastYear;
};

/**
 * A day of the calendar, `2026-02-28`, between 1900 and 2200; which instant it begins at depends on the account's zone.
 */
export const isoDate = z.iso
  .date({ error: 'Must be a date such as 2026-02-28', abort: true })
  .refine(isWithinBounds, { error: outOfBounds });

/** First year of days on which a business of today does something; what is older is a slip of the keyboard. */
export const firstBusinessYear = 2000;

/** A day for which something is promised, expected or valid: not before 2000. */
export const businessDate = isoDate.refine((text) => Number(text.slice(0, 4)) >= firstBusinessYear, {
  error: `Must be between the years ${firstBusinessYear} and ${lastYear}`,
});

/** An instant with its offset, `2026-02-28T10:00:00Z` or `...+01:00`, between 1900 and 2200. */
export const isoDateTime = z.iso
  .datetime({ offset: true, error: 'Must be a date and time such as 2026-02-28T10:00:00Z', abort: true })
  // PostgreSQL refuses long fractions and offsets that no zone has.
  .max(40, { error: 'Must be at most 40 characters' })
  .refine((text) => !/[+-](?:1[5-9]|2\d):\d\d$/.test(text), { error: 'Must have an offset below 15 hours' })
  .refine(isWithinBounds, { error: outOfBounds });

/** A day or an instant: the startDate and endDate of lists. */
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
        // Bare offsets are refused: they know no daylight saving and PostgreSQL reads their sign the other way.
        return /^[A-Za-z]/.test(zone);
      } catch {
        return false;
      }
    },
    { error: 'Must be a time zone such as America/Chicago' },
  );

/**
 * The day of the calendar, `2026-02-28`, that this instant falls on in the zone. @throws RangeError for an unknown
 * zone.
 */
export function dateIn(zone: string, instant: Date = new Date()): string {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The day so many days later, or earlier: calendar arithmetic, untouched by zones. */
export const addDays = (date: string, days: number): string => {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
};

/** Whole days from one day of the calendar to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the clocks of the zone are ahead of UTC at an instant, to the second. */
function offsetOf(zone: string, instant: Date): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const time = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
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
 * The instant at which a day begins in the zone: that of an ISO date, of the day an instant falls on, or today's.
 * Right on days of 23 and 25 hours and where clocks skip midnight itself; a day that a zone left out begins with the
 * next.
 * @throws RangeError for an unknown zone or an invalid date.
 */
export function startOfDayIn(zone: string, day: string | Date = new Date()): Date {
  const date = typeof day === 'string' ? day : dateIn(zone, day);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight)) throw new RangeError('Not a date');
  // Nearly always the day begins as many hours from UTC as the zone is then.
  const likely = midnight - offsetOf(zone, new Date(midnight - offsetOf(zone, new Date(midnight))));
  if (dateIn(zone, new Date(likely)) === date && dateIn(zone, new Date(likely - 1)) < date) return new Date(likely);
  // The local day never runs backwards, so the first instant of it can be halved in on; no zone is 16 hours from UTC.
  const widest = 16 * 3_600_000;
  let [before, from] = [midnight - widest, midnight + widest];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateIn(zone, new Date(middle)) >= date) from = middle;
    else before = middle;
  }
  return new Date(from);
}
