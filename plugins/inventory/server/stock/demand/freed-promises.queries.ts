import { type Big, decimal, lesserOf, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { excessOf, type Position } from '../ledger/plan/positions.ts';
import { givenUp } from './serving-order.ts';

/** A promise that is taken back; null for a hold of an order that is not issued yet. Base units. */
export interface Freed {
  source: { type: string; id: string; number: string } | null;
  quantity: Big;
}

/**
 * The promises that would be taken back because less can leave than was promised, by item, in the ledger's order: holds
 * first, then reservations, lowest priority and latest date first. Only reads; call it before the ledger takes them
 * back.
 */
export async function promisesToFree(
  ctx: AccountContext,
  positions: readonly Position[],
): Promise<Map<string, Freed[]>> {
  const freed = new Map<string, Freed[]>();
  const over: { itemID: string; quantity: Big }[] = [];
  for (const position of positions) {
    const excess = excessOf(position);
    if (position.ownerID !== ctx.account.id || excess.eq(zero)) continue;
    const held = lesserOf(excess, position.held);
    freed.set(position.itemID, held.gt(zero) ? [{ source: null, quantity: held }] : []);
    if (excess.gt(held)) over.push({ itemID: position.itemID, quantity: excess.minus(held) });
  }
  if (over.length === 0) return freed;
  const { rows } = await sql<{ itemID: string; type: string; id: string; number: string; quantity: string }>`
    with given as (${givenUp(ctx, over)})
    select given.item_id as "itemID", demand.source_type as type, demand.source_id as id,
      demand.source_number as number, given.taken::text as quantity
    from given join inventory.demand demand on demand.account_id = ${ctx.account.id} and demand.id = given.id
    order by given.item_id, given.upto`.execute(ctx.em.query());
  for (const { itemID, quantity, ...source } of rows) freed.get(itemID)?.push({ source, quantity: decimal(quantity) });
  return freed;
}
