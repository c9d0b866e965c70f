import { type Big, decimal, lesserOf, toColumn, zero } from '@millwright/core/contracts';
import { type AccountContext, plannedOnce, sql } from '@millwright/core/server';
import { excessOf, type Position } from '../../stock/ledger/positions.ts';

/** A promise that a count takes back; null for holds of orders that are being typed. Base units. */
export interface Freed {
  source: { type: string; id: string; number: string } | null;
  quantity: Big;
}

/**
 * What promises of these positions go because less can leave than was promised, in the order in which the ledger takes them back:
 * holds first, then reservations, lowest priority and latest date first. By item; reads only, and is asked before they go.
 */
export async function promisesToFree(
  ctx: AccountContext,
  positions: readonly Position[],
): Promise<Map<string, Freed[]>> {
  const freed = new Map<string, Freed[]>();
  const over: { itemID: string; excess: Big }[] = [];
  for (const position of positions) {
    const excess = excessOf(position);
    if (position.ownerID !== ctx.account.id || excess.eq(zero)) continue;
    const held = lesserOf(excess, position.held);
    freed.set(position.itemID, held.gt(zero) ? [{ source: null, quantity: held }] : []);
    if (excess.gt(held)) over.push({ itemID: position.itemID, excess: excess.minus(held) });
  }
  if (over.length === 0) return freed;
  const { rows } = await sql<{ itemID: string; type: string; id: string; number: string; quantity: string }>`
    with ${plannedOnce} queue as (
      select demand.item_id, demand.source_type, demand.source_id, demand.source_number, demand.reserved,
        excess.quantity as excess, row_number() over (partition by demand.item_id order by demand.priority_rank,
          demand.promised_on desc nulls first, demand.issued_at desc, demand.id desc) as place,
        sum(demand.reserved) over (partition by demand.item_id order by demand.priority_rank,
          demand.promised_on desc nulls first, demand.issued_at desc, demand.id desc rows unbounded preceding) as upto
      from unnest(${over.map(({ itemID }) => itemID)}::text[], ${over.map(({ excess }) => toColumn(excess, 6))}::numeric[])
        as excess (item_id, quantity)
      join inventory.demand demand on demand.item_id = excess.item_id
      where demand.account_id = ${ctx.account.id} and demand.reserved > 0)
    select item_id as "itemID", source_type as type, source_id as id, source_number as number,
      least(reserved, excess - (upto - reserved))::text as quantity
    from queue where upto - reserved < excess order by item_id, place`.execute(ctx.em.query());
  for (const { itemID, quantity, ...source } of rows) freed.get(itemID)?.push({ source, quantity: decimal(quantity) });
  return freed;
}
