/** Whether a key has ended because nobody used it. */
export const isIdle = ({ lastUsedAt, idleDays }: { lastUsedAt: Date; idleDays: number | null }, now: Date): boolean =>
  idleDays !== null && now.getTime() - lastUsedAt.getTime() > idleDays * 86_400_000;
