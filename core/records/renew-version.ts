import type { AccountContext } from '../kernel/context/context.ts';

/** Gives a record a new version after a change of its parts, when its own columns are unchanged. */
export function renewVersion(ctx: Pick<AccountContext, 'clock'>, record: { updatedAt: Date }): void {
  const now = ctx.clock.now();
  // Two changes within a millisecond also get different versions.
  record.updatedAt = now > record.updatedAt ? now : new Date(record.updatedAt.getTime() + 1);
}
