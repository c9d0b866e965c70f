import { decimal, newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type DemoRandom,
  nextNumbers,
  StoppedClock,
  sql,
  updateAccountSettings,
} from '@millwright/core/server';
import { shipmentSettings } from '../../../../contracts/index.ts';
import { shipmentIs } from '../../../states/states.ts';
import { pieceOf, spreadContents } from '../case/spread-contents.ts';
import { insertShipments, type NewShipment } from './insert-shipments.ts';
import { shipmentRecord, touchedShipments } from './shipment-record.ts';
import { indexShipments } from './shipment-search.ts';

/** Most pounds of a case in the demo. */
const poundsOfCase = 40;

interface DemoLine {
  id: string;
  itemID: string;
  quantity: string;
  baseQuantity: string;
  unit: string;
  shipped: string;
}

interface DemoOrder {
  id: string;
  customerID: string;
  carrierID: string | null;
  carrierOptionID: string | null;
  carrierCode: string | null;
  shipTo: unknown;
  completedAt: string;
  shippedByID: string | null;
  shippedByName: string;
  lines: DemoLine[];
}

/** The tracking number of a parcel in the carrier's format. */
const trackingNumber = (random: DemoRandom, carrierCode: string | null): string | null => {
  const digits = (count: number): string => Array.from({ length: count }, () => random.integer(0, 9)).join('');
  if (carrierCode === 'ups') return `1Z${digits(16)}`;
  return carrierCode === 'fedex' ? digits(12) : null;
};

const shippedOrders = (ctx: AccountContext) =>
  sql<DemoOrder>`select sold.id, sold.customer_id as "customerID",
    sold.carrier_id as "carrierID", sold.carrier_option_id as "carrierOptionID", carrier.code as "carrierCode",
    sold.ship_to as "shipTo", sold.completed_at as "completedAt", sold.created_by_id as "shippedByID",
    sold.created_by_name as "shippedByName",
    (select json_agg(json_build_object('id', line.id, 'itemID', line.item_id, 'quantity', line.quantity::text,
        'baseQuantity', line.base_quantity::text, 'unit', line.unit_name, 'shipped', line.quantity_shipped::text)
        order by line.line_item_number)
      from commerce.sales_order_line line
      where line.account_id = sold.account_id and line.order_id = sold.id and line.quantity_shipped > 0) as lines
  from commerce.sales_order sold
  left join commerce.carrier carrier on carrier.account_id = sold.account_id and carrier.id = sold.carrier_id
  where sold.account_id = ${ctx.account.id} and sold.quantity_shipped > 0 and sold.completed_at is not null
  order by sold.completed_at, sold.id`.execute(ctx.em.query());

/** Shipments of fulfilled demo orders, which left before the account's start. */
export async function createDemoShipments(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const { rows: orders } = await shippedOrders(ctx);
  if (!orders.length) return;
  await updateAccountSettings(ctx, 'commerce', shipmentSettings, { gs1CompanyPrefix: '0614141' });
  const numbers = await nextNumbers(ctx, 'shipment', orders.length);
  const shipments = orders.map(({ lines: ordered, ...order }, index): NewShipment => {
    const lines = ordered.map((line) => ({
      ...pieceOf(line),
      id: newID('shl'),
      orderLineID: line.id,
      itemID: line.itemID,
      lotID: null,
      lotNumber: null,
      quantity: decimal(line.shipped),
    }));
    const weight = lines.reduce((sum, line) => sum.plus(line.quantity.times(line.weight)), decimal('0'));
    const cases = Math.min(9, Math.max(1, Math.ceil(Number(weight.toString()) / poundsOfCase)));
    return {
      ...order,
      id: newID('shp'),
      number: numbers[index] as string,
      orderID: order.id,
      pickID: null,
      lines,
      contents: spreadContents(lines, cases) ?? spreadContents(lines, 1) ?? [],
    };
  });
  const cases = Map.groupBy(await insertShipments(ctx, shipments), ({ shipment_id }) => shipment_id);
  await sql`update commerce.shipment shipment set status = ${shipmentIs.to('shipped')},
    created_at = told."packedAt"::timestamptz,
      updated_at = told."shippedAt"::timestamptz, shipped_at = told."shippedAt"::timestamptz, freight_amount = 0,
      freight_reason = '{"rule": "no_term", "text": "Shipped before the account came here"}',
      shipped_by_id = told."byID", shipped_by_name = told."byName"
    from jsonb_to_recordset(${JSON.stringify(
      orders.map(({ completedAt, shippedByID, shippedByName }, index) => ({
        id: shipments[index]?.id,
        packedAt: new Date(new Date(completedAt).getTime() - random.integer(1, 20) * 3_600_000),
        shippedAt: new Date(completedAt),
        byID: shippedByID,
        byName: shippedByName,
      })),
    )}::jsonb) as told (id text, "packedAt" text, "shippedAt" text, "byID" text, "byName" text)
    where shipment.account_id = ${ctx.account.id} and shipment.id = told.id`.execute(ctx.em.query());
  const tracked = orders.flatMap(({ carrierCode }, index) =>
    (cases.get(shipments[index]?.id ?? '') ?? []).map(({ id }) => ({
      id,
      number: trackingNumber(random, carrierCode),
    })),
  );
  await sql`update commerce.shipping_case held set tracking_number = told.number,
    freight_weight = greatest(weighed.pounds, 0.1)
    from jsonb_to_recordset(${JSON.stringify(tracked)}::jsonb) as told (id text, number text)
    cross join lateral (select round(sum(content.quantity) * 0.15, 1) as pounds
      from commerce.shipping_case_content content
      where content.account_id = ${ctx.account.id} and content.shipping_case_id = told.id) weighed
    where held.account_id = ${ctx.account.id} and held.id = told.id`.execute(ctx.em.query());
  for (const [index, { completedAt }] of orders.entries()) {
    const at: AccountContext = { ...ctx, clock: new StoppedClock(new Date(completedAt)) };
    audit(at, { record: shipmentRecord(shipments[index]?.id ?? ''), action: 'shipped' });
  }
  await ctx.em.flush();
  await indexShipments(
    ctx,
    shipments.map(({ id }) => id),
  );
  touchedShipments(ctx);
}
