import { type AccountContext, listed, sql } from '@millwright/core/server';
import type { PlaceProposal } from '../../../../contracts/index.ts';
import { placeIs } from '../../../states/states.ts';

/**
 * Proposes places for goods of these items: open places, without those in which goods only wait for the next step. See
 * `StockPort.proposePlaces`.
 */
export async function proposePlaces(
  ctx: AccountContext,
  itemIDs: readonly string[],
): Promise<Map<string, PlaceProposal[]>> {
  if (itemIDs.length === 0) return new Map();
  const { rows } = await sql<PlaceProposal & { itemID: string }>`
    with item as (select distinct id from unnest(${listed([...itemIDs])}) as wanted (id))
    select item.id as "itemID", place.id, place.full_name as name, proposed.why
    from item
    cross join lateral (
      (select 1 as turn, 'here' as why, balance.location_id from inventory.balance balance
        join inventory.storage_location there on there.account_id = balance.account_id
          and there.id = balance.location_id and ${placeIs.open('there.reservation_state')} and there.is_promisable
          and not there.is_closed
        where balance.account_id = ${ctx.account.id} and balance.item_id = item.id and balance.on_hand > 0
        order by balance.on_hand desc, balance.location_id limit 1)
      union all
      (select 2, 'last', movement.location_id from inventory.movement movement
        join inventory.storage_location there on there.account_id = movement.account_id
          and there.id = movement.location_id and ${placeIs.open('there.reservation_state')} and there.is_promisable
          and not there.is_closed
        where movement.account_id = ${ctx.account.id} and movement.item_id = item.id and movement.quantity > 0
        order by movement.created_at desc, movement.id desc limit 1)
      union all
      (select 3, 'default', location.id from inventory.storage_location location
        where location.account_id = ${ctx.account.id} and location.is_default)) proposed
    join inventory.v_locations place on place.account_id = ${ctx.account.id} and place.id = proposed.location_id
      and place.type not in ('dock', 'packing')
    order by item.id, proposed.turn`.execute(ctx.em.query());
  const byItem = new Map<string, PlaceProposal[]>();
  for (const { itemID, ...place } of rows) {
    const known = byItem.get(itemID) ?? [];
    if (!known.some(({ id }) => id === place.id)) known.push(place);
    byItem.set(itemID, known);
  }
  return byItem;
}
