import type { Invariant } from '@millwright/core/server';

/** What always holds of an account's places. */
export const locationInvariants: readonly Invariant[] = [
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
];
