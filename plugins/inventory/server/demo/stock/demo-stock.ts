import { type Big, dayLength, decimal, roundUnitPrice, toColumn } from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, StoppedClock, sql } from '@millwright/core/server';
import { placeIs } from '../../states/states.ts';
import { applyStock } from '../../stock/ledger/operation/stock-ledger.ts';
import type { StockChange } from '../../stock/ledger/operation/stock-operation.ts';

/** Days before today of the deliveries and of the issues. */
const deliveries = [340, 230, 130, 60, 20, 5];
const departures = [300, 190, 95, 40, 24, 10, 2];

interface DemoItem {
  id: string;
  unitID: string;
  /** Base units per default unit. */
  factor: Big;
  /** Per base unit. */
  unitCost: Big;
  lotID: string | null;
  /** Default units on hand. */
  onHand: number;
  /** Default units per delivery. */
  lot: number;
  isScarce: boolean;
}

async function stockedItems(ctx: AccountContext, random: DemoRandom): Promise<DemoItem[]> {
  const { rows } = await sql<{ id: string; unitID: string; factor: string; unitCost: string; lotID: string | null }>`
    select item.id, conversion.unit_id as "unitID",
      (conversion.numerator::numeric / conversion.denominator)::text as factor, item.unit_cost::text as "unitCost",
      (select lot.id from inventory.lot lot where lot.account_id = item.account_id and lot.item_id = item.id
        order by lot.lot_number limit 1) as "lotID"
    from inventory.item item
    join inventory.unit_conversion conversion on conversion.account_id = item.account_id
      and conversion.id = item.default_conversion_id
    where item.account_id = ${ctx.account.id} and (item.product_type = 'sale' or item.type <> 'product')
      and item.end_date is null
    order by item.type, item.sku`.execute(ctx.em.query());
  return rows.map((row, index) => {
    const factor = decimal(row.factor);
    return {
      ...row,
      factor,
      unitCost: decimal(row.unitCost).div(factor),
      onHand: 0,
      lot: random.integer(3, 14) * 5,
      // Every sixth item runs out again and again.
      isScarce: index % 6 === 3,
    };
  });
}

/** Open places without places inside them. */
async function openPlaces(ctx: AccountContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select place.id from inventory.storage_location place
    where place.account_id = ${ctx.account.id} and ${placeIs.open('place.reservation_state')} and not place.is_closed
      and not exists (select from inventory.storage_location inner_place
        where inner_place.account_id = place.account_id and inner_place.parent_id = place.id)
    order by place.name, place.id`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

const changeOf = (item: DemoItem, measure: number): StockChange => ({
  itemID: item.id,
  quantity: decimal(toColumn(item.factor.times(decimal(measure)), 6)),
  measure: decimal(measure),
  unitID: item.unitID,
});

/**
 * Creates a demo account's stock with its history: deliveries and issues of a year, each one operation for many items,
 * so that costs, trends and requirements have figures. Scarce items end with almost no stock, and orders wait for them.
 */
export async function createDemoStock(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const places = await openPlaces(ctx);
  if (places.length === 0) return;
  const items = await stockedItems(ctx, random);
  const home = new Map(items.map(({ id }) => [id, random.pick(places)]));
  const now = ctx.clock.now().getTime();
  const days = [...deliveries, ...departures].sort((left, right) => right - left);
  for (const [index, daysAgo] of days.entries()) {
    const receivedAt = new Date(now - daysAgo * dayLength);
    const at = { ...ctx, clock: new StoppedClock(receivedAt) };
    if (deliveries.includes(daysAgo)) {
      const share = decimal(random.integer(92, 108)).div('100');
      const coming = items.filter((item) => item.onHand === 0 || random.next() < (item.isScarce ? 0.15 : 0.35));
      const changes = coming.map((item): StockChange => {
        item.onHand += item.lot;
        return {
          ...changeOf(item, item.lot),
          locationID: home.get(item.id),
          lotID: item.lotID,
          unitCost: roundUnitPrice(item.unitCost.times(share)),
          receivedAt,
          reference: `DN-${2400 + index}`,
        };
      });
      await applyStock(at, { action: 'receive', changes });
      continue;
    }
    const changes = items.flatMap((item): StockChange[] => {
      const most = item.isScarce ? item.onHand : Math.floor(item.onHand * 0.45);
      const measure = Math.min(random.integer(0, item.isScarce ? 60 : 18), most);
      if (measure === 0) return [];
      item.onHand -= measure;
      return [changeOf(item, -measure)];
    });
    await applyStock(at, { action: 'ship', reason: 'Shipped before orders were kept here', changes });
  }
}
