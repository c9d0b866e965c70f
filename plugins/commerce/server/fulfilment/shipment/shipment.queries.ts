import {
  decimal,
  estimatedWeight,
  problems,
  type QuantityAnswer,
  quantityID,
  roundUnitPrice,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, isoText, readTogether, sql } from '@millwright/core/server';
import {
  labelStates,
  type Shipment,
  type ShipmentLine,
  type ShippingCase,
  type ShippingCaseContent,
  type ShippingLabel,
  trackingLink,
} from '../../../contracts/index.ts';
import { type LabelRow, liveLabels } from '../carrier-service/label/label-rows.ts';

interface LineRow {
  id: string;
  orderLineID: string;
  lineItemNumber: number;
  itemID: string;
  sku: string;
  description: string;
  lotID: string | null;
  lotNumber: string | null;
  /** Base units of the line in the shipment, or of the content in its case. */
  quantity: string;
  ordered: string;
  baseOrdered: string;
  unitID: string;
  unit: string;
}

interface CaseRow {
  id: string;
  position: number;
  freightWeight: string | null;
  freightAmount: string | null;
  length: string | null;
  width: string | null;
  height: string | null;
  carrierID: string | null;
  carrierName: string | null;
  trackingUrlTemplate: string | null;
  trackingNumber: string | null;
  sscc: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** Converts base units to the ordered unit. */
const inOrdered = ({ quantity, ordered, baseOrdered }: Pick<LineRow, 'quantity' | 'ordered' | 'baseOrdered'>) =>
  roundUnitPrice(decimal(quantity).times(decimal(ordered)).div(decimal(baseOrdered)));

const quantityOf = (ownerID: string, row: LineRow): QuantityAnswer => ({
  id: quantityID(ownerID, 'quantity'),
  measure: toWire(inOrdered(row)),
  unitID: row.unitID,
  unit: row.unit,
});

const shown = ({ orderLineID, lineItemNumber, itemID, sku, description, lotID, lotNumber }: LineRow) => ({
  orderLineID,
  lineItemNumber,
  itemID,
  sku,
  description,
  lotID,
  lotNumber,
});

/** Columns that shipment lines and case contents share: the order line and the lot. */
const lineColumns = sql`packed.order_line_id as "orderLineID", line.line_item_number as "lineItemNumber",
  packed.item_id as "itemID", line.sku, line.description, packed.lot_id as "lotID", packed.lot_number as "lotNumber",
  line.quantity::text as ordered, line.base_quantity::text as "baseOrdered", line.unit_id as "unitID",
    line.unit_name as unit`;
const orderLine = sql`join commerce.sales_order_line line on line.account_id = packed.account_id
  and line.id = packed.order_line_id`;

/** Lines of a shipment by line number and lot. */
export const selectShipmentLines = (ctx: AccountContext, shipmentID: string) =>
  sql<LineRow>`select packed.id, packed.quantity::text as quantity, ${lineColumns}
    from commerce.shipment_line packed ${orderLine}
    where packed.account_id = ${ctx.account.id} and packed.shipment_id = ${shipmentID}
    order by line.line_item_number, packed.id`;

export const shipmentLinesOf = (rows: readonly LineRow[]): ShipmentLine[] =>
  rows.map((row) => ({ id: row.id, ...shown(row), quantity: quantityOf(row.id, row) }));

/** Fields of a shipment that its cases show. */
export type ShipmentOfCases = Pick<Shipment, 'id' | 'number' | 'carrier' | 'shippedAt'>;

const wire = (text: string | null): number | null => (text === null ? null : toWire(decimal(text)));

const shownLabel = ({ id, status, provider, trackingNumber, cost, message }: LabelRow): ShippingLabel => ({
  id,
  status,
  provider,
  trackingNumber,
  cost: wire(cost),
  message,
});

type ContentRow = LineRow & { caseID: string };

/** The active cases of a shipment with their contents, in order; for `readTogether`. */
export const selectCases = (ctx: AccountContext, shipmentID: string) => ({
  cases: sql<CaseRow>`select held.id, held.position, held.freight_weight::text as "freightWeight",
        held.freight_amount::text as "freightAmount", held.length::text as length, held.width::text as width,
        held.height::text as height, carrier.id as "carrierID", carrier.name as "carrierName",
        carrier.tracking_url_template as "trackingUrlTemplate", held.tracking_number as "trackingNumber", held.sscc,
        held.version, held.created_at as "createdAt", held.updated_at as "updatedAt"
      from commerce.shipping_case held
      left join commerce.carrier carrier on carrier.account_id = held.account_id and carrier.id = held.carrier_id
      where held.account_id = ${ctx.account.id} and held.shipment_id = ${shipmentID} and held.deleted_at is null
      order by held.position`,
  contents: sql<ContentRow>`select content.shipping_case_id as "caseID", packed.id,
        content.quantity::text as quantity, ${lineColumns}
      from commerce.shipping_case_content content
      join commerce.shipment_line packed on packed.account_id = content.account_id
        and packed.id = content.shipment_line_id
      ${orderLine}
      where content.account_id = ${ctx.account.id} and packed.shipment_id = ${shipmentID}
      order by line.line_item_number, packed.id`,
});

/** The active cases of a shipment with their contents, in order. */
export const shippingCasesOf = async (
  ctx: AccountContext,
  shipment: ShipmentOfCases,
  labels: readonly LabelRow[],
): Promise<ShippingCase[]> => casesOf(shipment, labels, await readTogether(ctx, selectCases(ctx, shipment.id)));

export function casesOf(
  shipment: ShipmentOfCases,
  labels: readonly LabelRow[],
  { cases, contents }: { cases: readonly CaseRow[]; contents: readonly ContentRow[] },
): ShippingCase[] {
  const byCase = Map.groupBy(contents, ({ caseID }) => caseID);
  return cases.map((row): ShippingCase => {
    const held = byCase.get(row.id) ?? [];
    const label = labels.find(({ shippingCaseID, status }) => shippingCaseID === row.id && liveLabels.includes(status));
    const carrier = row.carrierID ? { id: row.carrierID, name: row.carrierName ?? '' } : null;
    const tracked = carrier ? row : shipment.carrier;
    return {
      id: row.id,
      shipmentID: shipment.id,
      number: `${shipment.number}-${row.position}`,
      freightWeight: wire(row.freightWeight),
      estimatedWeight: toWire(
        estimatedWeight(
          held.map((each) => ({ productType: 'sale', quantity: inOrdered(each), unit: each.unit })),
        ).round(2),
      ),
      freightAmount: wire(row.freightAmount),
      length: wire(row.length),
      width: wire(row.width),
      height: wire(row.height),
      carrier,
      trackingNumber: row.trackingNumber,
      trackingURL: (tracked && trackingLink(tracked, row.trackingNumber)) ?? null,
      sscc: row.sscc,
      shippingLabelUrl: labelStates.is.bought(label?.status) ? `/api/v1/shipment-cases/${row.id}/carrier-label` : null,
      label: label ? shownLabel(label) : null,
      shippedAt: shipment.shippedAt,
      contents: held.map(
        (each): ShippingCaseContent => ({
          shipmentLineID: each.id,
          ...shown(each),
          quantity: quantityOf(row.id, each),
        }),
      ),
      version: row.version,
      createdAt: isoText(row.createdAt),
      updatedAt: isoText(row.updatedAt),
    };
  });
}

/** The shipment of an active case. 404 for any other case. */
export async function shipmentOfCase(ctx: AccountContext, caseID: string): Promise<string> {
  const { rows } = await sql<{
    shipmentID: string;
  }>`select held.shipment_id as "shipmentID" from commerce.shipping_case held
    join commerce.shipment shipment on shipment.account_id = held.account_id and shipment.id = held.shipment_id
    where held.account_id = ${ctx.account.id} and held.id = ${caseID} and held.deleted_at is null
      and shipment.deleted_at is null`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw problems.not_found();
  return row.shipmentID;
}

/** Stock that a shipment takes from the packing place. Quantities are in base units. */
export async function shipmentStock(ctx: AccountContext, shipmentID: string) {
  const { rows } = await sql<{
    id: string;
    orderLineID: string;
    itemID: string;
    lotID: string | null;
    quantity: string;
  }>`select id, order_line_id as "orderLineID", item_id as "itemID", lot_id as "lotID", quantity::text as quantity
    from commerce.shipment_line where account_id = ${ctx.account.id}
      and shipment_id = ${shipmentID} order by id`.execute(ctx.em.query());
  return rows;
}
