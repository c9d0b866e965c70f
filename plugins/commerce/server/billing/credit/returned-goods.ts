import {
  type Big,
  decimal,
  lesserOf,
  newID,
  roundUnitPrice,
  toColumn,
  valueText,
  zero,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** Returned goods of a line, in base units. */
export interface GoodsBack {
  creditLineID: string;
  invoiceLineID: string;
  quantity: Big;
  location: { id: string; name: string };
}

/** A part of the returned goods, by shipment line. */
export interface ReturnedPart {
  id: string;
  creditLineID: string;
  itemID: string;
  shipmentLineID: string | null;
  lotNumber: string | null;
  location: { id: string; name: string };
  quantity: string;
  /** Value at which the goods left: decimal text with six decimals. */
  value: string;
}

interface LeftLine {
  invoiceLineID: string;
  itemID: string;
  /** Cost per base unit by the order line, for goods that left before their stock was kept here. */
  baseCost: string;
  shipmentLineID: string | null;
  lotNumber: string | null;
  /** Quantity that is still with the customer, and its value when it left. */
  quantity: string;
  value: string;
}

/** Shipped goods of these invoice lines that have not been returned, by shipment line. */
async function leftFor(ctx: AccountContext, invoiceLineIDs: readonly string[]): Promise<LeftLine[]> {
  const { rows } = await sql<LeftLine>`select line.id as "invoiceLineID", line.item_id as "itemID",
      (line.unit_cost * line.quantity / line.base_quantity)::text as "baseCost", packed.id as "shipmentLineID",
      packed.lot_number as "lotNumber",
      (coalesce(went.quantity, 0) - coalesce(back.quantity, 0))::text as quantity,
      (coalesce(went.value, 0) - coalesce(back.value, 0))::text as value
    from commerce.invoice_line line
    join commerce.invoice invoice on invoice.account_id = line.account_id and invoice.id = line.invoice_id
    left join commerce.shipment_line packed on packed.account_id = line.account_id
      and packed.shipment_id = invoice.shipment_id and packed.order_line_id = line.order_line_id
    left join lateral (select -sum(movement.quantity) as quantity, -sum(movement.value) as value
      from inventory.v_movements movement
      where movement.account_id = line.account_id and movement.source_type = 'shipment'
        and movement.source_id = packed.shipment_id and movement.source_line_id = packed.id
        and movement.action in ('ship', 'void')) went on true
    left join lateral (select sum(goods.quantity) as quantity, sum(goods.value) as value
      from commerce.returned_goods goods
      join commerce.credit_line credited on credited.account_id = goods.account_id
        and credited.id = goods.credit_line_id
      join commerce.transaction memo on memo.account_id = credited.account_id and memo.id = credited.transaction_id
      where goods.account_id = line.account_id and goods.shipment_line_id = packed.id
        and memo.voided_on is null) back on true
    where line.account_id = ${ctx.account.id} and line.id = any(${[...invoiceLineIDs]}::text[])
      and line.item_id is not null
    order by line.id, packed.lot_number, packed.id`.execute(ctx.em.query());
  return rows;
}

/**
 * Splits returned goods by the shipment lines with which they had left: by lot, with values that add up exactly. Goods
 * that left before their stock was kept here are valued at the cost of their line.
 */
export async function returnedParts(ctx: AccountContext, goods: readonly GoodsBack[]): Promise<ReturnedPart[]> {
  const ids = [...new Set(goods.map(({ invoiceLineID }) => invoiceLineID))];
  const left = (await leftFor(ctx, ids)).map((row) => ({
    ...row,
    open: decimal(row.quantity),
    worth: decimal(row.value),
  }));
  return goods.flatMap(({ invoiceLineID, creditLineID, location, quantity }): ReturnedPart[] => {
    const lineRows = left.filter((row) => row.invoiceLineID === invoiceLineID);
    const [first] = lineRows;
    if (!first) return [];
    const { itemID } = first;
    let wanted = quantity;
    const parts = lineRows.flatMap((row): ReturnedPart[] => {
      const taken = lesserOf(row.open, wanted);
      if (!taken.gt(zero)) return [];
      // The last part takes the remaining value, so that rounding loses nothing.
      const value = taken.eq(row.open) ? row.worth : roundUnitPrice(row.worth.times(taken).div(row.open));
      row.open = row.open.minus(taken);
      row.worth = row.worth.minus(value);
      wanted = wanted.minus(taken);
      const { shipmentLineID, lotNumber } = row;
      return [
        {
          id: newID('rtg'),
          creditLineID,
          itemID,
          shipmentLineID,
          lotNumber,
          location,
          quantity: toColumn(taken, 6),
          value: valueText(value),
        },
      ];
    });
    if (!wanted.gt(zero)) return parts;
    const value = valueText(decimal(first.baseCost).times(wanted));
    const rest = { id: newID('rtg'), creditLineID, itemID, shipmentLineID: null, lotNumber: null, location };
    return [...parts, { ...rest, quantity: toColumn(wanted, 6), value }];
  });
}
