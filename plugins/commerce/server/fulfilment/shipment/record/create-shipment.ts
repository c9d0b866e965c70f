import { type Big, decimal, type FieldError, newID, problems, sumOf, zero } from '@millwright/core/contracts';
import { type AccountContext, audit, emit, nextNumber, sql } from '@millwright/core/server';
import { mostShippingCases, shipmentPacked, shipmentProblems } from '../../../../contracts/index.ts';
import { pieceOf, type SpreadContent, spreadContents } from '../case/spread-contents.ts';
import { sumShipmentsOfOrders } from '../status/order-sums.ts';
import { insertShipments, type NewShipmentLine } from './insert-shipments.ts';
import { shipmentRecord, touchedShipments } from './shipment-record.ts';
import { indexFoundShipments } from './shipment-search.ts';

/** The goods to pack. Quantities are decimal texts in base units. */
export interface PackedGoods {
  orderID: string;
  pickID: string | null;
  lines: readonly { orderLineID: string; itemID: string; lotID: string | null; quantity: string }[];
  caseCount: number;
  /**
   * Contents of each case. Without it, the lines are distributed over the cases in their order, by estimated weight.
   */
  cases?:
    | readonly { contents: readonly { orderLineID: string; lotID?: string | null | undefined; quantity: string }[] }[]
    | undefined;
  /** Whether the cases get their estimated weights. */
  isWeighed?: boolean | undefined;
}

interface OrderRow {
  number: string;
  customerID: string;
  customerPO: string | null;
  customerName: string;
  customerNumber: string;
  lines: { id: string; lineItemNumber: number; quantity: string; baseQuantity: string; unit: string }[];
  carrierID: string | null;
  carrierOptionID: string | null;
  shipTo: unknown;
}

interface PackedLine extends NewShipmentLine {
  lineItemNumber: number;
  piece: Big;
  weight: Big;
}

async function orderOf(ctx: AccountContext, orderID: string): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`select sold.number, sold.customer_po as "customerPO",
      customer.id as "customerID", customer.name as "customerName", customer.number as "customerNumber",
      sold.carrier_id as "carrierID", sold.carrier_option_id as "carrierOptionID", sold.ship_to as "shipTo",
      (select coalesce(json_agg(json_build_object('id', line.id, 'lineItemNumber', line.line_item_number,
          'quantity', line.quantity::text, 'baseQuantity', line.base_quantity::text, 'unit', line.unit_name)), '[]')
        from commerce.sales_order_line line
        where line.account_id = sold.account_id and line.order_id = sold.id) as lines
    from commerce.sales_order sold
    join commerce.customer customer on customer.account_id = sold.account_id and customer.id = sold.customer_id
    where sold.account_id = ${ctx.account.id} and sold.id = ${orderID} and sold.deleted_at is null`.execute(
    ctx.em.query(),
  );
  const [order] = rows;
  if (!order) throw problems.not_found();
  return order;
}

/** One line for each order line and lot, in line order. */
async function packedLines(ctx: AccountContext, order: OrderRow, { lines }: PackedGoods): Promise<PackedLine[]> {
  const lotIDs = [...new Set(lines.flatMap(({ lotID }) => lotID ?? []))];
  const { rows: lots } = lotIDs.length
    ? await sql<{ id: string; number: string }>`select distinct lot_id as id, lot_number as number
        from inventory.v_stock_on_hand where account_id = ${ctx.account.id}
          and lot_id = any(${lotIDs}::text[])`.execute(ctx.em.query())
    : { rows: [] };
  const orderLines = new Map(order.lines.map((line) => [line.id, line]));
  const packed = new Map<string, PackedLine>();
  for (const { orderLineID, itemID, lotID, quantity } of lines) {
    const line = orderLines.get(orderLineID);
    if (!line) throw problems.not_found({ message: 'A line that was packed is not of the order' });
    const key = `${orderLineID} ${lotID ?? ''}`;
    const known = packed.get(key);
    if (known) {
      known.quantity = known.quantity.plus(decimal(quantity));
      continue;
    }
    packed.set(key, {
      id: newID('shl'),
      orderLineID,
      itemID,
      lotID,
      lotNumber: lots.find(({ id }) => id === lotID)?.number ?? null,
      quantity: decimal(quantity),
      lineItemNumber: line.lineItemNumber,
      ...pieceOf(line),
    });
  }
  return [...packed.values()].sort((left, right) => left.lineItemNumber - right.lineItemNumber);
}

/** The given contents, line by line. A content without a lot takes the lots of its line in their order. */
function givenContents(lines: readonly PackedLine[], cases: NonNullable<PackedGoods['cases']>): SpreadContent[][] {
  const errors: FieldError[] = [];
  const left = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  const contents = cases.map(({ contents: wanted }, at) =>
    wanted.flatMap(({ orderLineID, lotID, quantity }, index) => {
      let rest = decimal(quantity);
      const taken: SpreadContent[] = [];
      for (const line of lines) {
        if (line.orderLineID !== orderLineID || (lotID !== undefined && line.lotID !== lotID)) continue;
        const has = left.get(line.id) ?? zero;
        const part = has.lt(rest) ? has : rest;
        if (part.lte(zero)) continue;
        taken.push({ lineID: line.id, quantity: part });
        left.set(line.id, has.minus(part));
        rest = rest.minus(part);
      }
      if (rest.gt(zero))
        errors.push({ path: `cases.${at}.contents.${index}.quantity`, message: 'The cases hold more than was picked' });
      return taken;
    }),
  );
  if (!errors.length)
    for (const line of lines)
      if (left.get(line.id)?.gt(zero))
        errors.push({ path: 'cases', message: `The cases hold less of line ${line.lineItemNumber} than was picked` });
  if (errors.length) throw shipmentProblems.contents_do_not_sum({ errors });
  return contents.map((each) => {
    const sums = new Map<string, Big>();
    for (const { lineID, quantity } of each) sums.set(lineID, (sums.get(lineID) ?? zero).plus(quantity));
    return [...sums].map(([lineID, quantity]) => ({ lineID, quantity }));
  });
}

function contentsOf(lines: readonly PackedLine[], { caseCount, cases }: PackedGoods): SpreadContent[][] {
  if (cases) return givenContents(lines, cases);
  const spread = spreadContents(lines, caseCount);
  if (spread) return spread;
  const pieces = sumOf(lines.map(({ quantity }) => quantity)).round(0, 3);
  throw shipmentProblems.more_cases_than_pieces({
    errors: [{ path: 'shipmentCaseCount', message: `There are ${pieces} pieces for ${caseCount} cases` }],
  });
}

/**
 * Creates one shipment of picked goods in the packing place. The caller has locked the order. The picked and not yet
 * packed goods of the pick become packed.
 * @throws Problem 400 `more_cases_than_pieces`, 409 `contents_do_not_sum` naming the case and line
 */
export async function createShipment(ctx: AccountContext, goods: PackedGoods): Promise<{ id: string; number: string }> {
  const caseCount = goods.cases?.length ?? goods.caseCount;
  if (!Number.isInteger(caseCount) || caseCount < 1 || caseCount > mostShippingCases)
    throw problems.invalid_input({
      errors: [{ path: 'shipmentCaseCount', message: `Must be a whole number from 1 to ${mostShippingCases}` }],
    });
  const order = await orderOf(ctx, goods.orderID);
  const lines = await packedLines(ctx, order, goods);
  if (!lines.length)
    throw problems.invalid_input({ errors: [{ path: 'lines', message: 'There is nothing to be packed' }] });
  const contents = contentsOf(lines, { ...goods, caseCount });
  const weightOf = new Map(lines.map((line) => [line.id, line.weight]));
  const weights = goods.isWeighed
    ? contents.map((each) =>
        sumOf(each.map(({ lineID, quantity }) => quantity.times(weightOf.get(lineID) ?? zero))).round(2),
      )
    : undefined;
  const id = newID('shp');
  const { customerID } = order;
  const number = await nextNumber(ctx, 'shipment');
  const { carrierID, carrierOptionID, shipTo } = order;
  const { orderID, pickID } = goods;
  const cases = await insertShipments(ctx, [
    { id, number, orderID, customerID, pickID, carrierID, carrierOptionID, shipTo, lines, contents, weights },
  ]);
  if (pickID)
    await ctx.em.write(
      'commerce.pick_line',
      sql`update commerce.pick_line set packed_at = ${ctx.clock.now()}, shipment_id = ${id}
        where account_id = ${ctx.account.id} and pick_id = ${pickID} and shipment_id is null`,
    );
  await sumShipmentsOfOrders(ctx, [goods.orderID]);
  const record = shipmentRecord(id);
  audit(ctx, { record, action: 'created', note: `${caseCount} ${caseCount === 1 ? 'case' : 'cases'}` });
  const fact = { shipmentID: id, number, orderID: goods.orderID, orderNumber: order.number, customerID };
  emit(ctx, shipmentPacked, { ...fact, caseCount }, record);
  const { customerName, customerNumber, customerPO } = order;
  const codes = cases.flatMap(({ sscc }) => sscc ?? []).join(' ');
  await indexFoundShipments(ctx, [{ ...fact, id, customerName, customerNumber, customerPO, tracking: null, codes }]);
  touchedShipments(ctx);
  return { id, number };
}
