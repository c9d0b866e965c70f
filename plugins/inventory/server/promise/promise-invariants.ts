import type { Invariant } from '@millwright/core/server';

/** What always holds of promises; each query answers one row per violation. */
export const promiseInvariants: readonly Invariant[] = [
  {
    name: 'inventory.reserved-is-what-documents-have',
    sql: `select coalesce(position.item_id, demand.item_id) as item_id, position.reserved, demand.reserved as sum_of_demand
      from (select item_id, reserved, demanded from inventory.item_position where account_id = $1 and owner_id = $1) position
      full join (select item_id, sum(reserved) as reserved, sum(quantity) as quantity from inventory.demand
        where account_id = $1 group by item_id) demand on demand.item_id = position.item_id
      where coalesce(position.reserved, 0) <> coalesce(demand.reserved, 0)
        or coalesce(position.demanded, 0) <> coalesce(demand.quantity, 0)`,
  },
  {
    name: 'inventory.held-is-what-holds-have',
    sql: `select coalesce(position.item_id, line.item_id) as item_id, position.held, line.quantity as sum_of_holds
      from (select item_id, held from inventory.item_position where account_id = $1 and owner_id = $1) position
      full join (select item_id, sum(quantity) as quantity from inventory.hold_line where account_id = $1 group by item_id) line
        on line.item_id = position.item_id
      where coalesce(position.held, 0) <> coalesce(line.quantity, 0)`,
  },
  {
    name: 'inventory.holds-are-freed-in-time',
    sql: `select line.item_id, line.hold_id, line.expires_at from inventory.hold_line line
      join inventory.item_position position on position.account_id = line.account_id and position.item_id = line.item_id
        and position.owner_id = line.account_id
      where line.account_id = $1 and line.quantity > 0
        and (position.holds_expire_at is null or position.holds_expire_at > line.expires_at)`,
  },
  {
    name: 'inventory.promises-are-of-own-stock',
    sql: `select item_id, owner_id from inventory.item_position
      where account_id = $1 and owner_id <> $1 and (held <> 0 or reserved <> 0 or demanded <> 0)`,
  },
  {
    name: 'inventory.free-stock-serves-shorts',
    sql: `select item_id, on_hand - held - reserved as free, demanded - reserved as short from inventory.item_position
      where account_id = $1 and owner_id = $1 and on_hand > held + reserved and demanded > reserved`,
  },
  {
    name: 'inventory.supply-closes-when-it-has-come',
    sql: `select id from inventory.supply where account_id = $1 and closed_at is null and received >= quantity`,
  },
];
