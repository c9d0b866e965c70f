import { decimal, quantityID, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { Shipment } from '../../../../contracts/index.ts';
import { salesOrderIs } from '../../../states/states.ts';

interface Row {
  itemID: string;
  sku: string;
  lotNumber: string | null;
  quantity: string;
  unitID: string;
  unit: string;
  locationID: string;
  location: string;
}

/**
 * Goods of a voided shipment whose order is closed short, while they still lie unreserved in the packing place. Moving
 * or reserving them ends the task.
 */
export async function putAwayTasksOf(ctx: AccountContext, shipmentID: string): Promise<Shipment['putAwayTasks']> {
  const { rows } = await sql<Row>`with packed as (
      select packed.account_id, packed.item_id, packed.lot_id, packed.lot_number, line.sku, line.base_unit_id,
        sum(packed.quantity) as quantity
      from commerce.shipment_line packed
      join commerce.shipment shipment on shipment.account_id = packed.account_id and shipment.id = packed.shipment_id
      join commerce.sales_order sold on sold.account_id = shipment.account_id and sold.id = shipment.order_id
        and ${salesOrderIs.closedShort('sold.status')}
      join commerce.sales_order_line line on line.account_id = packed.account_id and line.id = packed.order_line_id
      where packed.account_id = ${ctx.account.id} and packed.shipment_id = ${shipmentID}
      group by packed.account_id, packed.item_id, packed.lot_id, packed.lot_number, line.sku, line.base_unit_id
    ), back as (
      select distinct movement.item_id, movement.lot_id, movement.location_id from inventory.v_movements movement
      where movement.account_id = ${ctx.account.id} and movement.source_type = 'shipment'
        and movement.source_id = ${shipmentID} and movement.action = 'void'
    )
    select packed.item_id as "itemID", packed.sku, packed.lot_number as "lotNumber", place.id as "locationID",
      place.full_name as location, unit.id as "unitID", unit.name as unit,
      least(packed.quantity, lying.quantity - aside.quantity)::text as quantity
    from packed
    join back on back.item_id = packed.item_id and back.lot_id is not distinct from packed.lot_id
    join inventory.v_locations place on place.account_id = packed.account_id and place.id = back.location_id
    join inventory.v_units unit on unit.account_id = packed.account_id and unit.id = packed.base_unit_id
    cross join lateral (select coalesce(sum(layer.remaining), 0) as quantity from inventory.v_receipts layer
      where layer.account_id = packed.account_id and layer.item_id = packed.item_id and layer.location_id = place.id
        and layer.lot_id is not distinct from packed.lot_id) lying
    cross join lateral (select coalesce(sum(kept.quantity), 0) as quantity from inventory.v_allocations kept
      where kept.account_id = packed.account_id and kept.item_id = packed.item_id and kept.location_id = place.id
        and kept.lot_id is not distinct from packed.lot_id) aside
    where lying.quantity > aside.quantity
    order by packed.sku, packed.lot_number`.execute(ctx.em.query());
  return rows.map(({ itemID, sku, lotNumber, quantity, unitID, unit, locationID, location }) => ({
    itemID,
    sku,
    lotNumber,
    quantity: { id: quantityID(shipmentID, `putAway.${itemID}`), measure: toWire(decimal(quantity)), unitID, unit },
    storageLocation: { id: locationID, name: location },
  }));
}
