import { addDays } from '../../contracts/texts/date.ts';

interface Words {
  /** Names in lower case with their numbers: months from 1, weekdays from 0 for Sunday. */
  months: readonly (readonly [string, number])[];
  weekdays: readonly (readonly [string, number])[];
  /** Whether the locale writes the day before the month. */
  dayFirst: boolean;
}

const wordsByLocale = new Map<string, Words>();

const plain = (text: string): string => text.toLowerCase().replaceAll('.', '');

function namesOf(locale: string, part: 'month' | 'weekday', days: readonly Date[]): (readonly [string, number])[] {
  const names = (['long', 'short'] as const).flatMap((width) =>
    [locale, 'en-US'].flatMap((each) => {
      const format = new Intl.DateTimeFormat(each, { [part]: width, day: 'numeric', timeZone: 'UTC' });
      return days.map(
        (day, index) =>
          [
            plain(format.formatToParts(day).find(({ type }) => type === part)?.value ?? ''),
            part === 'month' ? index + 1 : index,
          ] as const,
      );
    }),
  );
  return names.filter(([name]) => /^\p{L}/u.test(name));
}

function wordsOf(locale: string): Words {
  let words = wordsByLocale.get(locale);
  if (!words) {
    const order = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' })
      .formatToParts(0)
      .filter(({ type }) => type === 'day' || type === 'month')
      .map(({ type }) => type);
    words = {
      months: namesOf(
        locale,
        'month',
        Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
      ),
      // January 4, 2026 is a Sunday.
      weekdays: namesOf(
        locale,
        'weekday',
        Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day))),
      ),
      dayFirst: order[0] === 'day',
    };
    wordsByLocale.set(locale, words);
  }
  return words;
}

/** The number of the only name that begins with this text; undefined if there is none or several. */
function numberOf(names: Words['months'], text: string, least: number): number | undefined {
  const exact = names.find(([name]) => name === text);
  if (exact) return exact[1];
  if (text.length < least) return undefined;
  const found = new Set(names.flatMap(([name, number]) => (name.startsWith(text) ? [number] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');

/** The day as ISO date; undefined if it does not exist. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const text = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

/** The next such day from today on; February 29 may be years away. */
function nextDay(today: string, month: number, day: number): string | undefined {
  const year = Number(today.slice(0, 4));
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = dayOf(year + ahead, month, day);
    if (date && date >= today) return date;
  }
  return undefined;
}

const daysOfUnit: Record<string, number> = { '': 1, d: 1, w: 7 };

function monthsLater(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${padded(Math.min(day, last))}`;
}

function ofOffset(text: string, today: string): string | undefined {
  const [, sign, count, unit = ''] = /^([+-])\s?(\d{1,4})\s?([dwm]?)$/.exec(text) ?? [];
  if (!sign) return undefined;
  const steps = Number(count) * (sign === '-' ? -1 : 1);
  return unit === 'm' ? monthsLater(today, steps) : addDays(today, steps * (daysOfUnit[unit] ?? 1));
}

const fullYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text));

function ofNumbers(numbers: readonly string[], today: string, dayFirst: boolean): string | undefined {
  const [first = '', second, third] = numbers;
  if (second === undefined) {
    const month = Number(today.slice(5, 7));
    const year = Number(today.slice(0, 4));
    const inMonth = dayOf(year, month, Number(first));
    if (inMonth && inMonth >= today) return inMonth;
    return month === 12 ? dayOf(year + 1, 1, Number(first)) : dayOf(year, month + 1, Number(first));
  }
  if (first.length === 4 && third !== undefined) return dayOf(Number(first), Number(second), Number(third));
  const [day, month] = (dayFirst ? [first, second] : [second, first]).map(Number) as [number, number];
  return third === undefined ? nextDay(today, month, day) : dayOf(fullYear(third), month, day);
}

/**
 * The entered day as ISO date; undefined if it is ambiguous or unknown. Accepted are ISO dates, numbers in the order of
 * the locale ('12/15', '15.12.26'), names of months in the locale or English ('15 Dec', 'Dec 15, 2026'), weekdays
 * ('fri': the next one after today), a day of the month ('15'), and steps from today ('+7', '-1', '+2w', '+1m').
 * Without a year it is the next such day.
 */
export function enteredDate(entered: string, locale: string, today: string): string | undefined {
  const text = plain(entered.trim()).replace(/\s+/g, ' ');
  if (text === '' || text.length > 40) return undefined;
  const words = wordsOf(locale);
  const offset = ofOffset(text, today);
  if (offset) return offset;
  if (text === 'today') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  // Points after names were removed above; between numbers they are separators.
  const parts = entered
    .trim()
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter((part) => part !== '');
  const numbers = parts.filter((part) => /^\d{1,4}$/.test(part));
  const names = parts.filter((part) => !/^\d/.test(part));
  if (numbers.length + names.length !== parts.length || numbers.length > 3) return undefined;
  if (names.length === 0) return ofNumbers(numbers, today, words.dayFirst);
  const month = names.map((name) => numberOf(words.months, name, 3)).find((found) => found !== undefined);
  if (numbers.length === 0) {
    const weekday = names.length === 1 ? numberOf(words.weekdays, names[0] ?? '', 2) : undefined;
    if (weekday === undefined) return undefined;
    const now = new Date(`${today}T00:00:00Z`).getUTCDay();
    return addDays(today, ((weekday - now + 6) % 7) + 1);
  }
  if (month === undefined) return undefined;
  const [first = '', second] = numbers;
  if (second === undefined) return first.length <= 2 ? nextDay(today, month, Number(first)) : undefined;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return numbers.length === 2 ? dayOf(fullYear(year), month, Number(day)) : undefined;
}
