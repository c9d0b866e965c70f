import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, among, named, projection, sql } from '@millwright/core/server';
import {
  type DocumentHold,
  type EdiDocument as EdiDocumentReply,
  ediDocumentRow,
  ediRun,
  type HoldReason,
  listEdiDocuments,
  listEdiRuns,
} from '../../contracts/index.ts';
import { ediDeliveryIs } from '../states/states.ts';
import { EdiDocument } from './exchange.entity.ts';

/** Runs. */
export const ediRunView = projection<typeof ediRun, EndpointRequest<typeof listEdiRuns>['query']>(ediRun, {
  list: listEdiRuns,
  table: 'edi.run',
  computed: { messages: sql`to_json(run.messages)` },
  search: ['personName'],
  filters: {
    hasSucceeded: (value) => sql<boolean>`run.has_succeeded = ${value}`,
    kinds: (kinds) => sql<boolean>`run.kind = any(${kinds}::text[])`,
    connectionIDs: (ids) => sql<boolean>`exists (select from edi.file file where file.account_id = run.account_id
      and file.run_id = run.id and file.connection_id = any(${ids}::text[]))`,
  },
  order: [['createdAt', 'desc']],
});

const ofFile = (what: ReturnType<typeof sql>) => sql`(select ${what} from edi.file file
  where file.account_id = document.account_id and file.id = document.file_id)`;
const ofInterchange = (what: ReturnType<typeof sql>) => sql`(select ${what} from edi.interchange interchange
  where interchange.account_id = document.account_id and interchange.id = document.interchange_id)`;
const isLate = (ctx: AccountContext) =>
  sql<boolean>`(document.due_at is not null and document.due_at < ${ctx.clock.now()})`;
const hasHold = (condition: ReturnType<typeof sql>) => sql<boolean>`exists (select from edi.document_hold hold
  where hold.account_id = document.account_id and hold.document_id = document.id and ${condition})`;

/** Documents of records: made of them, or what they came by and its answer, where that was divided among stores. */
const ofRecords = (ctx: AccountContext, ids: readonly string[]) => sql`select id from edi.document
    where account_id = ${ctx.account.id} and record_id = any(${[...ids]}::text[])
  union all select document_id from edi.document_order
    where account_id = ${ctx.account.id} and order_id = any(${[...ids]}::text[])
  union all select answer.id from edi.document_order part
    join edi.document answer on answer.account_id = part.account_id and answer.answers_id = part.document_id
      and answer.type = '855'
    where part.account_id = ${ctx.account.id} and part.order_id = any(${[...ids]}::text[])`;

/** Documents in lists. */
export const documentView = projection<typeof ediDocumentRow, EndpointRequest<typeof listEdiDocuments>['query']>(
  ediDocumentRow,
  {
    list: listEdiDocuments,
    table: 'edi.document',
    computed: {
      partner: named('edi.partner', 'document.partner_id'),
      record: sql`case when document.record_id is not null then json_build_object('type', document.record_type,
        'id', document.record_id, 'number', document.record_number) end`,
      delivery: ofFile(sql`file.delivery`),
      fileName: ofFile(sql`file.name`),
      sender: ofInterchange(sql`trim(interchange.sender_qualifier || ' ' || interchange.sender_id)`),
      isTest: ofInterchange(sql`interchange.is_test`),
      interchangeControlNumber: ofInterchange(sql`interchange.control_number`),
      isOverdue: isLate,
      reasons: sql`(select coalesce(json_agg(distinct hold.reason), '[]') from edi.document_hold hold
        where hold.account_id = document.account_id and hold.document_id = document.id)`,
    },
    search: ['businessKey', 'controlNumber', sql`document.record_number`, ofFile(sql`file.name`)],
    filters: {
      direction: (value) => sql<boolean>`document.direction = ${value}`,
      type: (types) => among(sql`document.type`, types),
      processing: (values) => among(sql`document.processing`, values),
      delivery: (values) => among(ofFile(sql`file.delivery`), values),
      acknowledgment: (values) => among(sql`document.acknowledgment`, values),
      reasons: (reasons) => hasHold(sql`hold.reason = any(${reasons}::text[])`),
      cause: (cause) => hasHold(sql`hold.cause = ${cause}`),
      partnerIDs: (ids) => among(sql`document.partner_id`, ids),
      recordIDs: (ids, ctx) => sql<boolean>`document.id in (${ofRecords(ctx, ids)})`,
      runIDs: (ids) => sql<boolean>`document.file_id in (select file.id from edi.file file
        where file.account_id = document.account_id and file.run_id = any(${ids}::text[]))`,
      isWaiting: (value) => sql<boolean>`${hasHold(sql`true`)} = ${value}`,
      isOverdue: (value, ctx) => sql<boolean>`${isLate(ctx)} = ${value}`,
    },
    order: [['createdAt', 'desc']],
  },
);

/** The orders that a document was divided into, by store. */
async function ordersOf(ctx: AccountContext, documentID: string): Promise<EdiDocumentReply['orders']> {
  const { rows } = await sql<EdiDocumentReply['orders'][number]>`select order_id as id, order_number as number,
      code as store from edi.document_order
    where account_id = ${ctx.account.id} and document_id = ${documentID} order by code, order_id`.execute(
    ctx.em.query(),
  );
  return rows;
}

interface DetailRow {
  fileID: string;
  fileName: string;
  size: number;
  sha256: string;
  attempts: number;
  sentAt: Date | null;
  error: string | null;
  elementSeparator: string;
  customer: { id: string; name: string } | null;
}

/** What keeps a document, in order. */
export async function holdsOf(ctx: AccountContext, documentID: string): Promise<DocumentHold[]> {
  const { rows } = await sql<DocumentHold>`select reason, cause, message, segment, element, details
    from edi.document_hold where account_id = ${ctx.account.id} and document_id = ${documentID}
    order by position`.execute(ctx.em.query());
  return rows;
}

async function relatedOf(ctx: AccountContext, document: EdiDocument): Promise<EdiDocumentReply['related']> {
  const { rows } = await sql<EdiDocumentReply['related'][number] & { createdAt: Date }>`
    select id, type, direction, business_key as "businessKey", created_at as "createdAt",
      case when id = ${document.answersID ?? ''} then 'answers' when id = ${document.replacesID ?? ''} then 'replaces'
        when replaces_id = ${document.id} then 'replaced_by' when type in ('997', '999') then 'acknowledged_by'
        else 'answered_by' end as relation
    from edi.document where account_id = ${ctx.account.id}
      and (answers_id = ${document.id} or replaces_id = ${document.id}
        or id = any(${[document.answersID, document.replacesID].filter((id) => id !== null)}::text[]))
    order by created_at, id limit 100`.execute(ctx.em.query());
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** One document with everything about it; 404 for what is not there. */
export async function documentByID(ctx: AccountContext, id: string): Promise<EdiDocumentReply> {
  const row = await documentView.byID(ctx, id);
  const document = (await ctx.em.get(EdiDocument, id)) as EdiDocument;
  const [{ rows }, holds, related, orders] = await Promise.all([
    sql<DetailRow>`select file.id as "fileID", file.name as "fileName", file.size, file.sha256, file.attempts,
        file.sent_at as "sentAt", file.error, interchange.element_separator as "elementSeparator",
        (select json_build_object('id', party.id, 'name', party.name) from edi.partner partner
          join core.v_parties party on party.account_id = partner.account_id and party.id = partner.customer_id
          where partner.account_id = file.account_id and partner.id = ${document.partner?.id ?? ''}) as customer
      from edi.file file join edi.interchange interchange on interchange.account_id = file.account_id
        and interchange.id = ${document.interchange.id}
      where file.account_id = ${ctx.account.id} and file.id = ${document.file.id}`.execute(ctx.em.query()),
    holdsOf(ctx, id),
    relatedOf(ctx, document),
    ordersOf(ctx, id),
  ]);
  const [detail] = rows;
  if (!detail) throw problems.not_found();
  const first = document.firstSegment;
  return {
    ...row,
    segments: document.segments,
    elementSeparator: detail.elementSeparator,
    isEdited: document.isEdited,
    findings: document.findings.map(({ severity, code, segment, element, message }) => ({
      severity,
      code,
      segment: segment === undefined ? null : segment - first + 1,
      element: element ?? null,
      message,
    })),
    holds,
    related,
    orders,
    note: document.note ?? null,
    file: {
      id: detail.fileID,
      name: detail.fileName,
      size: detail.size,
      sha256: detail.sha256,
      attempts: detail.attempts,
      sentAt: detail.sentAt && new Date(detail.sentAt).toISOString(),
      error: detail.error,
    },
    customer: detail.customer,
  };
}

/** The bytes of the file that a document came or went in. */
export async function fileOfDocument(ctx: AccountContext, id: string): Promise<{ name: string; bytes: Uint8Array }> {
  const { rows } = await sql<{
    name: string;
    bytes: Uint8Array;
  }>`select file.name, file.bytes from edi.document document
    join edi.file file on file.account_id = document.account_id and file.id = document.file_id
    where document.account_id = ${ctx.account.id} and document.id = ${id}`.execute(ctx.em.query());
  const [file] = rows;
  if (!file) throw problems.not_found();
  return file;
}

/** What waits for people, by reason and cause: the largest first. */
export async function inboxOf(ctx: AccountContext) {
  const [{ rows: causes }, { rows: counts }] = await Promise.all([
    // With a row for each reason alone: a document may be kept by several causes of one reason.
    sql<{ reason: HoldReason; cause: string | null; message: string; count: number }>`
      select reason, cause, min(message) as message, count(distinct document_id)::int as count
      from edi.document_hold where account_id = ${ctx.account.id}
      group by grouping sets ((reason), (reason, cause))
      order by cause is not null, count desc, reason, cause limit 500`.execute(ctx.em.query()),
    sql<{ count: number; overdue: number; unsent: number }>`select
        (select count(distinct document_id)::int from edi.document_hold
          where account_id = ${ctx.account.id}) as count,
        (select count(*)::int from edi.document where account_id = ${ctx.account.id}
          and due_at < ${ctx.clock.now()}) as overdue,
        (select count(*)::int from edi.file where account_id = ${ctx.account.id}
          and ${ediDeliveryIs.waiting('delivery')}) as unsent`.execute(ctx.em.query()),
  ]);
  const byReason = Map.groupBy(causes, ({ reason }) => reason);
  return {
    ...(counts[0] ?? { count: 0, overdue: 0, unsent: 0 }),
    reasons: [...byReason].map(([reason, own]) => ({
      reason,
      count: own.find(({ cause }) => cause === null)?.count ?? 0,
      causes: own.flatMap(({ cause, message, count }) => (cause === null ? [] : [{ cause, message, count }])),
    })),
  };
}
