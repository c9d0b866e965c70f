import { type AccountContext, audit, type OutsideContext, sql, touched } from '@millwright/core/server';
import { listEdiConnections } from '../../../contracts/index.ts';
import { EdiConnection } from '../../connection/connection.entity.ts';
import { failureReason, type Transport } from '../../connection/transport.ts';
import { documentRecord } from '../../document/document-names.ts';
import { touchedDocuments } from '../../document/touched-documents.ts';
import { hold } from '../../orders/order-holds.ts';
import { acknowledgmentIs, ediDeliveryIs, tradedShipmentIs } from '../../states/states.ts';
import { tellOfConnection } from '../alerts/edi-alerts.ts';
import { writeHolds } from '../documents/document-holds.ts';

/** Minutes before the next try of a file or connection: an hour's worth, then every four hours for a day. */
const pauses = [1, 5, 15, 60, 240, 240, 240, 240, 240, 240];
/** A worker that took a file and said nothing for so long has gone away. */
const sendingMinutes = 5;

/** A connection that fails so often in a row is told of: one failure is the weather. */
const toldAfter = 3;

/** When to try again after so many failures, with jitter; undefined where a person has to look. */
export function nextTry(now: Date, failures: number, random = Math.random()): Date | undefined {
  const minutes = pauses[failures - 1];
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000 * (0.9 + random * 0.2));
}

interface ClaimedFile {
  id: string;
  name: string;
  bytes: Uint8Array;
  attempts: number;
}

/**
 * Files of this connection, or of any, that are ready to be sent. An invoice waits until the partner has the 856; what
 * tells of something that was taken back meanwhile is not sent.
 */
const readyFiles = (ctx: AccountContext, isForced: boolean) => {
  const now = ctx.clock.now();
  const stale = new Date(now.getTime() - sendingMinutes * 60_000);
  return sql`edi.file waiting
    join edi.interchange sent on sent.account_id = waiting.account_id and sent.file_id = waiting.id
    join edi.partner partner on partner.account_id = sent.account_id and partner.id = sent.partner_id
      and partner.is_active
    where waiting.account_id = ${ctx.account.id}
      and (${ediDeliveryIs.pending('waiting.delivery')}
          and (${isForced}::boolean or waiting.retry_at is null or waiting.retry_at <= ${now})
        or ${ediDeliveryIs.sending('waiting.delivery')} and waiting.attempted_at < ${stale})
      and not exists (select from edi.document document where document.account_id = waiting.account_id
        and document.file_id = waiting.id and document.after_id is not null and not exists (
          select from edi.document notice
          join edi.file gone on gone.account_id = notice.account_id and gone.id = notice.file_id
          where notice.account_id = document.account_id and notice.record_id = document.after_id
            and notice.type = '856' and notice.is_live and ${ediDeliveryIs.sent('gone.delivery')}
            and ${acknowledgmentIs.not.rejected('notice.acknowledgment')}))
      and not exists (select from edi.document document
        left join commerce.v_shipments shipment on shipment.account_id = document.account_id
          and shipment.id = document.record_id and document.type = '856'
        left join commerce.v_invoices invoice on invoice.account_id = document.account_id
          and invoice.id = document.record_id and document.type = '810'
        where document.account_id = waiting.account_id and document.file_id = waiting.id
          and (${tradedShipmentIs.not.left('shipment.status')} or invoice.voided_on is not null))`;
};

/** Connections with files that are ready. */
export async function connectionsToSend(ctx: AccountContext, isForced: boolean): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct partner.connection_id as id
    from ${readyFiles(ctx, isForced)} and partner.connection_id is not null`.execute(ctx.em.query());
  return new Set(rows.map(({ id }) => id));
}

/** Takes the oldest file of a connection that is ready: its control numbers are stored long since. */
async function claimFile(
  ctx: AccountContext,
  connectionID: string,
  { runID, isForced }: { runID: string; isForced: boolean },
): Promise<ClaimedFile | undefined> {
  const now = ctx.clock.now();
  const { rows } =
    await sql<ClaimedFile>`update edi.file set delivery = ${ediDeliveryIs.to('sending')}, attempts = attempts + 1,
      run_id = ${runID}, connection_id = ${connectionID}, attempted_at = ${now}, updated_at = ${now},
      version = version + 1
    where account_id = ${ctx.account.id} and id = (select waiting.id from ${readyFiles(ctx, isForced)}
      and partner.connection_id = ${connectionID}
      order by waiting.created_at, waiting.id limit 1 for no key update of waiting skip locked)
    returning id, name, bytes, attempts`.execute(ctx.em.query());
  return rows[0];
}

/** Documents of a file, with what becomes of them once it is sent. */
async function documentsOf(ctx: AccountContext, fileID: string) {
  const { rows } = await sql<{
    id: string;
    type: string;
    recordType: string | null;
    recordID: string | null;
    hours: number;
  }>`
    select document.id, document.type, document.record_type as "recordType", document.record_id as "recordID",
      (partner.settings ->> 'acknowledgmentHours')::int as hours
    from edi.document document
    join edi.partner partner on partner.account_id = document.account_id and partner.id = document.partner_id
    where document.account_id = ${ctx.account.id} and document.file_id = ${fileID} order by document.position`.execute(
    ctx.em.query(),
  );
  return rows;
}

async function noteSent(ctx: AccountContext, file: ClaimedFile, sent: SentHook): Promise<void> {
  const now = ctx.clock.now();
  const { rows } =
    await sql`update edi.file set delivery = ${ediDeliveryIs.to('sent')}, sent_at = ${now}, retry_at = null,
      error = null,
      updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${file.id}
      and ${ediDeliveryIs.sending('delivery')} returning id`.execute(ctx.em.query());
  if (!rows.length) return;
  const documents = await documentsOf(ctx, file.id);
  for (const { id, hours } of documents) {
    await sql`update edi.document set updated_at = ${now}, version = version + 1,
        due_at = case when ${acknowledgmentIs.waiting('acknowledgment')}
          then ${new Date(now.getTime() + hours * 3_600_000)}::timestamptz end
      where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
    audit(ctx, { record: documentRecord(id), action: 'sent', note: file.name });
  }
  await sql`delete from edi.document_hold where account_id = ${ctx.account.id} and reason = 'transfer_failed'
    and document_id = any(${documents.map(({ id }) => id)}::text[])`.execute(ctx.em.query());
  await ctx.em.flush();
  for (const document of documents) await sent(ctx, document);
  touchedDocuments(ctx);
}

async function noteFailed(ctx: AccountContext, file: ClaimedFile, message: string): Promise<void> {
  const now = ctx.clock.now();
  const retryAt = nextTry(now, file.attempts);
  await sql`update edi.file set delivery = ${ediDeliveryIs.to(retryAt ? 'pending' : 'failed')},
      retry_at = ${retryAt ?? null}, error = ${message}, updated_at = ${now}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${file.id} and ${ediDeliveryIs.sending('delivery')}`.execute(
    ctx.em.query(),
  );
  if (!retryAt) {
    const documents = await documentsOf(ctx, file.id);
    await writeHolds(
      ctx,
      documents.map(({ id }) => ({
        id,
        holds: [hold('transfer_failed', [message], `It could not be sent in ${file.attempts} tries: ${message}`)],
      })),
    );
    for (const { id } of documents)
      audit(ctx, { record: documentRecord(id), action: 'transfer_failed', note: message });
    await ctx.em.flush();
  }
  touchedDocuments(ctx);
}

/** What happens with what a document was made of, once the partner has it. */
export type SentHook = (
  ctx: AccountContext,
  document: { id: string; type: string; recordType: string | null; recordID: string | null },
) => Promise<void>;

/** What sending came to. */
export interface Sending {
  sentCount: number;
  messages: string[];
}

/** A connection answered, or did not: after failures it is left alone for a while. */
export async function noteContact(ctx: AccountContext, connectionID: string, error: string | null): Promise<void> {
  const now = ctx.clock.now();
  const connection = (await ctx.em.getForUpdate(EdiConnection, connectionID)) as EdiConnection;
  const failures = error === null ? 0 : connection.failures + 1;
  const retryAt = error === null ? null : (nextTry(now, Math.min(failures, pauses.length)) ?? null);
  ctx.em.assign(connection, {
    failures,
    retryAt,
    lastError: error,
    ...(error === null ? { lastContactAt: now } : {}),
  });
  if (error !== null && failures === toldAfter) await tellOfConnection(ctx, connection, error);
  await ctx.em.flush();
  touched(ctx, listEdiConnections);
}

/** Sends every file of a connection that is ready, one after the other. */
export async function sendFiles(
  ctx: OutsideContext,
  connection: EdiConnection,
  transport: Transport,
  { runID, sent, isForced = false }: { runID: string; sent: SentHook; isForced?: boolean },
): Promise<Sending> {
  const sending: Sending = { sentCount: 0, messages: [] };
  for (;;) {
    const file = await ctx.inTransaction((inner) => claimFile(inner, connection.id, { runID, isForced }));
    if (!file) return sending;
    try {
      // After a try that nobody knows the end of: what is there is not sent again.
      if (file.attempts === 1 || !(await transport.has(file.name)))
        await transport.put(file.name, new Uint8Array(file.bytes));
    } catch (error) {
      const message = failureReason(error);
      await ctx.inTransaction((inner) => noteFailed(inner, file, message));
      sending.messages.push(`${file.name}: ${message}`);
      throw error;
    }
    await ctx.inTransaction((inner) => noteSent(inner, file, sent));
    sending.sentCount += 1;
  }
}
