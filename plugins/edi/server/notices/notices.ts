import type { TradedOrder, TradingPort } from '@millwright/commerce/contracts';
import { salesOrderStates, shipmentStates } from '@millwright/commerce/contracts';
import { sumOf } from '@millwright/core/contracts';
import { type AccountContext, audit, sql } from '@millwright/core/server';
import {
  type EdiPurchaseOrder,
  ediDeliveryStates,
  exchangeProblems,
  readPurchaseOrder,
} from '../../contracts/index.ts';
import { documentRecord } from '../document/document-names.ts';
import { createOutgoing } from '../document/outgoing.ts';
import { touchedDocuments } from '../document/touched-documents.ts';
import { readOrderChange } from '../orders/change-order.ts';
import { orderOfStore } from '../orders/stores.ts';
import { EdiPartner } from '../partner/partner.entity.ts';
import { acknowledgmentIs, ediDeliveryIs, processingIs } from '../states/states.ts';
import { changeAcknowledgment } from './change-acknowledgment.ts';
import { momentIn } from './echo.ts';
import { invoiceNotice } from './invoice-notice.ts';
import { orderAcknowledgment, orderRejection } from './order-acknowledgment.ts';
import { shipNotice } from './ship-notice.ts';

interface OrderSource {
  partner: EdiPartner;
  /** The 850 that the order came by; absent for orders that were entered by hand. */
  document?: {
    id: string;
    /** As it concerns this order: one of several stores, or all of it. */
    ordered: EdiPurchaseOrder;
    whole: EdiPurchaseOrder;
  };
}

type Sent = '855' | '856' | '810';

/** What goes out to partners: built from orders, packed cases and invoices, stored to be sent. */
export class Notices {
  readonly #trading: TradingPort;

  constructor(trading: TradingPort) {
    this.#trading = trading;
  }

  /** The 855 of an order that came by EDI; nothing where the partner wants none or has it. */
  async acknowledgeOrder(ctx: AccountContext, orderID: string): Promise<string | undefined> {
    const salesOrder = (await this.#trading.orders(ctx, [orderID])).get(orderID);
    const source = salesOrder && (await this.#sourceOf(ctx, salesOrder.customerID, orderID, '855'));
    if (!source?.document) return undefined;
    const { partner, document } = source;
    // One answer for all of an order, whatever it was divided into, once all of that is issued.
    const ids = await ordersOfDocument(ctx, document.id);
    const orders = [...(await this.#trading.orders(ctx, ids.length ? ids : [orderID])).values()];
    if (orders.some(({ status }) => salesOrderStates.is.quoted(status))) return undefined;
    const order = wholeOrder(orders);
    if (!order) return undefined;
    const { rows } = await sql`select from edi.document where account_id = ${ctx.account.id} and direction = 'out'
      and type = '855' and answers_id = ${document.id} and is_live`.execute(ctx.em.query());
    if (rows.length) return undefined;
    const today = momentIn(ctx.account.timeZone, ctx.clock.now()).day;
    const [id] = await createOutgoing(ctx, partner, [
      {
        type: '855',
        segments: orderAcknowledgment(partner, order, document.whole, today),
        businessKey: order.customerPO,
        record: { type: 'sales_order', id: order.id, number: order.number },
        answersID: document.id,
      },
    ]);
    await noLongerDue(ctx, document.id);
    return id;
  }

  /** The 855 that refuses an order which was never entered. */
  async rejectOrder(
    ctx: AccountContext,
    partner: EdiPartner,
    document: { id: string; segments: readonly (readonly string[])[] },
    note: string | null,
  ): Promise<void> {
    if (!partner.settings.sends.includes('855')) return;
    const ordered = readPurchaseOrder(document.segments);
    const today = momentIn(ctx.account.timeZone, ctx.clock.now()).day;
    await createOutgoing(ctx, partner, [
      {
        type: '855',
        segments: orderRejection(ordered, note, today),
        businessKey: ordered.number || null,
        answersID: document.id,
      },
    ]);
  }

  /** The 865 that answers a change of an order; nothing where the partner wants none. */
  async acknowledgeChange(
    ctx: AccountContext,
    partner: EdiPartner,
    document: { id: string; segments: readonly (readonly string[])[] },
    orderID: string | null,
    note: string | null = null,
  ): Promise<void> {
    if (!partner.settings.sends.includes('865')) return;
    const change = readOrderChange(document.segments);
    const order = orderID ? (await this.#trading.orders(ctx, [orderID])).get(orderID) : undefined;
    const today = momentIn(ctx.account.timeZone, ctx.clock.now()).day;
    await createOutgoing(ctx, partner, [
      {
        type: '865',
        segments: changeAcknowledgment(partner, change, order, { isAccepted: orderID !== null, note, today }),
        businessKey: change.number || null,
        record: order ? { type: 'sales_order', id: order.id, number: order.number } : null,
        answersID: document.id,
      },
    ]);
  }

  /** The 856 of a shipment that has left; nothing where the partner wants none or a live one is there. */
  async noticeShipment(ctx: AccountContext, shipmentID: string): Promise<string | undefined> {
    const shipment = (await this.#trading.shipments(ctx, [shipmentID])).get(shipmentID);
    if (!shipmentStates.is.left(shipment?.status) || !shipment.isEdiEnabled) return undefined;
    const source = await this.#sourceOf(ctx, shipment.customerID, shipment.orderID, '856');
    if (!source || (await hasLive(ctx, '856', shipmentID))) return undefined;
    const order = (await this.#trading.orders(ctx, [shipment.orderID])).get(shipment.orderID);
    if (!order) return undefined;
    const segments = shipNotice({
      partner: source.partner,
      shipment,
      order,
      ordered: source.document?.ordered,
      sender: ctx.account.name,
      timeZone: ctx.account.timeZone,
      now: ctx.clock.now(),
    });
    const [id] = await createOutgoing(ctx, source.partner, [
      {
        type: '856',
        segments,
        businessKey: shipment.number,
        record: { type: 'shipment', id: shipmentID, number: shipment.number },
        answersID: source.document?.id,
      },
    ]);
    return id;
  }

  /**
   * The 810 of an invoice, which waits for the 856 of its shipment. `again` builds it anew where it was sent, under new
   * control numbers and linked to the one before.
   * @throws Problem 409 `document_not_built`, `document_not_sent`
   */
  async invoice(ctx: AccountContext, invoiceID: string, { again = false } = {}): Promise<string | undefined> {
    const invoice = await this.#trading.invoice(ctx, invoiceID);
    const refuse = (message: string) => exchangeProblems.document_not_built({ message });
    if (!invoice || invoice.isVoid) {
      if (again) throw refuse('The invoice is void');
      return undefined;
    }
    const isEnabled = (await this.#trading.ediCustomers(ctx, [invoice.customerID])).size > 0;
    const source = isEnabled ? await this.#sourceOf(ctx, invoice.customerID, invoice.orderID, '810') : undefined;
    if (!source) {
      if (again) throw refuse('The customer is no EDI partner that takes invoices: set up the partner first');
      return undefined;
    }
    const { rows } = await sql<{
      id: string;
      delivery: string;
    }>`select document.id, file.delivery from edi.document document
      join edi.file file on file.account_id = document.account_id and file.id = document.file_id
      where document.account_id = ${ctx.account.id} and document.direction = 'out' and document.type = '810'
        and document.record_id = ${invoiceID} and document.is_live for no key update of document`.execute(
      ctx.em.query(),
    );
    const [before] = rows;
    if (before && !again) return undefined;
    if (before && ediDeliveryStates.is.waiting(before.delivery))
      throw exchangeProblems.document_not_sent({ message: 'Its 810 is about to be sent' });
    const [order, shipment] = [
      invoice.orderID ? (await this.#trading.orders(ctx, [invoice.orderID])).get(invoice.orderID) : undefined,
      invoice.shipmentID
        ? (await this.#trading.shipments(ctx, [invoice.shipmentID])).get(invoice.shipmentID)
        : undefined,
    ];
    const segments = invoiceNotice({
      partner: source.partner,
      invoice,
      order,
      ordered: source.document?.ordered,
      shipment,
      sender: ctx.account.name,
      timeZone: ctx.account.timeZone,
    });
    if (before) await retire(ctx, before.id);
    const [id] = await createOutgoing(ctx, source.partner, [
      {
        type: '810',
        segments,
        businessKey: invoice.number,
        record: { type: 'invoice', id: invoiceID, number: invoice.number },
        answersID: source.document?.id,
        replacesID: before?.id,
        afterID: source.partner.settings.sends.includes('856') ? invoice.shipmentID : null,
      },
    ]);
    return id;
  }

  /** Something was taken back: what has not left of it does not leave. */
  async takeBack(ctx: AccountContext, recordID: string): Promise<void> {
    const { rows } = await sql<{ id: string }>`select document.id from edi.document document
      join edi.file file on file.account_id = document.account_id and file.id = document.file_id
      where document.account_id = ${ctx.account.id} and document.direction = 'out' and document.record_id = ${recordID}
        and document.is_live and ${ediDeliveryIs.not.sent('file.delivery')}`.execute(ctx.em.query());
    for (const { id } of rows) await retire(ctx, id);
  }

  /** The partner that an order came from, or the customer's, if it wants documents of this kind. */
  async #sourceOf(
    ctx: AccountContext,
    customerID: string,
    orderID: string | null,
    type: Sent,
  ): Promise<OrderSource | undefined> {
    const came = orderID ? await purchaseOrderOf(ctx, orderID) : undefined;
    const { rows: partners } = await sql<{ id: string }>`select id from edi.partner
      where account_id = ${ctx.account.id} and (id = ${came?.partnerID ?? ''} or customer_id = ${customerID})
        and is_active order by id = ${came?.partnerID ?? ''} desc, is_test, created_at limit 1`.execute(ctx.em.query());
    const [found] = partners;
    if (!found) return undefined;
    const partner = (await ctx.em.get(EdiPartner, found.id)) as EdiPartner;
    if (!partner.settings.sends.includes(type)) return undefined;
    if (!came) return { partner };
    const whole = readPurchaseOrder(came.segments);
    const ordered = came.store ? orderOfStore(whole, came.store) : whole;
    return { partner, document: { id: came.id, ordered, whole } };
  }
}

interface CameBy {
  id: string;
  partnerID: string;
  segments: string[][];
  store: { codeKind: string; code: string } | null;
}

/** The 850 that an order came by: the newest, where a later one replaced it. */
async function purchaseOrderOf(ctx: AccountContext, orderID: string): Promise<CameBy | undefined> {
  const { rows } = await sql<CameBy>`select document.id, document.partner_id as "partnerID", document.segments,
      case when part.order_id is not null then json_build_object('codeKind', part.code_kind, 'code', part.code) end
        as store
    from (select document_id, order_id, code_kind, code from edi.document_order
        where account_id = ${ctx.account.id} and order_id = ${orderID}
      union all select id, null, null, null from edi.document
        where account_id = ${ctx.account.id} and direction = 'in' and type = '850'
          and ${processingIs.imported('processing')}
          and record_id = ${orderID}) part
    join edi.document document on document.account_id = ${ctx.account.id} and document.id = part.document_id
    order by document.created_at desc, part.order_id nulls last limit 10`.execute(ctx.em.query());
  // One that took the order back says nothing of its lines.
  return rows.find(({ segments }) => !segments.some(([id, purpose]) => id === 'BEG' && purpose === '01'));
}

/** Orders that an 850 was divided into; none where it became one. */
async function ordersOfDocument(ctx: AccountContext, documentID: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select order_id as id from edi.document_order
    where account_id = ${ctx.account.id} and document_id = ${documentID} order by order_number`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** Orders that an 855 speaks of, where what it answers was divided. */
export async function ordersAnswered(ctx: AccountContext, documentID: string): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`select answers_id as id from edi.document
    where account_id = ${ctx.account.id} and id = ${documentID}`.execute(ctx.em.query());
  return rows[0]?.id ? ordersOfDocument(ctx, rows[0].id) : [];
}

/** Orders of one purchase order as one: what each line has in all of them. */
function wholeOrder(orders: readonly TradedOrder[]): TradedOrder | undefined {
  const [first] = orders;
  if (!first || orders.length === 1) return first;
  const byLine = Map.groupBy(
    orders.flatMap(({ lines }) => lines),
    ({ ediLineItemID, id }) => ediLineItemID ?? id,
  );
  const lines = [...byLine.values()].flatMap(([line, ...more]) =>
    line ? [{ ...line, quantity: sumOf([line, ...more].map(({ quantity }) => quantity)).toFixed() }] : [],
  );
  return { ...first, lines };
}

async function hasLive(ctx: AccountContext, type: Sent, recordID: string): Promise<boolean> {
  const { rows } = await sql`select from edi.document where account_id = ${ctx.account.id} and direction = 'out'
    and type = ${type} and record_id = ${recordID} and is_live`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Our answer to an order is on its way. */
const noLongerDue = (ctx: AccountContext, documentID: string) =>
  sql`update edi.document set due_at = null, updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${documentID} and due_at is not null`.execute(ctx.em.query());

/** Another document takes its place, or none: it is not sent any more, and nobody waits for an answer to it. */
export async function retire(ctx: AccountContext, documentID: string): Promise<void> {
  const now = ctx.clock.now();
  await sql`update edi.document set is_live = false, due_at = null, updated_at = ${now}, version = version + 1,
      acknowledgment = case when ${acknowledgmentIs.unanswered('acknowledgment')} then ${acknowledgmentIs.to('none')}
        else acknowledgment end
    where account_id = ${ctx.account.id} and id = ${documentID}`.execute(ctx.em.query());
  await sql`update edi.file set delivery = ${ediDeliveryIs.to('failed')},
    error = 'It was taken back before it was sent', retry_at = null,
      updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and ${ediDeliveryIs.pending('delivery')}
      and id = (select file_id from edi.document where account_id = ${ctx.account.id} and id = ${documentID})`.execute(
    ctx.em.query(),
  );
  await sql`delete from edi.document_hold where account_id = ${ctx.account.id}
    and document_id = ${documentID}`.execute(ctx.em.query());
  audit(ctx, { record: documentRecord(documentID), action: 'replaced' });
  await ctx.em.flush();
  touchedDocuments(ctx);
}
