import { type Big, decimal, newID, toColumn, valueText, zero } from '@millwright/core/contracts';
import { type AccountContext, accountSettings, audit, emit, indexRecord, nextNumber } from '@millwright/core/server';
import type { StockOfLine } from '@millwright/inventory/contracts';
import {
  goodsReceived,
  purchasingSettings,
  type ReceiveInput,
  receivingOrderProblems,
} from '../../../../contracts/index.ts';
import { numberKey } from '../../../document/record/number-key.ts';
import { deliveryDocument, deliveryRecord } from '../../delivery/delivery-record.ts';
import { receivingRecord, touchedReceiving } from '../record/receiving-order-record.ts';
import { type CountedGoods, countGoods, overReceipts, overReceiptText } from './counted-goods.ts';
import {
  acceptedOf,
  factOf,
  type LockedReceiving,
  lockedReceiving,
  receivingSourceOf,
  supplyOf,
} from './locked-receiving.ts';
import { raiseOrder } from './raise-order.ts';
import type { Receiving } from './receiving-services.ts';
import { recountReceiving } from './recount-receiving.ts';

/** A row of a delivery, with the accepted quantity. */
interface CameGoods extends CountedGoods {
  id: string;
  accepted: Big;
  value: string;
}

/** Value of accepted goods at the line's price, whatever unit was counted. */
const worthOf = ({ line }: CountedGoods, accepted: Big): string =>
  valueText(accepted.times(line.unitCost).times(line.quantity).div(line.baseQuantity));

async function refuseTooMuch(
  ctx: AccountContext,
  receiving: Receiving,
  order: LockedReceiving,
  goods: readonly CountedGoods[],
  mayRaise: boolean,
): Promise<void> {
  const { overReceiptPercent } = await accountSettings(ctx, 'commerce', purchasingSettings);
  const over = overReceipts(goods, overReceiptPercent);
  if (!over.length) return;
  if (mayRaise) return raiseOrder(ctx, receiving, order, over);
  const [first] = over.map(overReceiptText);
  throw receivingOrderProblems.over_receipt({
    message: `${first}${over.length > 1 ? ` and ${over.length - 1} more` : ''}: receive less, or raise the order`,
    errors: over.map((each) => ({ path: `${each.path}.quantity`, message: overReceiptText(each) })),
    details: {
      overReceiptPercent,
      lines: over.map(({ line, accepted }) => ({
        lineID: line.id,
        ordered: line.baseQuantity.toString(),
        accepted: accepted.toString(),
      })),
    },
  });
}

/** Puts accepted goods into the stock at the dock; answers lot and place of each. */
async function toDock(
  ctx: AccountContext,
  { stock, supply }: Receiving,
  order: LockedReceiving,
  came: readonly CameGoods[],
): Promise<Map<string, StockOfLine['lots'][number] | undefined>> {
  const accepted = came.filter((each) => each.accepted.gt(zero));
  if (!accepted.length) return new Map();
  const dock = await stock.defaultPlace(ctx, 'dock');
  const receipts = await supply.receive(
    ctx,
    receivingSourceOf(order),
    accepted.map((each) => {
      // After a rejection, the rest may have no finite decimal in the counted unit.
      const isWhole = each.rejected.eq(zero);
      return {
        lineID: each.id,
        itemID: each.line.itemID,
        measure: toColumn(isWhole ? each.quantity : each.accepted, 6),
        unitID: isWhole ? each.unitID : each.line.baseUnitID,
        value: each.value,
        locationID: dock.id,
        lotNumber: each.lotNumber,
        expiresOn: each.expiry,
        reference: order.orderNumber ?? order.number,
        supply: supplyOf(order, each.line),
        path: `${each.path}.quantity`,
      };
    }),
  );
  return new Map(receipts.map(({ lineID, lots }) => [lineID, lots[0]]));
}

/** Writes the delivery with its lines; its number is assigned last. */
async function record(
  ctx: AccountContext,
  order: LockedReceiving,
  came: readonly CameGoods[],
  places: ReadonlyMap<string, StockOfLine['lots'][number] | undefined>,
  reference: string | null,
): Promise<{ id: string; number: string }> {
  const now = ctx.clock.now();
  const id = newID('dlv');
  const isRejected = came.some(({ rejected }) => rejected.gt(zero));
  const isAccepted = came.some(({ accepted }) => accepted.gt(zero));
  const number = await nextNumber(ctx, 'delivery');
  await ctx.em.insert('commerce.delivery', [
    {
      id,
      version: 1,
      created_at: now,
      updated_at: now,
      number,
      number_key: numberKey(number),
      receiving_order_id: order.id,
      supplier_id: order.supplierID,
      status: isRejected ? (isAccepted ? 'partly_rejected' : 'rejected') : 'received',
      reference,
      line_count: came.length,
      received_at: now,
      received_by_id: ctx.memberID ?? null,
      received_by_name: ctx.actor.name,
      rejected_at: isRejected ? now : null,
    },
  ]);
  await ctx.em.insert(
    'commerce.delivery_line',
    came.map((each, index) => ({
      id: each.id,
      delivery_id: id,
      receiving_line_id: each.line.id,
      position: index + 1,
      item_id: each.line.itemID,
      lot_id: places.get(each.id)?.lotID ?? null,
      lot_number: places.get(each.id)?.lotNumber ?? each.lotNumber ?? null,
      expires_on: places.get(each.id)?.expiresOn ?? each.expiry ?? null,
      quantity: toColumn(each.quantity, 6),
      unit_id: each.unitID,
      unit_name: each.unitName,
      base_quantity: toColumn(each.base, 6),
      base_rejected: toColumn(each.rejected, 6),
      reason: each.reason,
      value: each.value,
      due_on: each.line.dueOn,
      location_id: places.get(each.id)?.locationID ?? null,
    })),
  );
  await indexRecord(ctx, deliveryDocument({ ...order, id, number, reference, receivingNumber: order.number }));
  return { id, number };
}

/** '10 each HIDE, 2 of them rejected' */
const goodsText = (came: readonly CameGoods[]): string =>
  came
    .map(({ line, quantity, unitName, base, rejected }) => {
      const refused = rejected.eq(base) ? ', rejected' : rejected.gt(zero) ? ', partly rejected' : '';
      return `${quantity.toString()} ${unitName} ${line.sku}${refused}`;
    })
    .join('; ');

/**
 * Records a delivery: accepted goods are put at the dock, rejected ones never enter the stock. Answers the delivery.
 * @throws Problem 409 `over_receipt`, `nothing_expected`, `receiving_order_closed`; 400 with one entry per invalid line
 */
export async function receiveGoods(
  ctx: AccountContext,
  receiving: Receiving,
  id: string,
  { lines, reference, raiseOrder: mayRaise, version }: ReceiveInput,
): Promise<{ id: string; number: string }> {
  const order = await lockedReceiving(ctx, id, version);
  if (!order.isOpen)
    throw receivingOrderProblems.receiving_order_closed({
      message: order.orderNumber
        ? `Purchase order ${order.orderNumber} is not issued: nothing of it is expected`
        : `Receiving order ${order.number} is void`,
    });
  const goods = await countGoods(ctx, receiving.catalogue, order.lines, lines);
  if (!goods.length)
    throw receivingOrderProblems.nothing_expected({
      message: `All of receiving order ${order.number} has come`,
    });
  await refuseTooMuch(ctx, receiving, order, goods, mayRaise);
  const came = goods.map((each): CameGoods => {
    const accepted = each.base.minus(each.rejected);
    return { ...each, id: newID('dll'), accepted, value: worthOf(each, accepted) };
  });
  const places = await toDock(ctx, receiving, order, came);
  const delivery = await record(ctx, order, came, places, reference || null);
  await recountReceiving(ctx, [order.id]);
  // After an earlier partial receipt, the line's supply is updated: goods at the dock are due today.
  const isRest = goods.some(({ line }) => acceptedOf(line).gt(zero));
  if (isRest && order.purchaseOrderID) await receiving.orderSupply.updateSupply(ctx, [order.purchaseOrderID]);
  audit(ctx, { record: receivingRecord(order.id), action: 'received', note: goodsText(came) });
  audit(ctx, { record: deliveryRecord(delivery.id), action: 'created', note: goodsText(came) });
  emit(
    ctx,
    goodsReceived,
    {
      ...factOf(order),
      deliveryID: delivery.id,
      lines: came.map(({ line, accepted }) => ({
        lineID: line.id,
        itemID: line.itemID,
        quantity: decimal(toColumn(accepted, 6)).toFixed(6),
      })),
    },
    receivingRecord(order.id),
  );
  await ctx.em.flush();
  touchedReceiving(ctx);
  return delivery;
}
