import {
  daysLater,
  decimal,
  type EndpointRequest,
  roundUnitPrice,
  sumOf,
  toWire,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { analyzeMaterials, MaterialsAnswer } from '../../contracts/index.ts';
import { refuseUnknown } from '../query/conditions.ts';
import { moneyFigure } from '../sales/sums.ts';

const mostMaterials = 500;
const usedDays = 30;

interface Row {
  itemID: string;
  sku: string;
  description: string;
  unit: string;
  onHand: string;
  onHandValue: string;
  demand: string;
  expected: string;
  orderPoint: string | null;
  need: string;
  used: string;
  usedValue: string;
  suppliers: string[];
}

/** A base quantity in the default unit. */
const shown = (value: ReturnType<typeof sql>) =>
  sql`(${value} * cost.unit_denominator / cost.unit_numerator)::numeric(24,6)`;

const wire = (text: string): number => toWire(roundUnitPrice(decimal(text)));

/**
 * Stock and demand of materials. The need follows the rule of the spec (operations section 4), in the default unit;
 * with an order point it is rounded up to a whole number.
 */
export async function materialFigures(
  ctx: AccountContext,
  { salesOrderIDs = [], supplierIDs = [] }: EndpointRequest<typeof analyzeMaterials>['body'],
): Promise<MaterialsAnswer> {
  await refuseUnknown(ctx, { salesOrderIDs, supplierIDs });
  const account = ctx.account.id;
  const since = daysLater(ctx.clock.now(), -usedDays).toISOString();
  // Runs are made for orders, so their material demand belongs to these orders.
  const ofOrders = salesOrderIDs.length
    ? sql`and (demand.source_type = 'sales_order' and demand.source_id = any(${salesOrderIDs}::text[])
        or demand.source_type = 'production_run' and demand.source_id in (
          select run.run_id from commerce.v_sales_order_runs run
          where run.account_id = ${account} and run.order_id = any(${salesOrderIDs}::text[])))`
    : sql``;
  const ofSuppliers = supplierIDs.length
    ? sql`and item.id in (select supplied.item_id from commerce.v_supplier_items supplied
        where supplied.account_id = ${account} and supplied.supplier_id = any(${supplierIDs}::text[])
          and supplied.is_active)`
    : sql``;
  const { rows } = await sql<Row>`
    with demanded as (select demand.item_id, sum(demand.quantity) as quantity from inventory.v_demands demand
        where demand.account_id = ${account} ${ofOrders} group by demand.item_id),
      stock as (select lying.item_id, sum(lying.on_hand) as quantity from inventory.v_stock_on_hand lying
        where lying.account_id = ${account} and lying.owner_id = ${account} group by lying.item_id),
      valued as (select layer.item_id, sum(layer.remaining_value) as value from inventory.v_receipts layer
        where layer.account_id = ${account} and layer.owner_id = ${account} and layer.remaining > 0
          group by layer.item_id),
      coming as (select supply.item_id, sum(supply.open) as quantity from inventory.v_supplies supply
        where supply.account_id = ${account} group by supply.item_id),
      used as (select moved.item_id, -sum(moved.quantity) as quantity, -sum(moved.value) as value
        from inventory.v_movements moved
        left join inventory.v_movements undone on undone.account_id = ${account} and undone.id = moved.reverses_id
        where moved.account_id = ${account} and moved.owner_id = ${account}
          and moved.created_at >= ${since}::timestamptz
          and coalesce(undone.action, moved.action) in ('consume', 'ship') group by moved.item_id),
      material as (select item.id, item.sku, item.description, item.default_unit_name as unit, item.base_order_point
        as order_point,
          coalesce(stock.quantity, 0) as on_hand, coalesce(valued.value, 0) as value, coalesce(demanded.quantity, 0)
            as demand,
          coalesce(coming.quantity, 0) as expected, coalesce(used.quantity, 0) as used, coalesce(used.value, 0)
            as used_value
        from inventory.v_items item
        left join demanded on demanded.item_id = item.id
        left join stock on stock.item_id = item.id
        left join valued on valued.item_id = item.id
        left join coming on coming.item_id = item.id
        left join used on used.item_id = item.id
        where item.account_id = ${account} and item.type = 'material' ${ofSuppliers}
          ${salesOrderIDs.length ? sql`and demanded.item_id is not null` : sql``}),
      figured as (select material.*, cost.unit_numerator, cost.unit_denominator,
          case when material.on_hand > material.demand then 0
            when material.order_point > material.on_hand then material.order_point - material.on_hand + material.demand
            else material.demand - material.on_hand end as base_need
        from material join inventory.v_item_costs cost on cost.account_id = ${account} and cost.id = material.id)
    select cost.id as "itemID", cost.sku, cost.description, cost.unit, ${shown(sql`cost.on_hand`)}::text as "onHand",
      cost.value::text as "onHandValue", ${shown(sql`cost.demand`)}::text as demand,
        ${shown(sql`cost.expected`)}::text as expected,
      ${shown(sql`cost.order_point`)}::text as "orderPoint",
      case when cost.order_point is null then ${shown(sql`cost.base_need`)}
        else ceil(${shown(sql`cost.base_need`)}) end::text as need,
      ${shown(sql`cost.used`)}::text as used, cost.used_value::text as "usedValue",
      array(select supplied.supplier_name from commerce.v_supplier_items supplied where supplied.account_id = ${account}
        and supplied.item_id = cost.id and supplied.is_active order by supplied.supplier_name) as suppliers
    from figured cost order by (cost.base_need > 0) desc, cost.sku`.execute(ctx.em.query());
  return {
    asOf: ctx.clock.now().toISOString(),
    onHandValue: moneyFigure(sumOf(rows.map(({ onHandValue }) => onHandValue))),
    usedValue: moneyFigure(sumOf(rows.map(({ usedValue }) => usedValue))),
    needCount: rows.filter(({ need }) => decimal(need).gt(zero)).length,
    materialCount: rows.length,
    materials: rows.slice(0, mostMaterials).map((row) => ({
      itemID: row.itemID,
      sku: row.sku,
      description: row.description,
      unit: row.unit,
      suppliers: row.suppliers,
      onHandValue: moneyFigure(row.onHandValue),
      onHand: wire(row.onHand),
      demand: wire(row.demand),
      expected: wire(row.expected),
      orderPoint: row.orderPoint === null ? null : wire(row.orderPoint),
      need: wire(row.need),
      used: wire(row.used),
      daysLeft: decimal(row.used).gt(zero)
        ? toWire(decimal(row.onHand).times(String(usedDays)).div(row.used).round(0, 0))
        : null,
    })),
  };
}
