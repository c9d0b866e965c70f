import { dayLength } from '../contracts/texts/date.ts';

/** Whether a key has expired because it was not used. */
export const isIdle = ({ lastUsedAt, idleDays }: { lastUsedAt: Date; idleDays: number | null }, now: Date): boolean =>
  idleDays !== null && now.getTime() - lastUsedAt.getTime() > idleDays * dayLength;
