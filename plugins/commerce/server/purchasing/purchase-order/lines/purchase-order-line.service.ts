import { decimal, problems, type QuantityInput, toWire } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import type {
  PurchaseOrderLineInput,
  PurchaseOrderLinePatch,
  PurchaseOrderLine as PurchaseOrderLineReply,
  PurchaseOrder as PurchaseOrderReply,
} from '../../../../contracts/index.ts';
import type { PurchaseOrder } from '../purchase-order.entity.ts';
import { purchaseOrderByID } from '../purchase-order.queries.ts';
import { lockedPurchaseOrder, refuseClosedPurchase } from '../purchase-order.service.ts';
import { purchaseOrderWritten } from '../record/purchase-order-history.ts';
import type { OrderSupply } from '../status/order-supply.ts';
import type { PurchaseOrderLine } from './purchase-order-line.entity.ts';
import { type PurchaseLineEntry, purchaseLinesOf, replacePurchaseLines } from './purchase-order-write-lines.ts';

/** An order that can be changed, with its lines; locked until the transaction ends. */
interface OpenOrder {
  order: PurchaseOrder;
  lines: PurchaseOrderLine[];
  before: PurchaseOrderReply;
}

const keep = (current: PurchaseOrderLine): PurchaseLineEntry => ({
  path: '',
  itemID: current.itemID,
  quantityOrdered: { measure: toWire(decimal(current.quantity)), unitID: current.unitID },
  current,
  isKept: true,
});

/** Single lines of purchase orders. */
export class PurchaseOrderLineService {
  readonly #catalogue: CataloguePort;
  readonly #supply: OrderSupply;

  constructor(catalogue: CataloguePort, supply: OrderSupply) {
    this.#catalogue = catalogue;
    this.#supply = supply;
  }

  async add(ctx: AccountContext, orderID: string, input: PurchaseOrderLineInput): Promise<PurchaseOrderLineReply> {
    const open = await this.#open(ctx, orderID);
    const known = new Set(open.lines.map(({ id }) => id));
    const after = await this.#write(ctx, open, [...open.lines.map(keep), { ...input, path: '' }]);
    return found(after.lines, ({ id }) => !known.has(id));
  }

  async update(
    ctx: AccountContext,
    orderID: string,
    lineID: string,
    { version, ...patch }: PurchaseOrderLinePatch,
  ): Promise<PurchaseOrderLineReply> {
    const open = await this.#open(ctx, orderID);
    const line = found(open.lines, ({ id }) => id === lineID);
    ctx.em.expectVersion(line, version);
    const others = open.lines.filter(({ id }) => id !== lineID).map(keep);
    const { itemID = line.itemID } = patch;
    // Last, so that a conflict of line numbers is reported at this line.
    const after = await this.#write(ctx, open, [
      ...others,
      {
        ...patch,
        path: '',
        current: line,
        itemID,
        quantityOrdered: patch.quantityOrdered ?? quantityOf(line, itemID),
      },
    ]);
    return found(after.lines, ({ id }) => id === lineID);
  }

  async remove(ctx: AccountContext, orderID: string, lineID: string): Promise<undefined> {
    const open = await this.#open(ctx, orderID);
    const gone = found(open.lines, ({ id }) => id === lineID);
    await this.#write(ctx, open, open.lines.filter((line) => line !== gone).map(keep));
    return undefined;
  }

  async #open(ctx: AccountContext, orderID: string): Promise<OpenOrder> {
    const order = await lockedPurchaseOrder(ctx, orderID);
    const before = await purchaseOrderByID(ctx, orderID);
    refuseClosedPurchase(before);
    return { order, before, lines: await purchaseLinesOf(ctx, order) };
  }

  async #write(
    ctx: AccountContext,
    { order, lines, before }: OpenOrder,
    entries: PurchaseLineEntry[],
  ): Promise<PurchaseOrderReply> {
    await replacePurchaseLines(ctx, this.#catalogue, order, lines, entries);
    return purchaseOrderWritten(ctx, before, { supply: this.#supply, isExpected: true });
  }
}

/** Another item may not have the unit; its unit of purchase is used then. */
function quantityOf(line: PurchaseOrderLine, itemID: string): QuantityInput {
  const measure = toWire(decimal(line.quantity));
  return itemID === line.itemID ? { measure, unitID: line.unitID } : measure;
}

function found<Line>(lines: readonly Line[], isWanted: (line: Line) => boolean): Line {
  const line = lines.find(isWanted);
  if (!line) throw problems.not_found();
  return line;
}
