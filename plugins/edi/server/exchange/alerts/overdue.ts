import { type AccountContext, audit, sql } from '@millwright/core/server';
import { documentRecord } from '../../document/document-names.ts';
import { touchedDocuments } from '../../document/touched-documents.ts';
import { hold } from '../../orders/order-holds.ts';
import { acknowledgmentIs } from '../../states/states.ts';
import { writeHolds } from '../documents/document-holds.ts';
import { tellOfOverdue } from './edi-alerts.ts';

/** Documents whose acknowledgment is late become a case for a person, once. */
export async function noteOverdue(ctx: AccountContext): Promise<void> {
  const { rows } = await sql<{ id: string; type: string; businessKey: string | null; partner: string }>`
    update edi.document document set acknowledgment = ${acknowledgmentIs.to('overdue')},
      updated_at = ${ctx.clock.now()},
      version = document.version + 1
    from edi.partner partner
    where document.account_id = ${ctx.account.id} and ${acknowledgmentIs.waiting('document.acknowledgment')}
      and document.due_at < ${ctx.clock.now()} and document.is_live
      and partner.account_id = document.account_id and partner.id = document.partner_id
    returning document.id, document.type, document.business_key as "businessKey", partner.name as partner`.execute(
    ctx.em.query(),
  );
  if (!rows.length) return;
  await writeHolds(
    ctx,
    rows.map(({ id, type, businessKey, partner }) => ({
      id,
      holds: [
        hold(
          'acknowledgment_overdue',
          [id],
          `${partner} has not acknowledged the ${type} ${businessKey ?? ''} in time: ask, or send it again`,
        ),
      ],
    })),
  );
  await tellOfOverdue(
    ctx,
    rows.map(({ type, businessKey, partner }) => `${partner}: ${type} ${businessKey ?? ''}`.trim()),
  );
  for (const { id } of rows) audit(ctx, { record: documentRecord(id), action: 'overdue' });
  await ctx.em.flush();
  touchedDocuments(ctx);
}
