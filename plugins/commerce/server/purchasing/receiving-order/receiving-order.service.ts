import { decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, audit, changesOf, sql } from '@millwright/core/server';
import type { CataloguePort, StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  type CorrectReceivingCostInput,
  type CreateReceivingOrderInput,
  type ReceivedOrder,
  type ReceiveInput,
  type ReceiveLineInput,
  type ReceivingOrder as ReceivingOrderReply,
  receivingOrderProblems,
  type StockedOrder,
  type StockInput,
  type UpdateReceivingOrderLineInput,
} from '../../../contracts/index.ts';
import type { PurchaseOrderLineService } from '../purchase-order/lines/purchase-order-line.service.ts';
import type { PurchaseOrderService } from '../purchase-order/purchase-order.service.ts';
import type { OrderSupply } from '../purchase-order/status/order-supply.ts';
import { correctCost } from './cost/correct-cost.ts';
import { asCounted, expectedOf } from './goods/counted-goods.ts';
import { openWithoutOrder } from './goods/goods-without-order.ts';
import { type LockedReceiving, lineName, lockedReceiving, type ReceivingLine } from './goods/locked-receiving.ts';
import { receiveGoods } from './goods/receive-goods.ts';
import type { Receiving } from './goods/receiving-services.ts';
import { stockGoods } from './goods/stock-goods.ts';
import { voidReceipt } from './goods/void-receipt.ts';
import { writeOwnLine } from './goods/write-own-line.ts';
import { receivingOrderByID } from './receiving-order.queries.ts';
import { receivingRecord, touchedReceiving } from './record/receiving-order-record.ts';

interface Said {
  reason?: string | null | undefined;
  version?: number | undefined;
}

/** Receiving goods at the dock, putting them away, and voiding receipts. */
export class ReceivingOrderService {
  readonly #receiving: Receiving;
  readonly #orderLines: PurchaseOrderLineService;

  constructor(
    catalogue: CataloguePort,
    stock: StockPort,
    supply: SupplyPort,
    orders: PurchaseOrderService,
    orderLines: PurchaseOrderLineService,
    orderSupply: OrderSupply,
  ) {
    this.#receiving = { catalogue, stock, supply, orders, orderSupply };
    this.#orderLines = orderLines;
  }

  byID(ctx: AccountContext, id: string): Promise<ReceivingOrderReply> {
    return receivingOrderByID(ctx, this.#receiving.stock, id);
  }

  async create(ctx: AccountContext, input: CreateReceivingOrderInput): Promise<ReceivingOrderReply> {
    return this.byID(ctx, await openWithoutOrder(ctx, this.#receiving, input));
  }

  async update(
    ctx: AccountContext,
    id: string,
    { note, version }: { note?: string | null | undefined; version?: number | undefined },
  ): Promise<ReceivingOrderReply> {
    await lockedReceiving(ctx, id, version);
    const before = await this.byID(ctx, id);
    if (note === undefined || (note || null) === before.note) return before;
    await sql`update commerce.receiving_order set note = ${note || null}, updated_at = ${ctx.clock.now()},
        version = version + 1
      where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
    const changes = changesOf({ note: before.note }, { note: note || null }, ['note']);
    audit(ctx, { record: receivingRecord(id), action: 'updated', changes });
    await ctx.em.flush();
    touchedReceiving(ctx);
    return this.byID(ctx, id);
  }

  async receive(ctx: AccountContext, id: string, input: ReceiveInput): Promise<ReceivedOrder> {
    const delivery = await receiveGoods(ctx, this.#receiving, id, input);
    return { ...(await this.byID(ctx, id)), delivery };
  }

  async receiveLine(
    ctx: AccountContext,
    id: string,
    lineID: string,
    { quantity, reference, raiseOrder, version, ...receipt }: ReceiveLineInput,
  ): Promise<ReceivedOrder> {
    const line = await this.#line(ctx, id, lineID, version);
    const open = expectedOf(line);
    if (quantity === undefined && open.eq('0'))
      throw receivingOrderProblems.nothing_expected({ message: `All of ${lineName(line)} has come` });
    const counted = asCounted(line, open);
    const all = { measure: toWire(decimal(counted.measure)), unitID: counted.unitID };
    const lines = [{ ...receipt, lineID, quantity: quantity ?? all }];
    return this.receive(ctx, id, { lines, reference, raiseOrder, version });
  }

  async stock(ctx: AccountContext, id: string, input: StockInput): Promise<StockedOrder> {
    const served = await stockGoods(ctx, this.#receiving, id, input);
    return { ...(await this.byID(ctx, id)), served };
  }

  async correctCost(ctx: AccountContext, id: string, input: CorrectReceivingCostInput) {
    const corrections = await correctCost(ctx, this.#receiving.supply, id, input);
    return { ...(await this.byID(ctx, id)), corrections };
  }

  async void(ctx: AccountContext, id: string, input: Said & { deliveryID?: string | undefined }) {
    await voidReceipt(ctx, this.#receiving, id, input);
    return this.byID(ctx, id);
  }

  async voidLine(ctx: AccountContext, id: string, lineID: string, input: Said): Promise<ReceivingOrderReply> {
    await this.#line(ctx, id, lineID, input.version);
    await voidReceipt(ctx, this.#receiving, id, { ...input, lineID });
    return this.byID(ctx, id);
  }

  async updateLine(
    ctx: AccountContext,
    id: string,
    lineID: string,
    { version, note, quantity, unitCost }: UpdateReceivingOrderLineInput,
  ): Promise<ReceivingOrderReply> {
    const order = await lockedReceiving(ctx, id, version);
    const line = lineOf(order, lineID);
    const before = await this.byID(ctx, id);
    if (note !== undefined)
      await sql`update commerce.receiving_order_line set note = ${note || null}
        where account_id = ${ctx.account.id} and id = ${lineID}`.execute(ctx.em.query());
    if (quantity !== undefined || unitCost !== undefined)
      if (order.purchaseOrderID && line.orderLineID) {
        ctx.require('purchase_orders:update');
        const patch = {
          ...(quantity === undefined ? {} : { quantityOrdered: inUnitOf(line, quantity) }),
          ...(unitCost === undefined ? {} : { unitPrice: unitCost }),
        };
        await this.#orderLines.update(ctx, order.purchaseOrderID, line.orderLineID, patch);
      } else await writeOwnLine(ctx, this.#receiving, order, line, { quantity, unitCost });
    const after = await this.byID(ctx, id);
    const [from, to] = [before, after].map((each) => factsOf(each, lineID)) as [Facts, Facts];
    const changes = changesOf(from, to, ['note', 'quantity', 'unitCost']);
    if (!changes.length) return before;
    await sql`update commerce.receiving_order set updated_at = ${ctx.clock.now()}, version = version + 1
      where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
    audit(ctx, { record: receivingRecord(id), action: 'updated', note: lineName(line), changes });
    await ctx.em.flush();
    touchedReceiving(ctx);
    return this.byID(ctx, id);
  }

  async #line(ctx: AccountContext, id: string, lineID: string, version: number | undefined): Promise<ReceivingLine> {
    return lineOf(await lockedReceiving(ctx, id, version), lineID);
  }
}

const inUnitOf = (line: ReceivingLine, quantity: number | { measure: number; unitID: string }) =>
  typeof quantity === 'number' ? { measure: quantity, unitID: line.unitID } : quantity;

function lineOf(order: LockedReceiving, lineID: string): ReceivingLine {
  const line = order.lines.find(({ id }) => id === lineID);
  if (!line) throw problems.not_found({ message: 'Receiving order line not found' });
  return line;
}

type Facts = ReturnType<typeof factsOf>;

/** The fields of a line that history reports as changed. */
function factsOf({ lines }: ReceivingOrderReply, lineID: string) {
  const line = lines.find(({ id }) => id === lineID);
  return {
    note: line?.note ?? null,
    quantity: line ? `${line.quantity.measure} ${line.quantity.unit}` : null,
    unitCost: line?.unitCost ?? null,
  };
}
