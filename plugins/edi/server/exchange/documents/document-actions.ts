import { newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  type OutsideContext,
  sql,
  touched,
} from '@millwright/core/server';
import {
  type DocumentFix,
  type EdiDocument as EdiDocumentReply,
  ediDeliveryStates,
  exchangeProblems,
  type HoldReason,
  listDcLocations,
  listEdiPartnerItems,
  processingStates,
} from '../../../contracts/index.ts';
import { DcLocation } from '../../dc-location/dc-location.entity.ts';
import { documentRecord } from '../../document/document-names.ts';
import { createOutgoing } from '../../document/outgoing.ts';
import { touchedDocuments } from '../../document/touched-documents.ts';
import { type Notices, retire } from '../../notices/notices.ts';
import { type EdiPartner, EdiPartnerItem } from '../../partner/partner.entity.ts';
import { ediDeliveryIs, processingIs } from '../../states/states.ts';
import { EdiDocument } from '../exchange.entity.ts';
import { documentByID, holdsOf } from '../exchange.queries.ts';
import type { Exchange } from '../exchange.service.ts';
import { dropHolds } from './document-holds.ts';
import { openStatuses } from './process-document.ts';

/** The document, locked; it waits for a person. @throws Problem 409 `document_not_held` */
async function heldDocument(ctx: AccountContext, id: string): Promise<EdiDocument> {
  const document = (await ctx.em.getForUpdate(EdiDocument, id, { populate: ['partner'] })) as EdiDocument;
  if (document.direction !== 'in' || !openStatuses.includes(document.processing))
    throw exchangeProblems.document_not_held();
  return document;
}

/** Which reasons each fix mends. */
const mends: Readonly<Record<DocumentFix['kind'], readonly HoldReason[]>> = {
  map_item: ['unknown_item'],
  map_unit: ['unknown_unit'],
  create_location: ['unknown_location'],
  accept_prices: ['price_differs'],
  release: ['duplicate_order', 'product_ended', 'repeated_control_number', 'test_in_production', 'wrong_receiver'],
};

const releaseNames: Partial<Record<HoldReason, string>> = {
  duplicate_order: 'duplicate',
  product_ended: 'ended',
  repeated_control_number: 'repetition',
  test_in_production: 'test',
  wrong_receiver: 'receiver',
};

/** Writes a record that a fix made, with the beginning of its history, and lets the search know it. */
async function noteCreated(
  ctx: AccountContext,
  { type, id, ...shown }: { type: string; id: string; title: string; subtitle?: string },
): Promise<void> {
  audit(ctx, { record: { type, id }, action: 'created' });
  await ctx.em.flush();
  await indexRecord(ctx, { type, id, ...shown, text: '' });
}

/** Says which product a number of the partner means. @throws Problem 400 where there is no such product */
async function mapItem(
  ctx: AccountContext,
  partner: EdiPartner,
  { qualifier, number: name, itemID }: Extract<DocumentFix, { kind: 'map_item' }>,
): Promise<void> {
  const known = await ctx.em.findOne(EdiPartnerItem, { accountID: ctx.account.id, partner, qualifier, name });
  const { rows } = await sql<{ id: string; sku: string }>`select id, sku from inventory.v_items
    where account_id = ${ctx.account.id} and type = 'product' and id = any(${[itemID, known?.itemID ?? itemID]}::text[])
  `.execute(ctx.em.query());
  const skuOf = (id: string): string | undefined => rows.find((row) => row.id === id)?.sku;
  if (skuOf(itemID) === undefined)
    throw problems.invalid_input({ errors: [{ path: 'itemID', message: 'There is no such product' }] });
  const type = 'edi_partner_item';
  if (known) {
    const changes = changesOf({ item: skuOf(known.itemID) }, { item: skuOf(itemID) }, ['item']);
    ctx.em.assign(known, { itemID });
    audit(ctx, { record: { type, id: known.id }, action: 'updated', changes });
    await ctx.em.flush();
  } else {
    const id = newID('epi');
    ctx.em.create(EdiPartnerItem, { id, partner, qualifier, name, itemID });
    await noteCreated(ctx, { type, id, title: name });
  }
  touched(ctx, listEdiPartnerItems);
}

/** Writes what a fix says: a number of an item, a unit, a place, or what was allowed of this document. */
async function applyFix(ctx: AccountContext, document: EdiDocument, fix: DocumentFix): Promise<string | null> {
  const holds = await holdsOf(ctx, document.id);
  const mendedHolds = holds.filter(({ reason }) => mends[fix.kind].includes(reason));
  if (!mendedHolds.length || !document.partner) throw exchangeProblems.fix_does_not_fit();
  const partner = document.partner as EdiPartner;
  const causeOf = (isIt: (details: Record<string, string>) => boolean): string | null =>
    mendedHolds.find(({ details }) => isIt(details))?.cause ?? null;
  switch (fix.kind) {
    case 'map_item': {
      ctx.require('edi_partners:update');
      await mapItem(ctx, partner, fix);
      const { qualifier, number: name } = fix;
      return causeOf((details) => details['qualifier'] === qualifier && details['number'] === name);
    }
    case 'map_unit': {
      ctx.require('edi_partners:update');
      const { code, unitID } = fix;
      const { settings } = partner;
      // One code may stand for a unit of each group.
      const units = [
        ...settings.units.filter((unit) => unit.code !== code || unit.unitID !== unitID),
        { code, unitID },
      ];
      ctx.em.assign(partner, { settings: { ...settings, units } });
      audit(ctx, {
        record: { type: 'edi_partner', id: partner.id },
        action: 'updated',
        changes: changesOf({ settings: JSON.stringify(settings) }, { settings: JSON.stringify(partner.settings) }, [
          'settings',
        ]),
      });
      await ctx.em.flush();
      return causeOf((details) => details['code'] === code);
    }
    case 'create_location': {
      ctx.require('dc_locations:create');
      const { location } = fix;
      const id = newID('dcl');
      ctx.em.create(DcLocation, {
        ...location,
        id,
        customer: partner.customer,
        qualifier: location.qualifier ?? '92',
        country: location.country || 'US',
        isActive: location.isActive ?? true,
      });
      await noteCreated(ctx, { type: 'dc_location', id, title: location.name, subtitle: location.code });
      touched(ctx, listDcLocations);
      return causeOf((details) => details['code'] === location.code);
    }
    case 'accept_prices':
      ctx.em.assign(document, { releases: [...document.releases, 'prices'] });
      await ctx.em.flush();
      return null;
    case 'release':
      ctx.em.assign(document, {
        releases: [...document.releases, ...mendedHolds.flatMap(({ reason }) => releaseNames[reason] ?? [])],
      });
      await ctx.em.flush();
      return null;
  }
}

/** What people do with documents that wait for them. */
export class DocumentActions {
  readonly #exchange: Exchange;
  readonly #notices: Notices;

  constructor(exchange: Exchange, notices: Notices) {
    this.#exchange = exchange;
    this.#notices = notices;
  }

  async fix(ctx: OutsideContext, id: string, fix: DocumentFix) {
    const cause = await ctx.inTransaction(async (inner) => {
      const document = await heldDocument(inner, id);
      const mended = await applyFix(inner, document, fix);
      audit(inner, { record: documentRecord(id), action: 'fixed', note: fix.kind.replaceAll('_', ' ') });
      await inner.em.flush();
      return mended;
    });
    await this.#exchange.reprocess(ctx, [id]);
    return ctx.inTransaction(
      async (inner) => ({
        document: await documentByID(inner, id),
        sameCause: cause ? (await documentsOfCause(inner, cause)).length : 0,
        cause,
      }),
      { readOnly: true },
    );
  }

  async edit(
    ctx: OutsideContext,
    id: string,
    { segments, version }: { segments: string[][]; version?: number | undefined },
  ): Promise<EdiDocumentReply> {
    await ctx.inTransaction(async (inner) => {
      const document = await heldDocument(inner, id);
      inner.em.expectVersion(document, version);
      inner.em.assign(document, { segments, isEdited: true });
      await sql`delete from edi.document_hold where account_id = ${inner.account.id} and document_id = ${id}
        and reason = 'invalid_document'`.execute(inner.em.query());
      audit(inner, { record: documentRecord(id), action: 'edited' });
      await inner.em.flush();
    });
    return this.reprocess(ctx, id);
  }

  async reprocess(ctx: OutsideContext, id: string): Promise<EdiDocumentReply> {
    await ctx.inTransaction((inner) => heldDocument(inner, id), { readOnly: false });
    await this.#exchange.reprocess(ctx, [id]);
    return ctx.inTransaction((inner) => documentByID(inner, id), { readOnly: true });
  }

  async reprocessCause(ctx: OutsideContext, cause: string) {
    const ids = await ctx.inTransaction((inner) => documentsOfCause(inner, cause), { readOnly: true });
    const run = await this.#exchange.reprocess(ctx, ids);
    return { ediRunID: run.id, count: ids.length, imported: run.importedCount, held: run.heldCount };
  }

  /** The order is refused, and the partner is told where it wants to be. */
  async reject(ctx: AccountContext, id: string, note: string | null): Promise<EdiDocumentReply> {
    const document = await heldDocument(ctx, id);
    const partner = document.partner as EdiPartner | null;
    if (!partner || (document.type !== '850' && document.type !== '860'))
      throw exchangeProblems.fix_does_not_fit({ message: 'Only orders of known partners can be rejected' });
    if (document.type === '850') await this.#notices.rejectOrder(ctx, partner, document, note);
    else await this.#notices.acknowledgeChange(ctx, partner, document, null, note);
    return this.#close(ctx, document, 'rejected', note);
  }

  async markHandled(ctx: AccountContext, id: string, note: string): Promise<EdiDocumentReply> {
    const document = (await ctx.em.getForUpdate(EdiDocument, id)) as EdiDocument;
    const isHeld = (await holdsOf(ctx, id)).length > 0 || openStatuses.includes(document.processing);
    if (!isHeld) throw exchangeProblems.document_not_held();
    return this.#close(ctx, document, document.direction === 'in' ? 'handled' : 'created', note);
  }

  /** Sends the same document in a new envelope; one that never left is tried once more as it is. */
  async resend(ctx: AccountContext, id: string): Promise<EdiDocumentReply> {
    const document = (await ctx.em.getForUpdate(EdiDocument, id, { populate: ['partner', 'file'] })) as EdiDocument;
    if (document.direction !== 'out' || !document.partner) throw exchangeProblems.document_not_ours();
    if (!document.isLive) throw exchangeProblems.document_replaced();
    const { file } = document;
    if (ediDeliveryStates.is.failed(file.delivery)) {
      await sql`update edi.file set delivery = ${ediDeliveryIs.to('pending')}, attempts = 0, retry_at = null,
        error = null,
          updated_at = ${ctx.clock.now()}, version = version + 1
        where account_id = ${ctx.account.id} and id = ${file.id}`.execute(ctx.em.query());
      await dropHolds(ctx, [id]);
      audit(ctx, { record: documentRecord(id), action: 'queued_again' });
      await ctx.em.flush();
      touchedDocuments(ctx);
      return documentByID(ctx, id);
    }
    if (!ediDeliveryStates.is.sent(file.delivery)) throw exchangeProblems.document_not_sent();
    await retire(ctx, id);
    const { type, segments, businessKey, recordType, recordID, recordNumber, answersID, afterID } = document;
    const [newer] = await createOutgoing(ctx, document.partner as EdiPartner, [
      {
        type,
        businessKey,
        answersID,
        afterID,
        segments: segments.slice(1, -1),
        record: recordType && recordID ? { type: recordType, id: recordID, number: recordNumber ?? '' } : null,
        replacesID: id,
      },
    ]);
    return documentByID(ctx, newer ?? id);
  }

  async #close(
    ctx: AccountContext,
    document: EdiDocument,
    processing: 'rejected' | 'handled' | 'created',
    note: string | null,
  ): Promise<EdiDocumentReply> {
    ctx.em.assign(document, { processing, note, dueAt: null });
    audit(ctx, {
      record: documentRecord(document.id),
      action: processingStates.is.created(processing) ? 'handled' : processing,
      note: note ?? undefined,
    });
    await ctx.em.flush();
    await dropHolds(ctx, [document.id]);
    touchedDocuments(ctx);
    return documentByID(ctx, document.id);
  }
}

async function documentsOfCause(ctx: AccountContext, cause: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct document.id from edi.document document
    join edi.document_hold hold on hold.account_id = document.account_id and hold.document_id = document.id
    where document.account_id = ${ctx.account.id} and hold.cause = ${cause}
      and ${processingIs.open('document.processing')}
    order by document.id limit 5000`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}
