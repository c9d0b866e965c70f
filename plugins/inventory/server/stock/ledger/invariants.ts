import type { Invariant } from '@millwright/core/server';
import { placeIs } from '../../states/states.ts';

const place = 'item_id, owner_id, location_id, lot_id';

/** Keys of balances that differ from a sum over other rows of the same place and lot. */
const balanceDiffers = (sum: string): string => `select coalesce(balance.item_id, summed.item_id) as item_id,
    coalesce(balance.location_id, summed.location_id) as location_id
  from (select ${place}, on_hand from inventory.balance where account_id = $1) balance
  full join (${sum}) summed on summed.item_id = balance.item_id and summed.owner_id = balance.owner_id
    and summed.location_id = balance.location_id and coalesce(summed.lot_id, '') = coalesce(balance.lot_id, '')
  where coalesce(balance.on_hand, 0) <> coalesce(summed.quantity, 0)`;

/** Invariants of the stock ledger; each query answers one row per violation. */
export const stockInvariants: readonly Invariant[] = [
  {
    name: 'inventory.position-is-sum-of-balances',
    sql: `select coalesce(position.item_id, summed.item_id) as item_id,
        coalesce(position.owner_id, summed.owner_id) as owner_id
      from (select item_id, owner_id, on_hand from inventory.item_position where account_id = $1) position
      full join (select item_id, owner_id, sum(on_hand) as quantity from inventory.balance where account_id = $1
        group by item_id, owner_id) summed on summed.item_id = position.item_id and summed.owner_id = position.owner_id
      where coalesce(position.on_hand, 0) <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.withheld-is-what-nobody-may-have',
    sql: `select position.item_id, position.owner_id from inventory.item_position position
      left join (select balance.item_id, balance.owner_id, sum(balance.on_hand - balance.allocated) as quantity
        from inventory.balance balance
        join inventory.storage_location location
          on location.account_id = balance.account_id and location.id = balance.location_id
        left join inventory.lot lot on lot.account_id = balance.account_id and lot.id = balance.lot_id
        where balance.account_id = $1 and (location.is_closed or ${placeIs.not.open('location.reservation_state')}
          or not location.is_promisable or lot.is_blocked) group by balance.item_id, balance.owner_id) summed
        on summed.item_id = position.item_id and summed.owner_id = position.owner_id
      where position.account_id = $1 and position.withheld <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.allocated-is-sum-of-allocations',
    sql: `select coalesce(balance.item_id, summed.item_id) as item_id, coalesce(balance.location_id,
      summed.location_id) as location_id
      from (select item_id, location_id, lot_id, allocated from inventory.balance where account_id = $1
        and owner_id = $1) balance
      full join (select item_id, location_id, lot_id, sum(quantity) as quantity from inventory.allocation
        where account_id = $1
        group by item_id, location_id, lot_id) summed on summed.item_id = balance.item_id
        and summed.location_id = balance.location_id and coalesce(summed.lot_id, '') = coalesce(balance.lot_id, '')
      where coalesce(balance.allocated, 0) <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.lines-have-what-is-set-aside-for-them',
    sql: `select coalesce(demand.source_id, summed.source_id) as source_id, coalesce(demand.line_id,
      summed.line_id) as line_id
      from (select source_type, source_id, line_id, item_id, allocated from inventory.demand
        where account_id = $1) demand
      full join (select source_type, source_id, line_id, item_id, sum(quantity) as quantity from inventory.allocation
        where account_id = $1 group by source_type, source_id, line_id, item_id) summed
        on summed.source_type = demand.source_type and summed.source_id = demand.source_id
        and summed.line_id = demand.line_id and summed.item_id = demand.item_id
      where coalesce(demand.allocated, 0) <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.position-is-worth-its-layers',
    sql: `select coalesce(position.item_id, summed.item_id) as item_id,
        coalesce(position.owner_id, summed.owner_id) as owner_id
      from (select item_id, owner_id, value from inventory.item_position where account_id = $1) position
      full join (select item_id, owner_id, sum(remaining_value) as value from inventory.cost_layer where account_id = $1
        group by item_id, owner_id) summed on summed.item_id = position.item_id and summed.owner_id = position.owner_id
      where coalesce(position.value, 0) <> coalesce(summed.value, 0)`,
  },
  {
    name: 'inventory.books-are-what-the-stock-is-worth',
    sql: `select position.item_id, position.owner_id from inventory.item_position position
      left join (select movement.item_id, movement.owner_id, sum(movement.book_amount) as amount
        from inventory.movement movement
        left join inventory.movement mended
          on mended.account_id = movement.account_id and mended.id = movement.reverses_id
        where movement.account_id = $1 and coalesce(mended.action, movement.action) <> 'move'
        group by movement.item_id, movement.owner_id) summed
        on summed.item_id = position.item_id and summed.owner_id = position.owner_id
      where position.account_id = $1
        and round(position.value, 2) <> coalesce(summed.amount, 0) + position.carried`,
  },
  {
    name: 'inventory.balance-is-sum-of-movements',
    sql: balanceDiffers(
      `select ${place}, sum(quantity) as quantity from inventory.movement where account_id = $1 group by ${place}`,
    ),
  },
  {
    name: 'inventory.balance-is-what-layers-have-left',
    sql: balanceDiffers(
      `select ${place}, sum(remaining) as quantity from inventory.cost_layer where account_id = $1 group by ${place}`,
    ),
  },
  {
    name: 'inventory.layer-is-sum-of-its-movements',
    sql: `select layer.id from inventory.cost_layer layer
      left join (select layer_id, sum(quantity) as quantity, sum(value) as value from inventory.movement_layer
        where account_id = $1 group by layer_id) summed on summed.layer_id = layer.id
      where layer.account_id = $1 and (layer.remaining, layer.remaining_value)
        <> (coalesce(summed.quantity, 0), coalesce(summed.value, 0))`,
  },
  {
    name: 'inventory.movement-is-sum-of-its-layers',
    sql: `select movement.id from inventory.movement movement
      left join (select movement_id, sum(quantity) as quantity, sum(value) as value from inventory.movement_layer
        where account_id = $1 group by movement_id) summed on summed.movement_id = movement.id
      where movement.account_id = $1 and (movement.quantity, movement.value)
        <> (coalesce(summed.quantity, 0), coalesce(summed.value, 0))`,
  },
  {
    name: 'inventory.movements-take-layers-of-their-place',
    sql: `select movement.id from inventory.movement movement
      join inventory.movement_layer part on part.account_id = movement.account_id and part.movement_id = movement.id
      join inventory.cost_layer layer on layer.account_id = part.account_id and layer.id = part.layer_id
      where movement.account_id = $1 and (movement.item_id <> layer.item_id or movement.owner_id <> layer.owner_id
        or movement.location_id <> layer.location_id or movement.lot_id is distinct from layer.lot_id)`,
  },
  {
    name: 'inventory.moves-keep-amount-and-value',
    sql: `select movement.operation_id from inventory.movement movement
      join inventory.movement_layer part on part.account_id = movement.account_id and part.movement_id = movement.id
      where movement.account_id = $1 and movement.action = 'move'
      group by movement.operation_id
      having sum(part.quantity) <> 0 or sum(part.value) <> 0`,
  },
  {
    name: 'inventory.voids-mirror-their-movements',
    sql: `select mirror.id from inventory.movement mirror
      join inventory.movement movement on movement.account_id = mirror.account_id and movement.id = mirror.reverses_id
      where mirror.account_id = $1 and (movement.action = 'void' or mirror.quantity <> -movement.quantity
        or mirror.item_id <> movement.item_id or mirror.owner_id <> movement.owner_id
        or mirror.location_id <> movement.location_id or mirror.lot_id is distinct from movement.lot_id)`,
  },
  {
    name: 'inventory.stock-lies-in-lots-of-its-item',
    sql: `select stock.id from (select id, item_id, lot_id from inventory.balance where account_id = $1
        union all select id, item_id, lot_id from inventory.movement where account_id = $1
        union all select id, item_id, lot_id from inventory.cost_layer where account_id = $1) stock
      join inventory.lot lot on lot.account_id = $1 and lot.id = stock.lot_id
      where lot.item_id <> stock.item_id`,
  },
  {
    name: 'inventory.held-is-sum-of-holds',
    sql: `select coalesce(position.item_id, summed.item_id) as item_id
      from (select item_id, held from inventory.item_position where account_id = $1 and owner_id = $1) position
      full join (select item_id, sum(quantity) as quantity from inventory.hold_line where account_id = $1
        group by item_id) summed on summed.item_id = position.item_id
      where coalesce(position.held, 0) <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.reserved-is-sum-of-demand',
    sql: `select coalesce(position.item_id, summed.item_id) as item_id
      from (select item_id, reserved, demanded from inventory.item_position
        where account_id = $1 and owner_id = $1) position
      full join (select item_id, sum(reserved) as reserved, sum(quantity) as quantity from inventory.demand
        where account_id = $1 group by item_id) summed on summed.item_id = position.item_id
      where coalesce(position.reserved, 0) <> coalesce(summed.reserved, 0)
        or coalesce(position.demanded, 0) <> coalesce(summed.quantity, 0)`,
  },
  {
    name: 'inventory.only-own-stock-is-promised',
    sql: `select id from inventory.item_position where account_id = $1 and owner_id <> $1
      and (held <> 0 or reserved <> 0 or demanded <> 0)
      union all select id from inventory.balance where account_id = $1 and owner_id <> $1 and allocated <> 0`,
  },
];
