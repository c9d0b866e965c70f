import { sql } from 'kysely';
import { addDays, isoDate, startOfDayIn } from '../contracts/texts/date.ts';
import type { AccountContext } from '../kernel/context/context.ts';

type Condition = ReturnType<typeof sql<boolean>>;

/** Conditions on a column from a day or instant on, and up to another; days are in the account's time zone. */
export function withinInstants(
  ctx: AccountContext,
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Condition[] {
  const zone = ctx.account.timeZone;
  const isDay = (text: string): boolean => isoDate.safeParse(text).success;
  const instant = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  const conditions: Condition[] = [];
  if (from) {
    const start = isDay(from) ? startOfDayIn(zone, from) : new Date(from);
    conditions.push(sql<boolean>`${sql.ref(column)} >= ${instant(start)}`);
  }
  if (to)
    conditions.push(
      isDay(to)
        ? sql<boolean>`${sql.ref(column)} < ${instant(startOfDayIn(zone, addDays(to, 1)))}`
        : sql<boolean>`${sql.ref(column)} <= ${instant(new Date(to))}`,
    );
  return conditions;
}
