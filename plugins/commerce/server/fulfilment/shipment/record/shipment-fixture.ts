import type { Client } from 'pg';
import {
  getPick,
  getSalesOrder,
  getShipment,
  packPick,
  pickPickLine,
  releasePicks,
  type SalesOrder,
  type Shipment,
} from '../../../../contracts/index.ts';
import type { OrderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';

/**
 * Picks one line of an order, if there is a line to pick, and packs all picked goods into the given number of cases.
 */
export async function packedFor(
  { admin }: OrderFixture,
  order: SalesOrder,
  lineItemNumber: number | undefined,
  caseCount: number,
): Promise<Shipment> {
  const { pickID } = await admin.call(getSalesOrder, { params: { orderID: order.id } });
  const params = { pickID: pickID ?? '' };
  if (lineItemNumber !== undefined) {
    await admin.call(releasePicks, { body: { pickIDs: [params.pickID] } });
    const { lines } = await admin.call(getPick, { params });
    const planned = lines.filter(
      ({ state, orderLine }) => state === 'planned' && orderLine.lineItemNumber === lineItemNumber,
    );
    for (const { id } of planned) await admin.call(pickPickLine, { params: { ...params, pickLineID: id }, body: {} });
  }
  const { shipmentID } = await admin.call(packPick, { params, body: { shipmentCaseCount: caseCount } });
  return admin.call(getShipment, { params: { shipmentID } });
}

/** Copies a row by SQL, once for each `n`, with other values for some columns. */
async function copy(
  admin: Client,
  many: number,
  { table, where, other }: { table: string; where: string; other: Readonly<Record<string, string>> },
): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await admin.query(
    `insert into ${table} (${names.join()}) select ${names.map((name) => other[name] ?? `t.${name}`).join()}
      from ${table} t cross join generate_series(1, ${many}) n where ${where}`,
  );
}

/** Writes copies of an order with its line, its pick and its shipment. The copies have no correct sums. */
export async function copyShipments(admin: Client, order: SalesOrder, shipmentID: string, many: number): Promise<void> {
  const copies = (table: string, where: string, other: Readonly<Record<string, string>>) =>
    copy(admin, many, { table, where, other });
  const id = (prefix: string): string => `'${prefix}_02' || lpad(to_hex(n), 24, '0')`;
  const numbered = {
    number: "'9' || n",
    number_key: "'9' || lpad(n::text, 19, '0')",
    created_at: "t.created_at - n * interval '1 minute'",
  };
  const line = order.lines[0]?.id;
  await copies('commerce.sales_order', `t.id = '${order.id}'`, { id: id('so'), ...numbered });
  await copies('commerce.sales_order_line', `t.id = '${line}'`, { id: id('sol'), order_id: id('so') });
  await copies('commerce.pick', `t.order_id = '${order.id}'`, { id: id('pik'), order_id: id('so'), ...numbered });
  await copies('commerce.shipment', `t.id = '${shipmentID}'`, {
    id: id('shp'),
    order_id: id('so'),
    pick_id: id('pik'),
    ...numbered,
  });
  await copies('commerce.shipment_line', `t.shipment_id = '${shipmentID}'`, {
    id: id('shl'),
    shipment_id: id('shp'),
    order_line_id: id('sol'),
  });
}
