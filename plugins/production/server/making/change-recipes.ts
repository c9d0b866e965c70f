import type { AccountContext } from '@millwright/core/server';
import { lockFlow, requireNoCircle } from './flow-links.ts';

/** What was written of recipes so far, in one step. */
export class RecipeChange {
  readonly stepIDs = new Set<string>();
  readonly itemIDs = new Set<string>();

  /** A step was written; of items what it makes and uses up, before and after. */
  note(stepID: string, itemIDs: Iterable<string> = []): void {
    this.stepIDs.add(stepID);
    for (const id of itemIDs) this.itemIDs.add(id);
  }
}

/** Who has to know of recipes that were changed, in the same transaction. */
export interface RecipeFollower {
  follow(ctx: AccountContext, change: Pick<RecipeChange, 'stepIDs' | 'itemIDs'>): Promise<void>;
}

const open = new WeakMap<AccountContext, RecipeChange>();

/**
 * Writes recipes: one at a time in the account, any number of steps as one change. When all is written circles are
 * refused, and then runs follow. Within another change it is part of that.
 * @throws Problem 409 `flow_cycle` with the names of the circle
 */
export async function changeRecipes<T>(
  ctx: AccountContext,
  follower: RecipeFollower,
  work: (change: RecipeChange) => Promise<T>,
): Promise<T> {
  const begun = open.get(ctx);
  if (begun) return work(begun);
  await lockFlow(ctx);
  const change = new RecipeChange();
  open.set(ctx, change);
  try {
    const answer = await work(change);
    await ctx.em.flush();
    await requireNoCircle(ctx, [...change.stepIDs]);
    if (change.stepIDs.size) await follower.follow(ctx, change);
    return answer;
  } finally {
    open.delete(ctx);
  }
}
