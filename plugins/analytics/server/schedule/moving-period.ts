import { addDays } from '@millwright/core/contracts';
import type { MovingPeriod, ReportRhythm } from '../../contracts/index.ts';

/** The days of a moving period, seen from today. */
export function daysOf(period: MovingPeriod, today: string): { startDate: string; endDate: string } {
  const month = `${today.slice(0, 7)}-01`;
  const since = (days: number) => ({ startDate: addDays(today, 1 - days), endDate: today });
  switch (period) {
    case 'last7':
      return since(7);
    case 'last30':
      return since(30);
    case 'last90':
      return since(90);
    case 'last365':
      return since(365);
    case 'thisMonth':
      return { startDate: month, endDate: today };
    case 'thisYear':
      return { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };
    case 'lastMonth': {
      const endDate = addDays(month, -1);
      return { startDate: `${endDate.slice(0, 7)}-01`, endDate };
    }
  }
}

/** The next Monday, or first of a month, after a day. */
export function nextDay(rhythm: ReportRhythm, day: string): string {
  if (rhythm === 'monthly') return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (8 - weekday) % 7 || 7);
}
