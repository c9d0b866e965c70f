import { type Big, toColumn } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { numberKey } from '../../../document/record/number-key.ts';
import { newCaseRows } from '../case/new-cases.ts';
import type { SpreadContent } from '../case/spread-contents.ts';

/** A line of a new shipment. The quantity is in base units. */
export interface NewShipmentLine {
  id: string;
  orderLineID: string;
  itemID: string;
  lotID: string | null;
  lotNumber: string | null;
  quantity: Big;
}

/** A new shipment. `contents` has one list for each case. */
export interface NewShipment {
  id: string;
  number: string;
  orderID: string;
  customerID: string;
  pickID: string | null;
  carrierID: string | null;
  carrierOptionID: string | null;
  shipTo: unknown;
  lines: readonly NewShipmentLine[];
  contents: readonly SpreadContent[][];
  /** Pounds of each case, where known. */
  weights?: readonly Big[] | undefined;
}

/** Inserts shipments with their cases and takes the SSCCs. Answers the cases of each shipment. */
export async function insertShipments(
  ctx: AccountContext,
  shipments: readonly NewShipment[],
): Promise<Awaited<ReturnType<typeof newCaseRows>>> {
  const now = ctx.clock.now();
  const cases = await newCaseRows(
    ctx,
    shipments.flatMap(({ id, customerID, contents, weights }) =>
      contents.map((_, index) => ({ shipmentID: id, customerID, position: index + 1, weight: weights?.[index] })),
    ),
  );
  const caseIDs = new Map(cases.map((row) => [`${row.shipment_id} ${row.position}`, row.id]));
  const casesOf = ({ id, contents }: NewShipment): string[] =>
    contents.map((_, index) => caseIDs.get(`${id} ${index + 1}`) as string);
  await ctx.em.insert(
    'commerce.shipment',
    shipments.map((shipment) => ({
      id: shipment.id,
      number: shipment.number,
      number_key: numberKey(shipment.number),
      status: 'packed',
      order_id: shipment.orderID,
      customer_id: shipment.customerID,
      pick_id: shipment.pickID,
      carrier_id: shipment.carrierID,
      carrier_option_id: shipment.carrierOptionID,
      ship_to: shipment.shipTo,
      version: 1,
      created_at: now,
      updated_at: now,
    })),
  );
  await ctx.em.insert(
    'commerce.shipment_line',
    shipments.flatMap(({ id, customerID, lines }) =>
      lines.map((line) => ({
        id: line.id,
        shipment_id: id,
        customer_id: customerID,
        order_line_id: line.orderLineID,
        item_id: line.itemID,
        lot_id: line.lotID,
        lot_number: line.lotNumber,
        quantity: toColumn(line.quantity, 6),
      })),
    ),
  );
  await ctx.em.insert('commerce.shipping_case', cases);
  await ctx.em.insert(
    'commerce.shipping_case_content',
    shipments.flatMap((shipment) => {
      const ids = casesOf(shipment);
      return shipment.contents.flatMap((contents, index) =>
        contents.map(({ lineID, quantity }) => ({
          shipping_case_id: ids[index],
          shipment_line_id: lineID,
          customer_id: shipment.customerID,
          quantity: toColumn(quantity, 6),
        })),
      );
    }),
  );
  return cases;
}
