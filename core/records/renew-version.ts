import type { AccountContext } from '../kernel/context.ts';

/** Gives a record a new version where not its own columns changed, but what belongs to it. */
export function renewVersion(ctx: Pick<AccountContext, 'clock'>, record: { updatedAt: Date }): void {
  const now = ctx.clock.now();
  // Two changes within a millisecond are two versions all the same.
  record.updatedAt = now > record.updatedAt ? now : new Date(record.updatedAt.getTime() + 1);
}
