import { decimal, problems, type QuantityInput, toWire } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import type {
  SalesOrderLineInput,
  SalesOrderLinePatch,
  SalesOrderLine as SalesOrderLineReply,
  SalesOrder as SalesOrderReply,
} from '../../../../contracts/index.ts';
import { salesOrderWritten } from '../record/sales-order-history.ts';
import type { SalesOrder } from '../sales-order.entity.ts';
import { salesOrderByID } from '../sales-order.queries.ts';
import { lockedSalesOrder, refuseClosedSale } from '../sales-order.service.ts';
import type { OrderPromises } from '../status/order-promises.ts';
import type { SalesOrderLine } from './sales-order-line.entity.ts';
import { keptEntry, replaceSalesLines, type SalesLineEntry, salesLinesOf } from './sales-order-write-lines.ts';

/** An editable order with its lines, locked until the transaction ends. */
interface OpenOrder {
  order: SalesOrder;
  lines: SalesOrderLine[];
  before: SalesOrderReply;
}

/** Changes single lines of sales orders. */
export class SalesOrderLineService {
  readonly #catalogue: CataloguePort;
  readonly #promises: OrderPromises;

  constructor(catalogue: CataloguePort, promises: OrderPromises) {
    this.#catalogue = catalogue;
    this.#promises = promises;
  }

  async add(ctx: AccountContext, orderID: string, input: SalesOrderLineInput): Promise<SalesOrderLineReply> {
    const open = await this.#open(ctx, orderID);
    const known = new Set(open.lines.map(({ id }) => id));
    const after = await this.#write(ctx, open, [...open.lines.map(keptEntry), { ...input, path: '' }]);
    return found(after, (line) => !known.has(line.id));
  }

  async update(
    ctx: AccountContext,
    orderID: string,
    lineID: string,
    { version, ...patch }: SalesOrderLinePatch,
  ): Promise<SalesOrderLineReply> {
    const open = await this.#open(ctx, orderID);
    const line = lineOf(open, lineID);
    ctx.em.expectVersion(line, version);
    const others = open.lines.filter(({ id }) => id !== lineID).map(keptEntry);
    // The new line comes last, so that a duplicate number is reported for it and not for the existing line.
    const after = await this.#write(ctx, open, [
      ...others,
      {
        path: '',
        current: line,
        productID: patch.productID ?? line.itemID,
        quantityOrdered: patch.quantityOrdered ?? this.#quantityOf(line, patch.productID),
        unitPrice: patch.unitPrice,
        lineItemNumber: patch.lineItemNumber,
        ediLineItemID: patch.ediLineItemID,
      },
    ]);
    return found(after, ({ id }) => id === lineID);
  }

  async remove(ctx: AccountContext, orderID: string, lineID: string): Promise<undefined> {
    const open = await this.#open(ctx, orderID);
    lineOf(open, lineID);
    await this.#write(ctx, open, open.lines.filter(({ id }) => id !== lineID).map(keptEntry));
    return undefined;
  }

  /** A new product may not have the line's unit. Then its default unit counts. */
  #quantityOf(line: SalesOrderLine, productID: string | undefined): QuantityInput {
    const measure = toWire(decimal(line.quantity));
    return productID === undefined || productID === line.itemID ? { measure, unitID: line.unitID } : measure;
  }

  async #open(ctx: AccountContext, orderID: string): Promise<OpenOrder> {
    const order = await lockedSalesOrder(ctx, orderID);
    const before = await salesOrderByID(ctx, orderID);
    refuseClosedSale(before);
    return { order, before, lines: await salesLinesOf(ctx, order) };
  }

  async #write(
    ctx: AccountContext,
    { order, lines, before }: OpenOrder,
    entries: SalesLineEntry[],
  ): Promise<SalesOrderReply> {
    await replaceSalesLines(ctx, this.#catalogue, order, lines, entries);
    return salesOrderWritten(ctx, before, { promises: this.#promises, isWanted: true });
  }
}

function lineOf({ lines }: OpenOrder, lineID: string): SalesOrderLine {
  const line = lines.find(({ id }) => id === lineID);
  if (!line) throw problems.not_found();
  return line;
}

function found(order: SalesOrderReply, isWanted: (line: SalesOrderLineReply) => boolean): SalesOrderLineReply {
  const line = order.lines.find(isWanted);
  if (!line) throw problems.not_found();
  return line;
}
