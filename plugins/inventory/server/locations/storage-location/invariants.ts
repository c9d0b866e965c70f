import { type Invariant, textTwins } from '@millwright/core/server';
import { placeIs } from '../../states/states.ts';

/** Invariants of an account's places. */
export const locationInvariants: readonly Invariant[] = [
  textTwins('inventory.names-of-places-differ-by-what-is-seen', {
    table: 'inventory.storage_location',
    column: 'name',
    within: ['parent_id'],
  }),
  {
    name: 'inventory.places-form-trees',
    sql: `with recursive inside (id) as (
        select id from inventory.storage_location where account_id = $1 and parent_id is null
        union all
        select place.id from inside
          join inventory.storage_location place on place.account_id = $1 and place.parent_id = inside.id
      )
      select id from inventory.storage_location where account_id = $1 and id not in (select id from inside)`,
  },
  {
    name: 'inventory.places-in-closed-places-are-closed',
    sql: `select place.id from inventory.storage_location place
      left join inventory.storage_location above on above.account_id = place.account_id and above.id = place.parent_id
      where place.account_id = $1
        and place.is_closed <> (${placeIs.closed('place.reservation_state')} or coalesce(above.is_closed, false))`,
  },
];
