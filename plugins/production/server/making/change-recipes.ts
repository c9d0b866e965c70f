import type { AccountContext } from '@millwright/core/server';
import { lockFlow, requireNoCircle } from './flow-links.ts';

/** Recipes written so far in one transaction. */
export class RecipeChange {
  readonly stepIDs = new Set<string>();
  readonly itemIDs = new Set<string>();

  /** Notes a written step, with the items it makes and consumes, before and after. */
  note(stepID: string, itemIDs: Iterable<string> = []): void {
    this.stepIDs.add(stepID);
    for (const id of itemIDs) this.itemIDs.add(id);
  }
}

/** Receives changed recipes, in the same transaction. */
export interface RecipeFollower {
  updateRuns(ctx: AccountContext, change: Pick<RecipeChange, 'stepIDs' | 'itemIDs'>): Promise<void>;
}

const open = new WeakMap<AccountContext, RecipeChange>();

/**
 * Runs `work` as one change of recipes, any number of steps; only one transaction of the account changes recipes at a
 * time. At the end cycles are refused, and then runs follow. A nested call is part of the outer change.
 * @throws Problem 409 `flow_cycle` with the names of the cycle
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
    if (change.stepIDs.size) await follower.updateRuns(ctx, change);
    return answer;
  } finally {
    open.delete(ctx);
  }
}
