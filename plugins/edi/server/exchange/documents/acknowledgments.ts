import { type AccountContext, audit, sql } from '@millwright/core/server';
import type { AcknowledgmentStatus, DocumentHold, OrderSegments, Segment } from '../../../contracts/index.ts';
import { acknowledgmentStates } from '../../../contracts/index.ts';
import { documentRecord, printableName } from '../../document/document-names.ts';
import { hold } from '../../orders/order-holds.ts';
import type { EdiPartner } from '../../partner/partner.entity.ts';
import { plainNumber } from '../files/route-interchange.ts';
import { writeHolds } from './document-holds.ts';

const statuses: Readonly<Record<string, AcknowledgmentStatus>> = {
  A: 'accepted',
  E: 'accepted_with_errors',
  R: 'rejected',
  M: 'rejected',
  W: 'rejected',
  X: 'rejected',
};

/** What a partner says of one of our groups. */
interface GroupAnswer {
  code: string;
  controlNumber: string;
  /** AK9: of the whole. */
  status: AcknowledgmentStatus | undefined;
  sets: { type: string; controlNumber: string; status: AcknowledgmentStatus | undefined; faults: string[] }[];
}

const at = (segment: readonly string[], element: number): string => (segment[element] ?? '').trim();

/** Reads a 997 or 999: both say the same in segments of other names. Undefined where it names no group. */
export function readAcknowledgment(segments: OrderSegments): GroupAnswer | undefined {
  let answer: GroupAnswer | undefined;
  for (const segment of segments) {
    const [id = ''] = segment;
    const set = answer?.sets.at(-1);
    if (id === 'AK1')
      answer = { code: at(segment, 1), controlNumber: plainNumber(at(segment, 2)), status: undefined, sets: [] };
    else if (id === 'AK2')
      answer?.sets.push({
        type: at(segment, 1),
        controlNumber: plainNumber(at(segment, 2)),
        status: undefined,
        faults: [],
      });
    else if (id === 'AK3' || id === 'IK3')
      set?.faults.push(`${at(segment, 1)} at ${at(segment, 2)}: ${at(segment, 4)}`);
    else if (id === 'AK4' || id === 'IK4')
      set?.faults.push(`element ${at(segment, 1)}: ${at(segment, 3)} ${at(segment, 4)}`.trim());
    else if ((id === 'AK5' || id === 'IK5') && set) set.status = statuses[at(segment, 1)];
    else if (id === 'AK9' && answer) answer.status = statuses[at(segment, 1)];
  }
  return answer;
}

interface SentRow {
  id: string;
  type: string;
  controlNumber: string;
}

/** Writes what the partner says of documents that we sent. */
async function noteAnswer(
  ctx: AccountContext,
  ids: readonly string[],
  status: AcknowledgmentStatus,
  { answerID, faults = [] }: { answerID: string | null; faults?: readonly string[] },
): Promise<void> {
  if (!ids.length) return;
  const now = ctx.clock.now();
  await sql`update edi.document set acknowledgment = ${status}, due_at = null, updated_at = ${now},
      version = version + 1,      note = ${faults.length ? printableName(faults.join('; ')).slice(0, 2_000) : null}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  await sql`delete from edi.document_hold where account_id = ${ctx.account.id}
    and document_id = any(${[...ids]}::text[])
    and reason in ('acknowledgment_overdue', 'transfer_failed', 'rejected_by_partner')`.execute(ctx.em.query());
  for (const id of ids)
    audit(ctx, {
      record: documentRecord(id),
      action: `acknowledged_${status}`,
      note: faults.join('; ').slice(0, 1_000) || undefined,
    });
  if (acknowledgmentStates.is.rejected(status))
    await writeHolds(
      ctx,
      ids.map((id) => ({
        id,
        holds: [
          hold(
            'rejected_by_partner',
            [id],
            `The partner rejected it: ${faults.join('; ') || 'it does not say why'}. Correct it and send it again`,
            { details: { answerID: answerID ?? '' } },
          ),
        ],
      })),
    );
  await ctx.em.flush();
}

/** Takes over a 997 or 999; answers what keeps it where it acknowledges nothing of ours. */
export async function takeAcknowledgment(
  ctx: AccountContext,
  partner: EdiPartner,
  document: { id: string; segments: OrderSegments },
): Promise<{ holds: DocumentHold[]; businessKey: string | null }> {
  const answer = readAcknowledgment(document.segments);
  if (!answer) return { holds: [], businessKey: null };
  const { rows } = await sql<SentRow>`select id, type, ltrim(control_number, '0') as "controlNumber" from edi.document
    where account_id = ${ctx.account.id} and direction = 'out' and partner_id = ${partner.id}
      and group_control_number = ${answer.controlNumber} and group_code = ${answer.code} for no key update`.execute(
    ctx.em.query(),
  );
  const businessKey = `${answer.code} ${answer.controlNumber}`;
  if (!rows.length)
    return {
      businessKey,
      holds: [
        hold(
          'unknown_acknowledgment',
          [partner.id, businessKey],
          `It acknowledges group ${businessKey}, which was not sent to this partner`,
          { segment: 2, element: 2 },
        ),
      ],
    };
  const left = new Map(rows.map((row) => [row.controlNumber, row]));
  for (const set of answer.sets) {
    const sent = left.get(set.controlNumber);
    if (!sent) continue;
    left.delete(set.controlNumber);
    await noteAnswer(ctx, [sent.id], set.status ?? answer.status ?? 'accepted', {
      answerID: document.id,
      faults: set.faults,
    });
  }
  // Without AK2 the answer to the group is that to each of its documents.
  if (answer.status && left.size)
    await noteAnswer(
      ctx,
      [...left.values()].map(({ id }) => id),
      answer.status,
      { answerID: document.id },
    );
  await sql`update edi.document set answers_id = ${rows[0]?.id ?? null} where account_id = ${ctx.account.id}
    and id = ${document.id}`.execute(ctx.em.query());
  return { holds: [], businessKey };
}

/** TA1 speak of whole interchanges of ours: what was rejected waits for a person. */
export async function readTechnicalAcknowledgments(
  ctx: AccountContext,
  partner: EdiPartner,
  service: readonly Segment[],
): Promise<string[]> {
  const strange: string[] = [];
  for (const { id, elements } of service) {
    const [controlNumber = '', , , code = '', reason = ''] = elements;
    if (id !== 'TA1' || code === 'A') continue;
    const { rows } = await sql<{ id: string }>`select document.id from edi.document document
      join edi.interchange sent on sent.account_id = document.account_id and sent.id = document.interchange_id
      where document.account_id = ${ctx.account.id} and sent.direction = 'out' and sent.partner_id = ${partner.id}
        and sent.control_number = ${plainNumber(controlNumber)}`.execute(ctx.em.query());
    if (!rows.length) strange.push(`TA1 refuses interchange ${controlNumber} (${reason}): it is none of ours`);
    await noteAnswer(
      ctx,
      rows.map((row) => row.id),
      code === 'E' ? 'accepted_with_errors' : 'rejected',
      { answerID: null, faults: [`TA1 ${reason}`] },
    );
  }
  return strange;
}
