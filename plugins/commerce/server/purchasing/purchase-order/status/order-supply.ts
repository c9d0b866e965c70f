import { decimal, roundUnitPrice, toColumn } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { SupplyLine, SupplyPort } from '@millwright/inventory/contracts';
import { purchaseOrderIs } from '../../../states/states.ts';
import { openReceivingOrders } from '../../receiving-order/opening/open-receiving-orders.ts';
import { purchaseSource } from './purchase-source.ts';

interface ExpectedLine {
  orderID: string;
  number: string;
  lineID: string;
  itemID: string;
  quantity: string;
  unitID: string;
  baseQuantity: string;
  baseUnitID: string;
  /** Quantity from imported history, which is no present supply. */
  historic: string;
  /** Quantity that came for the expected supply, in base units. */
  came: string;
  unitPrice: string;
  expectedOn: string;
}

function supplyOf(line: ExpectedLine): SupplyLine[] {
  const { lineID, itemID, expectedOn: dueOn, unitPrice, came } = line;
  const historic = decimal(line.historic);
  if (historic.eq('0'))
    return [{ lineID, itemID, measure: line.quantity, unitID: line.unitID, dueOn, unitCost: unitPrice, came }];
  const rest = decimal(line.baseQuantity).minus(historic);
  if (rest.lte('0')) return [];
  const unitCost = roundUnitPrice(decimal(unitPrice).times(decimal(line.quantity)).div(decimal(line.baseQuantity)));
  return [
    {
      lineID,
      itemID,
      measure: toColumn(rest, 6),
      unitID: line.baseUnitID,
      dueOn,
      unitCost: toColumn(unitCost, 6),
      came,
    },
  ];
}

const nobody: ReadonlySet<string> = new Set();

/** Updates expected supply from purchase orders, in the transaction that writes them. */
export class OrderSupply {
  readonly #supply: SupplyPort;

  constructor(supply: SupplyPort) {
    this.#supply = supply;
  }

  /**
   * Updates supply and receiving orders after these orders were written; the caller has locked their rows. Lines of an
   * issued order are expected on their own date, else the order's, else the day of issue plus the supplier's lead time;
   * other orders bring nothing. Orders in `quiet` were just imported from another system and had no supply before.
   */
  async updateSupply(
    ctx: AccountContext,
    orderIDs: readonly string[],
    { quiet = nobody }: { quiet?: ReadonlySet<string> } = {},
  ): Promise<void> {
    if (!orderIDs.length) return;
    const account = ctx.account.id;
    const ids = [...orderIDs].sort();
    await sql`update commerce.purchase_order_line line set expected_on = dated.expected_on
      from (select each.id, case when ${purchaseOrderIs.open('ordered.status')} then coalesce(each.scheduled_at,
        ordered.scheduled_at,
            (ordered.issued_at at time zone ${ctx.account.timeZone})::date + coalesce(supplied.lead_time_days, 0))
            end as expected_on
        from commerce.purchase_order ordered
        join commerce.purchase_order_line each on each.account_id = ordered.account_id and each.order_id = ordered.id
        left join commerce.supplier_material supplied on supplied.account_id = ordered.account_id
          and supplied.supplier_id = ordered.supplier_id and supplied.item_id = each.item_id
        where ordered.account_id = ${account} and ordered.id = any(${ids}::text[])) dated
      where line.account_id = ${account} and line.id = dated.id
        and line.expected_on is distinct from dated.expected_on`.execute(ctx.em.query());
    await sql`update commerce.purchase_order ordered set expected_on = dated.expected_on
      from (select each.id, (select min(line.expected_on) from commerce.purchase_order_line line
            where line.account_id = each.account_id and line.order_id = each.id
              and line.quantity_stocked < line.base_quantity) as expected_on
        from commerce.purchase_order each where each.account_id = ${account} and each.id = any(${ids}::text[])) dated
      where ordered.account_id = ${account} and ordered.id = dated.id
        and ordered.expected_on is distinct from dated.expected_on`.execute(ctx.em.query());
    const { rows } = await sql<ExpectedLine>`select ordered.id as "orderID", ordered.number, line.id as "lineID",
        line.item_id as "itemID", line.quantity::text as quantity, line.unit_id as "unitID",
        line.base_quantity::text as "baseQuantity", line.base_unit_id as "baseUnitID",
        line.quantity_historic::text as historic,
        greatest(line.quantity_stocked - line.quantity_historic, 0)::text as came, line.unit_price::text as "unitPrice",
        -- What waits at the dock is there today.
        case when line.quantity_received - line.quantity_rejected >= line.base_quantity
          then least(line.expected_on, ${todayOf(ctx)}::date) else line.expected_on end::text as "expectedOn"
      from commerce.purchase_order ordered
      join commerce.purchase_order_line line on line.account_id = ordered.account_id and line.order_id = ordered.id
      where ordered.account_id = ${account} and ordered.id = any(${ids}::text[])
        and ${purchaseOrderIs.open('ordered.status')}
      order by ordered.id, line.line_item_number`.execute(ctx.em.query());
    const byOrder = Map.groupBy(rows, ({ orderID }) => orderID);
    await this.#supply.expectAll(
      ctx,
      ids
        .filter((id) => !quiet.has(id))
        .map((id) => {
          const lines = byOrder.get(id) ?? [];
          const source = { type: purchaseSource, id, number: lines[0]?.number ?? '' };
          return { source, lines: lines.flatMap(supplyOf) };
        }),
    );
    await openReceivingOrders(ctx, ids);
  }

  /** Removes the supply of these orders without a trace. */
  forget(ctx: AccountContext, orderIDs: readonly string[]): Promise<void> {
    return this.#supply.expectAll(
      ctx,
      orderIDs.map((id) => ({ source: { type: purchaseSource, id, number: '' }, lines: [] })),
    );
  }
}
