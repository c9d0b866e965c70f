import { setTimeout } from 'node:timers/promises';
import {
  invoiceCreated,
  invoiceVoided,
  ShipGatePort,
  salesOrderIssued,
  shipmentShipped,
  shipmentVoided,
  TradingPort,
} from '@millwright/commerce/contracts';
import {
  contribution,
  definePart,
  emit,
  type OutsideContext,
  on,
  onOutside,
  outsideRoute,
  route,
  type Services,
  sql,
} from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  ediDeliveryStates,
  editEdiDocument,
  exchangeDeclarations,
  exchangeDue,
  exchangeEvents,
  exchangeProblems,
  fixEdiDocument,
  getEdiDocument,
  getEdiFile,
  getEdiInbox,
  getEdiRun,
  handleEdiDocument,
  listEdiDocuments,
  listEdiRuns,
  partnerProblems,
  pullOrders,
  rejectEdiDocument,
  reprocessEdiDocument,
  reprocessEdiDocuments,
  resendEdiDocument,
  resubmitInvoice,
  sendEdiDocuments,
  sendTestMessage,
  simulateEdiPartner,
  uploadEdiFile,
} from '../../contracts/index.ts';
import { Transports } from '../connection/transports.ts';
import { createOutgoing } from '../document/outgoing.ts';
import { Notices, ordersAnswered } from '../notices/notices.ts';
import { EdiPartner } from '../partner/partner.entity.ts';
import { simulate } from '../partner/simulate.ts';
import { acknowledgmentIs } from '../states/states.ts';
import { digestHour, dueDigests, ediAlertEmail, ediNotifications, mailDigest } from './alerts/edi-alerts.ts';
import { noteOverdue } from './alerts/overdue.ts';
import { DocumentActions } from './documents/document-actions.ts';
import { EdiShipGate } from './documents/ship-gate.ts';
import { DocumentHold, DocumentOrder, EdiDocument, EdiFile, EdiRun, Interchange } from './exchange.entity.ts';
import { documentByID, documentView, ediRunView, fileOfDocument, inboxOf } from './exchange.queries.ts';
import { Exchange } from './exchange.service.ts';
import { createDemoRetailer } from './exchange-demo.ts';
import { exchangeSamples } from './exchange-samples.ts';
import type { SentHook } from './files/send-files.ts';

/** What the partner has is noted on what it was made of. */
const notedOnRecord =
  (trading: TradingPort): SentHook =>
  async (ctx, { id, type, recordID }) => {
    if (!recordID) return;
    if (type === '855')
      for (const orderID of new Set([recordID, ...(await ordersAnswered(ctx, id))]))
        await trading.noteAcknowledged(ctx, orderID);
    if (type === '810') await trading.noteInvoiced(ctx, recordID);
  };

/** A document once nobody is sending it any more: another worker may have been faster, and knows how it went. */
async function afterSending(ctx: OutsideContext, id: string) {
  for (let turn = 1; ; turn += 1) {
    const document = await ctx.inTransaction((inner) => documentByID(inner, id), { readOnly: true });
    if (!ediDeliveryStates.is.sending(document.delivery) || turn === 50) return document;
    await setTimeout(200);
  }
}

interface Parts {
  exchange: Exchange;
  notices: Notices;
  actions: DocumentActions;
}

function partsOf(services: Services): Parts {
  const trading = services.get(TradingPort);
  const notices = new Notices(trading);
  const exchange = new Exchange(
    services.get(Transports),
    { trading, catalogue: services.get(CataloguePort), notices },
    notedOnRecord(trading),
  );
  return { exchange, notices, actions: new DocumentActions(exchange, notices) };
}

export const exchangePart = definePart({
  ...exchangeDeclarations,
  problems: exchangeProblems,
  events: exchangeEvents,
  entities: [EdiRun, EdiFile, Interchange, EdiDocument, DocumentOrder, DocumentHold],
  notifications: ediNotifications,
  emails: [ediAlertEmail],
  fills: ['commerce.sales-order.panels', 'commerce.shipment.panels', 'commerce.invoice.panels'],
  consumes: { required: [TradingPort, CataloguePort] },
  contributes: (services) => [contribution(ShipGatePort, new EdiShipGate(services.get(TradingPort)))],
  references: [
    {
      to: 'edi_partner',
      what: ['EDI document', 'EDI documents'],
      table: 'edi.document',
      column: 'partner_id',
    },
    {
      to: 'edi_partner',
      what: ['interchange', 'interchanges'],
      table: 'edi.interchange',
      column: 'partner_id',
    },
    { to: 'edi_connection', what: ['EDI file', 'EDI files'], table: 'edi.file', column: 'connection_id' },
  ],
  routes: (services) => {
    const { exchange, notices, actions } = partsOf(services);
    return [
      route(listEdiRuns, (ctx, { query }) => ediRunView.find(ctx, query)),
      route(getEdiRun, (ctx, { params }) => ediRunView.byID(ctx, params.ediRunID)),
      outsideRoute(pullOrders, (ctx, { body }) =>
        exchange.pull(ctx, body?.connectionID ? { connectionID: body.connectionID } : {}),
      ),
      outsideRoute(sendEdiDocuments, (ctx) => exchange.send(ctx)),
      outsideRoute(uploadEdiFile, (ctx, { query, body }) => exchange.upload(ctx, query.name, body)),
      route(listEdiDocuments, (ctx, { query }) => documentView.find(ctx, query)),
      route(getEdiDocument, (ctx, { params }) => documentByID(ctx, params.ediDocumentID)),
      route(getEdiFile, async (ctx, { params }) => {
        const { name, bytes } = await fileOfDocument(ctx, params.ediDocumentID);
        return { bytes, contentType: 'application/octet-stream', filename: name };
      }),
      route(getEdiInbox, (ctx) => inboxOf(ctx)),
      outsideRoute(fixEdiDocument, (ctx, { params, body }) => actions.fix(ctx, params.ediDocumentID, body)),
      outsideRoute(editEdiDocument, (ctx, { params, body }) => actions.edit(ctx, params.ediDocumentID, body)),
      outsideRoute(reprocessEdiDocument, (ctx, { params }) => actions.reprocess(ctx, params.ediDocumentID)),
      outsideRoute(reprocessEdiDocuments, (ctx, { body }) => actions.reprocessCause(ctx, body.cause)),
      route(rejectEdiDocument, (ctx, { params, body }) => actions.reject(ctx, params.ediDocumentID, body.note ?? null)),
      route(handleEdiDocument, (ctx, { params, body }) => actions.markHandled(ctx, params.ediDocumentID, body.note)),
      route(resendEdiDocument, (ctx, { params }) => actions.resend(ctx, params.ediDocumentID)),
      route(resubmitInvoice, async (ctx, { body }) => {
        const id = await notices.invoice(ctx, body.invoiceID, { again: true });
        return documentByID(ctx, id ?? '');
      }),
      route(simulateEdiPartner, (ctx, { params, body }) =>
        simulate(ctx, services.get(TradingPort), services.get(CataloguePort), params.ediPartnerID, body.document),
      ),
      outsideRoute(sendTestMessage, async (ctx, { params }) => {
        const documentID = await ctx.inTransaction(async (inner) => {
          const partner = (await inner.em.get(EdiPartner, params.ediPartnerID)) as EdiPartner;
          if (!partner.connection) throw partnerProblems.partner_unreachable();
          const [id = ''] = await createOutgoing(
            inner,
            partner,
            [{ type: '864', segments: testMessage(inner.account.name) }],
            {
              isTest: true,
            },
          );
          return id;
        });
        const run = await exchange.send(ctx);
        const { delivery, file } = await afterSending(ctx, documentID);
        const hasSucceeded = ediDeliveryStates.is.sent(delivery);
        const message = hasSucceeded
          ? 'The test message was taken'
          : (file.error ?? run.messages[0] ?? 'It was not sent');
        return { hasSucceeded, message, documentID };
      }),
    ];
  },
  subscriptions: (services) => {
    const { exchange, notices } = partsOf(services);
    return [
      on(
        salesOrderIssued,
        'edi.acknowledge-order',
        async (ctx, { orderID }) => void (await notices.acknowledgeOrder(ctx, orderID)),
      ),
      on(
        shipmentShipped,
        'edi.notice-shipment',
        async (ctx, { shipmentID }) => void (await notices.noticeShipment(ctx, shipmentID)),
      ),
      on(
        invoiceCreated,
        'edi.send-invoice',
        async (ctx, { invoiceID }) => void (await notices.invoice(ctx, invoiceID)),
      ),
      on(shipmentVoided, 'edi.take-back-notice', (ctx, { shipmentID }) => notices.takeBack(ctx, shipmentID)),
      on(invoiceVoided, 'edi.take-back-invoice', (ctx, { invoiceID }) => notices.takeBack(ctx, invoiceID)),
      onOutside(exchangeDue, 'edi.exchange', async (ctx, { kind }) => {
        if (kind === 'pull') await exchange.pull(ctx, { isPatient: true });
        else if (await exchange.hasWork(ctx)) await exchange.send(ctx, { isForced: false });
      }),
    ];
  },
  jobs: () => [
    // Every full hour: accounts live in different time zones, and each is told in its own morning.
    { name: 'edi.digest', cron: '0 * * * *', hour: digestHour, due: { sql: dueDigests }, handle: mailDigest },
    {
      name: 'edi.exchange',
      cron: '*/5 * * * *',
      due: {
        sql: `select account_id from edi.document where is_live and ${acknowledgmentIs.waiting('acknowledgment')}
            and due_at < $1::timestamptz
          union all
          select account_id from edi.connection where is_active and kind <> 'mailbox'
            and (retry_at is null or retry_at <= $1::timestamptz)`,
        sample: "update edi.connection set is_active = true, kind = 'simulated', retry_at = null",
      },
      async handle(ctx) {
        await noteOverdue(ctx);
        const { rows } = await sql<{ id: string }>`select id from edi.connection where account_id = ${ctx.account.id}
          and is_active and kind <> 'mailbox' and (retry_at is null or retry_at <= ${ctx.clock.now()}) limit 1`.execute(
          ctx.em.query(),
        );
        const [first] = rows;
        if (first) emit(ctx, exchangeDue, { kind: 'pull' }, { type: 'edi_connection', id: first.id });
        await ctx.em.flush();
      },
    },
  ],
  recordSources: () => [
    {
      type: 'edi_document',
      label: async (ctx, id) => {
        const { type, businessKey } = await documentView.byID(ctx, id);
        return [type, businessKey].filter(Boolean).join(' ');
      },
    },
    { type: 'edi_run', label: async (ctx, id) => `EDI run ${(await ediRunView.byID(ctx, id)).createdAt}` },
  ],
  async demo(ctx, _random, services) {
    const { exchange } = partsOf(services);
    const [trading, catalogue] = [services.get(TradingPort), services.get(CataloguePort)];
    // A mailbox is emptied by the clock.
    const byItself = { ...ctx, memberID: undefined, actor: { type: 'system' as const, id: '', name: 'System' } };
    await createDemoRetailer(byItself, { trading, catalogue, exchange });
  },
  samples: exchangeSamples,
});

const testMessage = (name: string): string[][] => [
  ['BMG', '00', 'CONNECTION TEST'],
  ['MIT', '1', 'CONNECTION TEST'],
  ['MSG', `This is a test of the connection with ${name}. Nothing has to be done.`],
];
