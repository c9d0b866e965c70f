import { addDays } from '../../../../contracts/texts/date.ts';

/** A common period; both days are included. */
export interface DatePreset {
  label: string;
  from: string;
  to: string;
}

const lastOfMonth = (first: string): string => addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);

/** The periods in date filters, relative to today. Weeks begin on Monday. */
export function datePresets(today: string): DatePreset[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = addDays(today, -((weekday + 6) % 7));
  const month = `${today.slice(0, 7)}-01`;
  const before = `${addDays(month, -1).slice(0, 7)}-01`;
  const year = today.slice(0, 4);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'This week', from: monday, to: addDays(monday, 6) },
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'This month', from: month, to: lastOfMonth(month) },
    { label: 'Last month', from: before, to: addDays(month, -1) },
    { label: 'Last 90 days', from: addDays(today, -89), to: today },
    { label: 'This year', from: `${year}-01-01`, to: `${year}-12-31` },
  ];
}
