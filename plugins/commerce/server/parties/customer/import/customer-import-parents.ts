import { accountProblems } from '@millwright/core/contracts';
import { type AccountContext, Party } from '@millwright/core/server';
import { ringsOfParents } from './customer-import-stored.ts';

/**
 * Refuses parents that would close a cycle. Serialized with single changes by a lock on the account's own party, so
 * that concurrent changes cannot create a cycle together.
 * @throws Problem 409 `parent_cycle`
 */
export async function refuseRings(
  ctx: AccountContext,
  links: readonly { id: string; parentID: string | null }[],
): Promise<void> {
  if (links.every(({ parentID }) => parentID === null)) return;
  await ctx.em.lockRows(Party, [ctx.account.id]);
  if ((await ringsOfParents(ctx, links)).size) throw accountProblems.parent_cycle();
}
