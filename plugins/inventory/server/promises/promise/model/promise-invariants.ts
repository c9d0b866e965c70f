import type { Invariant } from '@millwright/core/server';

/**
 * What always holds of promises, beside what the stock ledger says of positions; each query answers one row per
 * violation.
 */
export const promiseInvariants: readonly Invariant[] = [
  {
    name: 'inventory.holds-are-freed-in-time',
    sql: `select line.item_id, line.hold_id, line.expires_at from inventory.hold_line line
      join inventory.item_position position on position.account_id = line.account_id and position.item_id = line.item_id
        and position.owner_id = line.account_id
      where line.account_id = $1 and line.quantity > 0
        and (position.holds_expire_at is null or position.holds_expire_at > line.expires_at)`,
  },
  {
    name: 'inventory.free-stock-serves-shorts',
    sql: `select item_id, on_hand - withheld - held - reserved as free, demanded - reserved as short
      from inventory.item_position
      where account_id = $1 and owner_id = $1 and on_hand - withheld > held + reserved and demanded > reserved`,
  },
  {
    name: 'inventory.supply-closes-when-it-has-come',
    sql: `select id from inventory.supply where account_id = $1 and closed_at is null and received >= quantity`,
  },
];
