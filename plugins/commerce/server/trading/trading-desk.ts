import { decimal, problems, toWire } from '@millwright/core/contracts';
import { type AccountContext, audit, sql, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type CreateSalesOrderInput,
  createSalesOrderBody,
  listInvoices,
  listSalesOrders,
  salesOrderStates,
  type TradedInvoice,
  type TradedInvoiceLine,
  type TradedLineEntry,
  type TradedOrder,
  type TradedOrderEntry,
  type TradedOrderLine,
  type TradedShipment,
  TradingPort,
} from '../../contracts/index.ts';
import { shipmentView } from '../fulfilment/shipment/list/shipment-list.queries.ts';
import { shippingCasesOf } from '../fulfilment/shipment/shipment.queries.ts';
import { orderCustomer } from '../sales/sales-order/entry/sales-order-customer.ts';
import { priceSalesLines } from '../sales/sales-order/lines/sales-order-pricing.ts';
import type { SalesOrderService } from '../sales/sales-order/sales-order.service.ts';
import type { SalesOrderStatusService } from '../sales/sales-order/status/sales-order-status.service.ts';

const lineInput = (line: TradedLineEntry) => ({
  productID: line.itemID,
  quantityOrdered: { measure: toWire(decimal(line.quantity)), unitID: line.unitID },
  ...(line.unitPrice === undefined ? {} : { unitPrice: toWire(decimal(line.unitPrice)) }),
  ediLineItemID: line.ediLineItemID,
});

/**
 * Validates the body like the endpoint.
 * @throws Problem 400 with one entry per field
 */
function entered(body: unknown): CreateSalesOrderInput {
  const parsed = createSalesOrderBody.safeParse(body);
  if (parsed.success) return parsed.data;
  throw problems.invalid_input({
    errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}

/** Sales functions for the exchange with trading partners. */
export class TradingDesk extends TradingPort {
  readonly #orders: SalesOrderService;
  readonly #statuses: SalesOrderStatusService;
  readonly #catalogue: CataloguePort;

  constructor(orders: SalesOrderService, statuses: SalesOrderStatusService, catalogue: CataloguePort) {
    super();
    this.#orders = orders;
    this.#statuses = statuses;
    this.#catalogue = catalogue;
  }

  override async enter(ctx: AccountContext, order: TradedOrderEntry): Promise<{ id: string; number: string }> {
    const { customerID, customerPO, shipTo, promisedAt, customerNote, isIssued, acceptsEnded, lines } = order;
    const { id, number } = await this.#orders.create(
      ctx,
      entered({
        customerID,
        customerPO,
        ...(shipTo ? { shipTo } : {}),
        ...(promisedAt ? { promisedAt } : {}),
        ...(customerNote ? { customerNote } : {}),
        status: isIssued ? 'issued' : 'estimate',
        lines: lines.map(lineInput),
      }),
      { acceptsEnded },
    );
    return { id, number };
  }

  override async quote(ctx: AccountContext, customerID: string, lines: readonly TradedLineEntry[]): Promise<string[]> {
    const customer = await orderCustomer(ctx, customerID);
    const wanted = lines.map((line, index) => {
      const { productID, quantityOrdered } = lineInput(line);
      return { productID, quantityOrdered, path: `lines.${index}` };
    });
    const priced = await priceSalesLines(ctx, this.#catalogue, wanted, customer, { areFrozen: false });
    return priced.map(({ unitPrice }) => unitPrice);
  }

  override async ordersOfPO(ctx: AccountContext, customerID: string, customerPO: string) {
    const { rows } = await sql<{ id: string; number: string }>`select id, number from commerce.sales_order
      where account_id = ${ctx.account.id} and customer_id = ${customerID} and customer_po = ${customerPO}
        and deleted_at is null order by created_at, id`.execute(ctx.em.query());
    return rows;
  }

  override async orders(ctx: AccountContext, orderIDs: readonly string[]): Promise<Map<string, TradedOrder>> {
    if (!orderIDs.length) return new Map();
    const { rows } = await sql<Omit<TradedOrder, 'lines'> & { lines: TradedOrderLine[] | null }>`
      select sold.id, sold.number, sold.customer_po as "customerPO", sold.status, sold.customer_id as "customerID",
        (sold.created_at at time zone ${ctx.account.timeZone})::date::text as "enteredOn",
        sold.promised_at::text as "promisedAt", sold.ship_to as "shipTo",
        (sold.quantity_picked > 0 or sold.quantity_shipped > 0) as "isInProgress",
        (select json_agg(json_build_object('id', line.id, 'lineItemNumber', line.line_item_number,
            'ediLineItemID', line.edi_line_item_id, 'itemID', line.item_id, 'sku', line.sku,
            'description', line.description, 'productType', line.product_type, 'quantity', line.quantity::text,
            'unitID', line.unit_id, 'unit', line.unit_name, 'unitPrice', line.unit_price::text)
          order by line.line_item_number) from commerce.sales_order_line line
          where line.account_id = sold.account_id and line.order_id = sold.id) as lines
      from commerce.sales_order sold where sold.account_id = ${ctx.account.id}
        and sold.id = any(${[...orderIDs]}::text[]) and sold.deleted_at is null`.execute(ctx.em.query());
    return new Map(rows.map((row) => [row.id, { ...row, lines: row.lines ?? [] }]));
  }

  override async changeLines(
    ctx: AccountContext,
    orderID: string,
    lines: readonly (TradedLineEntry & { id?: string | undefined })[],
    { acceptsEnded, ...head }: Pick<TradedOrderEntry, 'shipTo' | 'promisedAt' | 'customerNote' | 'acceptsEnded'> = {},
  ): Promise<void> {
    const entries = lines.map((line) => ({ ...lineInput(line), ...(line.id ? { id: line.id } : {}) }));
    await this.#orders.update(ctx, orderID, { ...head, lines: entries }, { acceptsEnded });
  }

  override async cancel(ctx: AccountContext, orderID: string): Promise<void> {
    const order = (await this.orders(ctx, [orderID])).get(orderID);
    if (salesOrderStates.is.estimated(order?.status)) await this.#orders.remove(ctx, orderID);
    else await this.#statuses.change(ctx, orderID, { statusChange: 'closed_short' });
  }

  override async noteAcknowledged(ctx: AccountContext, orderID: string): Promise<void> {
    await sql`update commerce.sales_order set is_acknowledgment_sent = true, version = version + 1,
        updated_at = ${ctx.clock.now()}
      where account_id = ${ctx.account.id} and id = ${orderID} and not is_acknowledgment_sent`.execute(ctx.em.query());
    touched(ctx, listSalesOrders);
  }

  override async shipments(ctx: AccountContext, shipmentIDs: readonly string[]): Promise<Map<string, TradedShipment>> {
    const found = new Map<string, TradedShipment>();
    // Called for one shipment by gates, and at most for a page of shipments.
    for (const id of shipmentIDs) {
      const shipment = await shipmentView.byID(ctx, id);
      const [cases, edi] = await Promise.all([
        shippingCasesOf(ctx, shipment, []),
        this.ediCustomers(ctx, [shipment.customer.id]),
      ]);
      const { carrier, carrierOption } = shipment;
      found.set(id, {
        id,
        number: shipment.number,
        status: shipment.status.code,
        orderID: shipment.order.id,
        customerID: shipment.customer.id,
        isEdiEnabled: edi.size > 0,
        shippedAt: shipment.shippedAt ? new Date(shipment.shippedAt) : null,
        carrier: carrier ? { name: carrier.name, code: carrier.code } : null,
        carrierOptionCode: carrierOption?.code ?? null,
        trackingNumber:
          shipment.masterTrackingNumber ?? cases.find((each) => each.trackingNumber)?.trackingNumber ?? null,
        billOfLading: shipment.billOfLading,
        shipTo: shipment.shipTo,
        cases: cases.map((each) => ({
          id: each.id,
          number: each.number,
          sscc: each.sscc,
          weight: each.freightWeight === null ? null : decimal(each.freightWeight).toString(),
          trackingNumber: each.trackingNumber,
          contents: each.contents.map(({ orderLineID, sku, description, quantity, lotNumber }) => ({
            orderLineID,
            sku,
            description,
            lotNumber,
            quantity: decimal(quantity.measure).toString(),
          })),
        })),
      });
    }
    return found;
  }

  override async invoice(ctx: AccountContext, invoiceID: string): Promise<TradedInvoice | undefined> {
    const { rows } = await sql<Omit<TradedInvoice, 'lines'> & { lines: TradedInvoiceLine[] | null }>`
      select invoice.id, invoice.number, invoice.customer_id as "customerID", invoice.order_id as "orderID",
        invoice.shipment_id as "shipmentID", invoice.dated_on::text as "datedOn", invoice.due_on::text as "dueOn",
        invoice.voided_on is not null as "isVoid", invoice.is_edi_sent as "isEdiSent",
        (select term.name from commerce.payment_term term where term.account_id = invoice.account_id
          and term.id = invoice.payment_term_id) as terms,
        invoice.discount::text as discount, invoice.total::text as total,
        (select json_agg(json_build_object('orderLineID', line.order_line_id, 'itemID', line.item_id, 'sku', line.sku,
            'description', line.description, 'productType', line.product_type, 'quantity', line.quantity::text,
            'unitID', line.unit_id, 'unit', line.unit_name, 'unitPrice', line.unit_price::text,
            'total', line.total::text) order by line.position) from commerce.invoice_line line
          where line.account_id = invoice.account_id and line.invoice_id = invoice.id) as lines
      from commerce.invoice invoice
      where invoice.account_id = ${ctx.account.id} and invoice.id = ${invoiceID}`.execute(ctx.em.query());
    const [row] = rows;
    return row && { ...row, lines: row.lines ?? [] };
  }

  override async noteInvoiced(ctx: AccountContext, invoiceID: string): Promise<void> {
    const now = ctx.clock.now();
    await sql`update commerce.invoice set is_edi_sent = true, sent_at = coalesce(sent_at, ${now}),
        version = version + 1, updated_at = ${now}
      where account_id = ${ctx.account.id} and id = ${invoiceID} and not is_edi_sent`.execute(ctx.em.query());
    audit(ctx, { record: { type: 'invoice', id: invoiceID }, action: 'sent_by_edi' });
    await ctx.em.flush();
    touched(ctx, listInvoices);
  }

  override async ediCustomers(ctx: AccountContext, customerIDs: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`select id from commerce.customer
      where account_id = ${ctx.account.id} and id = any(${[...customerIDs]}::text[]) and is_edi_enabled`.execute(
      ctx.em.query(),
    );
    return new Set(rows.map(({ id }) => id));
  }
}
