import type { TradedOrder } from '@millwright/commerce/contracts';
import { Problem } from '@millwright/core/contracts';
import { type AccountContext, audit, type OutsideContext, sql } from '@millwright/core/server';
import {
  type DocumentHold,
  type EdiPurchaseOrder,
  type ProcessingStatus,
  processingStates,
  readPurchaseOrder,
} from '../../../contracts/index.ts';
import { documentRecord } from '../../document/document-names.ts';
import { touchedDocuments } from '../../document/touched-documents.ts';
import type { Notices } from '../../notices/notices.ts';
import { changedLines, readOrderChange } from '../../orders/change-order.ts';
import { type OrderSources, refusedHold, takeOrder } from '../../orders/import-order.ts';
import { hold } from '../../orders/order-holds.ts';
import type { Store } from '../../orders/stores.ts';
import { EdiPartner } from '../../partner/partner.entity.ts';
import { EdiDocument } from '../exchange.entity.ts';
import { takeAcknowledgment } from './acknowledgments.ts';
import { noteAdvice, readAdvice } from './application-advice.ts';
import { dropHolds, writeHolds } from './document-holds.ts';

/** Services that processing a document needs. */
export interface DocumentSources extends OrderSources {
  notices: Notices;
}

/** What became of a document. */
interface Taken {
  processing: ProcessingStatus;
  holds?: DocumentHold[];
  businessKey?: string | null;
  record?: { type: string; id: string; number: string };
  dueAt?: Date | null;
}

/** Statuses from which a document may be processed. */
export const openStatuses: readonly ProcessingStatus[] = ['received', 'held'];

interface OfStore {
  store: Store | undefined;
  id: string;
  number: string;
}

/** Which order is for which store. */
async function noteStores(ctx: AccountContext, documentID: string, orders: readonly OfStore[]): Promise<void> {
  const rows = orders.flatMap(({ store, id, number }) =>
    store
      ? [{ document_id: documentID, order_id: id, order_number: number, code_kind: store.codeKind, code: store.code }]
      : [],
  );
  if (rows.length) await ctx.em.insert('edi.document_order', rows);
}

async function takeNewOrder(
  ctx: AccountContext,
  sources: DocumentSources,
  partner: EdiPartner,
  document: EdiDocument,
): Promise<Taken> {
  const order = readPurchaseOrder(document.segments);
  const businessKey = order.number || null;
  if (order.purpose === 'cancel') return cancelOrder(ctx, sources, partner, order.number);
  const present = order.number ? await sources.trading.ordersOfPO(ctx, partner.customer.id, order.number) : [];
  const [first] = present;
  if (first && order.purpose === 'replace') return replaceOrder(ctx, sources, partner, document, order);
  if (first && order.purpose === 'duplicate' && !document.releases.includes('duplicate'))
    return { processing: 'duplicate', businessKey, record: { type: 'sales_order', ...first } };
  const taken = await takeOrder(ctx, sources, partner, order, document.releases, present);
  if (taken.holds) return { processing: 'held', holds: taken.holds, businessKey };
  const entered: OfStore[] = [];
  for (const { entry, store } of taken.orders) entered.push({ store, ...(await sources.trading.enter(ctx, entry)) });
  await noteStores(ctx, document.id, entered);
  const { sends, responseHours } = partner.settings;
  return {
    processing: 'imported',
    businessKey,
    record: { type: 'sales_order', id: entered[0]?.id ?? '', number: entered[0]?.number ?? '' },
    dueAt: sends.includes('855') ? new Date(ctx.clock.now().getTime() + responseHours * 3_600_000) : null,
  };
}

/** The one order of a purchase order that something is to be done with, or why not. */
async function orderOfPO(
  ctx: AccountContext,
  { trading }: OrderSources,
  partner: EdiPartner,
  customerPO: string,
): Promise<{ order: TradedOrder; holds?: never } | { holds: DocumentHold[]; order?: never }> {
  const present = await trading.ordersOfPO(ctx, partner.customer.id, customerPO);
  const [only] = present;
  const order = only && present.length === 1 ? (await trading.orders(ctx, [only.id])).get(only.id) : undefined;
  const place = { segment: 2, element: 3 };
  if (!order)
    return {
      holds: [
        hold(
          'unknown_order',
          [partner.id, customerPO],
          only
            ? `${present.length} orders have the purchase order ${customerPO}: change the right one by hand`
            : `There is no order for purchase order ${customerPO || 'without a number'}`,
          place,
        ),
      ],
    };
  if (order.isInProgress)
    return {
      holds: [
        hold(
          'order_in_progress',
          [partner.id, order.id],
          `Something of order ${order.number} is picked or shipped: decide with the partner, and change it by hand`,
          place,
        ),
      ],
    };
  return { order };
}

const recordOf = ({ id, number }: TradedOrder) => ({ type: 'sales_order', id, number });

/** The partner takes its order back. */
async function cancelOrder(
  ctx: AccountContext,
  sources: DocumentSources,
  partner: EdiPartner,
  customerPO: string,
): Promise<Taken> {
  const businessKey = customerPO || null;
  const { order, holds } = await orderOfPO(ctx, sources, partner, customerPO);
  if (holds) return { processing: 'held', businessKey, holds };
  await sources.trading.cancel(ctx, order.id);
  return { processing: 'imported', businessKey, record: recordOf(order) };
}

/** The partner sends an order anew: its lines, place and dates take the place of what was ordered. */
async function replaceOrder(
  ctx: AccountContext,
  sources: DocumentSources,
  partner: EdiPartner,
  document: EdiDocument,
  wanted: EdiPurchaseOrder,
): Promise<Taken> {
  const businessKey = wanted.number;
  const { order, holds } = await orderOfPO(ctx, sources, partner, wanted.number);
  if (holds) return { processing: 'held', businessKey, holds };
  const taken = await takeOrder(ctx, sources, partner, wanted, document.releases, []);
  if (taken.holds) return { processing: 'held', businessKey, holds: taken.holds };
  const [only, ...others] = taken.orders;
  if (!only || others.length)
    return {
      processing: 'held',
      businessKey,
      holds: [
        hold(
          'order_in_progress',
          [partner.id, order.id],
          `It replaces order ${order.number} and is for several stores: change it by hand`,
        ),
      ],
    };
  const { lines, customerID: _customer, customerPO: _number, isIssued: _isIssued, ...head } = only.entry;
  const present = new Map(order.lines.map((line) => [line.ediLineItemID, line.id]));
  const kept = lines.map((line) => ({ ...line, id: present.get(line.ediLineItemID) }));
  await sources.trading.changeLines(ctx, order.id, kept, head);
  return { processing: 'imported', businessKey, record: recordOf(order) };
}

/** An 860: lines of an order change, or the whole order goes. */
async function changeOrder(
  ctx: AccountContext,
  sources: DocumentSources,
  partner: EdiPartner,
  document: EdiDocument,
): Promise<Taken> {
  const change = readOrderChange(document.segments);
  if (change.purpose === 'cancel') return cancelOrder(ctx, sources, partner, change.number);
  const businessKey = change.number || null;
  const { order, holds } = await orderOfPO(ctx, sources, partner, change.number);
  if (holds) return { processing: 'held', businessKey, holds };
  const changed = await changedLines(ctx, sources, partner, order, change, document.releases);
  if (changed.holds.length) return { processing: 'held', businessKey, holds: changed.holds };
  await sources.trading.changeLines(ctx, order.id, changed.lines, {
    acceptsEnded: document.releases.includes('ended'),
  });
  return { processing: 'imported', businessKey, record: recordOf(order) };
}

/** An 824 or 864 is read by people; an 824 that names a document of ours waits there. */
async function readMessage(ctx: AccountContext, partner: EdiPartner, document: EdiDocument): Promise<Taken> {
  const { text, isAccepted, sentID } = await readAdvice(ctx, partner, document.segments);
  if (isAccepted) return { processing: 'imported' };
  if (sentID) {
    await noteAdvice(ctx, sentID, text);
    document.answersID = sentID;
    return { processing: 'imported' };
  }
  return {
    processing: 'held',
    holds: [hold('partner_message', [document.id], text || 'The partner sent a message without a text')],
  };
}

/** What each kind of document is taken over by. */
async function take(
  ctx: AccountContext,
  sources: DocumentSources,
  partner: EdiPartner,
  document: EdiDocument,
): Promise<Taken> {
  switch (document.type) {
    case '850':
      return takeNewOrder(ctx, sources, partner, document);
    case '860':
      return changeOrder(ctx, sources, partner, document);
    case '824':
    case '864':
      return readMessage(ctx, partner, document);
    case '997':
    case '999': {
      const { holds, businessKey } = await takeAcknowledgment(ctx, partner, document);
      return { processing: holds.length ? 'held' : 'imported', holds, businessKey };
    }
    default:
      return {
        processing: 'held',
        holds: [
          hold(
            'unsupported_document',
            [partner.id, document.type],
            `Documents ${document.type} are not taken over: read it, and mark it as handled`,
          ),
        ],
      };
  }
}

/** Reasons of the envelope that a person may release, and what the release is called. */
const envelopeReleases: Readonly<Record<string, string>> = {
  wrong_receiver: 'receiver',
  test_in_production: 'test',
  repeated_control_number: 'repetition',
};

/** What of the envelope still keeps a document that is processed again. */
async function standingEnvelope(ctx: AccountContext, document: EdiDocument): Promise<DocumentHold[]> {
  const { rows } =
    await sql<DocumentHold>`select reason, cause, message, segment, element, details from edi.document_hold
    where account_id = ${ctx.account.id} and document_id = ${document.id} order by position`.execute(ctx.em.query());
  return rows.filter(({ reason }) => {
    const release = envelopeReleases[reason];
    if (release) return !document.releases.includes(release);
    // Findings of the syntax go only by editing the segments.
    return (
      reason === 'invalid_document' &&
      !document.isEdited &&
      document.findings.some(({ severity }) => severity === 'error')
    );
  });
}

/** The partner of a document: one that was unknown when it came may be known by now. */
async function partnerOfDocument(ctx: AccountContext, document: EdiDocument): Promise<EdiPartner | undefined> {
  if (document.partner) return document.partner;
  const { rows } = await sql<{ id: string }>`select partner.id from edi.interchange came
    join edi.partner partner on partner.account_id = came.account_id and partner.is_active
      and partner.their_qualifier = came.sender_qualifier and partner.their_id = came.sender_id
    where came.account_id = ${ctx.account.id} and came.id = ${document.interchange.id}
    order by partner.is_test = came.is_test desc, partner.created_at limit 1`.execute(ctx.em.query());
  const [found] = rows;
  if (!found) return undefined;
  return (await ctx.em.get(EdiPartner, found.id)) as EdiPartner;
}

async function takeOver(
  ctx: AccountContext,
  sources: DocumentSources,
  id: string,
  from: readonly ProcessingStatus[],
): Promise<ProcessingStatus | undefined> {
  const document = (await ctx.em.getForUpdate(EdiDocument, id, { populate: ['partner'] })) as EdiDocument;
  // Another worker was faster.
  if (document.direction !== 'in' || !from.includes(document.processing)) return undefined;
  const partner = await partnerOfDocument(ctx, document);
  const standing = await standingEnvelope(ctx, document);
  if (!partner) return document.processing;
  const taken = standing.length
    ? { processing: 'held' as const, holds: standing }
    : await take(ctx, sources, partner, document);
  await settle(ctx, document, partner, taken);
  if (taken.record && processingStates.is.imported(taken.processing)) {
    if (document.type === '850') await sources.notices.acknowledgeOrder(ctx, taken.record.id);
    else if (document.type === '860') await sources.notices.acknowledgeChange(ctx, partner, document, taken.record.id);
  }
  return taken.processing;
}

/** Writes what became of a document. */
async function settle(ctx: AccountContext, document: EdiDocument, partner: EdiPartner, taken: Taken): Promise<void> {
  const { processing, holds = [], businessKey, record, dueAt } = taken;
  ctx.em.assign(document, {
    processing,
    partner,
    ...(businessKey === undefined ? {} : { businessKey: businessKey?.slice(0, 100) ?? null }),
    ...(record ? { recordType: record.type, recordID: record.id, recordNumber: record.number } : {}),
    ...(dueAt === undefined ? {} : { dueAt }),
  });
  audit(ctx, {
    record: documentRecord(document.id),
    action: processing,
    note: record
      ? `Order ${record.number}`
      : holds
          .map(({ message }) => message)
          .join('; ')
          .slice(0, 1_000) || undefined,
  });
  await ctx.em.flush();
  await dropHolds(ctx, [document.id]);
  await writeHolds(ctx, [{ id: document.id, holds }]);
  touchedDocuments(ctx);
}

/**
 * Takes over one document, in a transaction of its own: either all of it or nothing. An objection of our rules is a
 * reason that keeps the document, not an error. `from`: statuses that it may have; with another one somebody else was
 * faster.
 */
export async function processDocument(
  ctx: OutsideContext,
  sources: DocumentSources,
  id: string,
  from: readonly ProcessingStatus[] = openStatuses,
): Promise<ProcessingStatus | undefined> {
  try {
    return await ctx.inTransaction((inner) => takeOver(inner, sources, id, from));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return ctx.inTransaction(async (inner) => {
      const document = (await inner.em.getForUpdate(EdiDocument, id, { populate: ['partner'] })) as EdiDocument;
      const partner = await partnerOfDocument(inner, document);
      if (!partner || !from.includes(document.processing)) return undefined;
      const { lines, number } = readPurchaseOrder(document.segments);
      await settle(inner, document, partner, {
        processing: 'held',
        businessKey: number || document.businessKey || null,
        holds: [refusedHold(error, lines)],
      });
      return 'held';
    });
  }
}
