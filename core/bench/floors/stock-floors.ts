import { newID } from '../../contracts/texts/id.ts';
import type { BenchFacts } from '../place/facts.ts';
import type { Floor } from './floor.ts';

/** A page of items with their stock: on hand, reserved, short, and the next expected day. */
const page = (
  filter = '',
): string => `select i.id, i.sku, i.type, i.description, i.product_type, i.manufacturer, i.unit_value, i.unit_cost,
    i.start_date::text as "startDate", i.end_date::text as "endDate", i.version, i.created_at,
    i.updated_at, u.name as unit, f.numerator::text, f.denominator::text, g.name as "unitGroup",
    l.name as "productLine", c.name as category, coalesce(p.on_hand, 0) as "onHand",
    coalesce(p.held + p.reserved, 0) as reserved, coalesce(p.demanded - p.reserved, 0) as short,
    (select coalesce(sum(s.quantity - s.received), 0) from inventory.supply s
      where s.account_id = i.account_id and s.item_id = i.id and s.closed_at is null) as expected
  from (select i.id from inventory.item i where i.account_id = $1 ${filter} order by i.sku, i.id limit 50) page
    join inventory.item i on i.account_id = $1 and i.id = page.id
    join inventory.unit_conversion f on f.account_id = i.account_id and f.id = i.default_conversion_id
    join inventory.unit u on u.account_id = f.account_id and u.id = f.unit_id
    join inventory.unit_group g on g.account_id = f.account_id and g.id = f.unit_group_id
    left join inventory.product_line l on l.account_id = i.account_id and l.id = i.product_line_id
    left join inventory.category c on c.account_id = i.account_id and c.id = i.category_id
    left join inventory.item_position p
      on p.account_id = i.account_id and p.item_id = i.id and p.owner_id = i.account_id
  order by i.sku, i.id`;

export const itemListFloor = ({ accountID }: BenchFacts): Floor => ({
  writes: false,
  run: (ask) => ask('items', page(), [accountID]),
});

const found = ['product', 'part', 'material', 'supply']
  .map((type) => `select id from core.search_documents('${type}', $2::text[], null)`)
  .join(' union all ');

export const itemSearchFloor = ({ accountID, itemWords }: BenchFacts): Floor => ({
  writes: false,
  run: (ask, turn) =>
    ask('items', page(`and i.id in (${found})`), [
      accountID,
      String(itemWords[turn % itemWords.length])
        .toLowerCase()
        .split(' '),
    ]),
});

/**
 * Sets 5,000 items to a count in plain SQL: finds items by SKU, locks positions, and writes the difference to position,
 * balance, cost layers (oldest first) and history. Promises are ignored.
 */
export const recountFloor = ({ accountID, memberID, counted }: BenchFacts): Floor => ({
  writes: true,
  run: async (ask, turn) => {
    const target = 1000 + (turn % 2);
    const items = await ask(
      'items',
      `select i.id, f.unit_id from inventory.item i
        join inventory.unit_conversion f on f.account_id = i.account_id and f.id = i.default_conversion_id
      where i.account_id = $1 and i.sku = any($2::text[])`,
      [accountID, counted.map(({ sku }) => sku)],
    );
    const unitOf = new Map(items.map((item) => [item['id'], item['unit_id']]));
    const positions = await ask(
      'lock',
      `select id, item_id, on_hand from inventory.item_position
      where account_id = $1 and owner_id = $1 and item_id = any($2::text[]) order by item_id for no key update`,
      [accountID, [...unitOf.keys()]],
    );
    const changed = positions.filter((position) => Number(position['on_hand']) !== target);
    if (changed.length === 0) return [];
    const itemIDs = changed.map((position) => position['item_id']);
    const wanted = changed.map((position) => target - Number(position['on_hand']));
    const layers = await ask(
      'layers',
      `select item_id, layer_id, location_id, lot_id, balance_id, change, round(change * unit_value, 6) as value from (
        select w.item_id, y.id as layer_id, y.remaining_value / y.remaining as unit_value, y.location_id,
          y.lot_id, b.id as balance_id, row_number() over place as nth, case when w.change > 0 then w.change
            else -least(y.remaining, -w.change - (sum(y.remaining) over place - y.remaining)) end as change,
          w.change > 0 as is_more
        from unnest($2::text[], $3::numeric[]) w (item_id, change)
          join inventory.cost_layer y on y.account_id = $1 and y.owner_id = $1 and y.item_id = w.item_id and y.is_left
          join inventory.balance b on b.account_id = $1 and b.owner_id = $1 and b.item_id = y.item_id
            and b.location_id = y.location_id and b.lot_id is not distinct from y.lot_id
        window place as (partition by w.item_id order by y.received_at, y.id rows unbounded preceding)) part
      where case when is_more then nth = 1 else change < 0 end`,
      [accountID, itemIDs, wanted],
    );
    const of = (name: string) => layers.map((layer) => layer[name]);
    const changes = of('change');
    const worth = new Map<unknown, number>();
    for (const layer of layers)
      worth.set(layer['item_id'], (worth.get(layer['item_id']) ?? 0) + Number(layer['value']));
    const movements = layers.map(() => newID('mov'));
    await ask(
      'positions',
      `update inventory.item_position p
      set on_hand = p.on_hand + w.change, value = p.value + w.value, version = p.version + 1, updated_at = now()
      from unnest($2::text[], $3::numeric[], $4::numeric[]) w (id, change, value)
      where p.account_id = $1 and p.id = w.id`,
      [
        accountID,
        changed.map((position) => position['id']),
        wanted,
        itemIDs.map((item) => worth.get(item)?.toFixed(6)),
      ],
    );
    await ask(
      'balances',
      `update inventory.balance b set on_hand = b.on_hand + w.change, version = b.version + 1, updated_at = now()
      from (select id, sum(change) as change from unnest($2::text[], $3::numeric[]) w (id, change) group by id) w
      where b.account_id = $1 and b.id = w.id`,
      [accountID, of('balance_id'), changes],
    );
    await ask(
      'remaining',
      `update inventory.cost_layer y
      set remaining = y.remaining + w.change, quantity = greatest(y.quantity, y.remaining + w.change),
        remaining_value = y.remaining_value + w.value, value = greatest(y.value, y.remaining_value + w.value),
        version = y.version + 1, updated_at = now()
      from unnest($2::text[], $3::numeric[], $4::numeric[]) w (id, change, value)
      where y.account_id = $1 and y.id = w.id`,
      [accountID, of('layer_id'), changes, of('value')],
    );
    await ask(
      'movements',
      `insert into inventory.movement (account_id, id, created_at, operation_id, action, item_id, owner_id,
        location_id, lot_id, quantity, measure, unit_id, value, book_amount, member_id, actor_name)
      select $1, w.id, now(), $2, 'count', w.item_id, $1, w.location_id, w.lot_id, w.change, w.change,
        w.unit_id, w.value, round(w.value, 2), $3, 'Floor'
      from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::text[], $10::numeric[])
        w (id, item_id, location_id, lot_id, change, unit_id, value)`,
      [
        ...[accountID, newID('op'), memberID, movements, of('item_id'), of('location_id'), of('lot_id'), changes],
        ...[layers.map((layer) => unitOf.get(layer['item_id'])), of('value')],
      ],
    );
    await ask(
      'parts',
      `insert into inventory.movement_layer (account_id, movement_id, layer_id, quantity, value)
      select $1, w.movement_id, w.layer_id, w.change, w.value
      from unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[]) w (movement_id, layer_id, change, value)`,
      [accountID, movements, of('layer_id'), changes, of('value')],
    );
    return { changed: changed.length };
  },
});
