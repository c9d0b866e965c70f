import { type AccountContext, audit, sql } from '@millwright/core/server';
import type { OrderSegments } from '../../../contracts/index.ts';
import { documentRecord, printableName } from '../../document/document-names.ts';
import { hold } from '../../orders/order-holds.ts';
import type { EdiPartner } from '../../partner/partner.entity.ts';
import { acknowledgmentIs } from '../../states/states.ts';
import { plainNumber } from '../files/route-interchange.ts';
import { writeHolds } from './document-holds.ts';

const at = (segment: readonly string[] | undefined, element: number): string => (segment?.[element] ?? '').trim();

/** What a partner says of what we sent, beyond its syntax. */
export interface Advice {
  text: string;
  isAccepted: boolean;
  /** The document of ours that it is about; null where it names none. */
  sentID: string | null;
}

/**
 * Reads an 824 (OTI names what it is about, by number or control numbers; TED and NTE say why) or a text message (MSG).
 */
export async function readAdvice(ctx: AccountContext, partner: EdiPartner, segments: OrderSegments): Promise<Advice> {
  const about = segments.find(([id]) => id === 'OTI');
  const texts = segments.flatMap((segment) => {
    if (segment[0] === 'TED') return [[at(segment, 1), at(segment, 2), at(segment, 7)].filter(Boolean).join(' ')];
    if (segment[0] === 'NTE') return [at(segment, 2)];
    return segment[0] === 'MSG' ? [at(segment, 1)] : [];
  });
  const text = printableName(texts.filter(Boolean).join('; ')).slice(0, 2_000);
  const isAccepted = about !== undefined && at(about, 1).endsWith('A') && !at(about, 1).endsWith('R');
  if (!about) return { text, isAccepted: false, sentID: null };
  const [reference, group, set] = [at(about, 3), plainNumber(at(about, 8)), plainNumber(at(about, 9))];
  const { rows } = await sql<{ id: string }>`select id from edi.document
    where account_id = ${ctx.account.id} and direction = 'out' and partner_id = ${partner.id} and is_live
      and type not in ('997', '999')
      and (${group} <> '' and group_control_number = ${group} and (${set} = '' or ltrim(control_number, '0') = ${set})
        or ${group} = '' and ${reference} <> '' and business_key = ${reference})
    order by created_at desc limit 1`.execute(ctx.em.query());
  return { text, isAccepted, sentID: rows[0]?.id ?? null };
}

/** The partner rejects what one of our documents says: somebody has to correct it. */
export async function noteAdvice(ctx: AccountContext, sentID: string, text: string): Promise<void> {
  await sql`update edi.document set acknowledgment = ${acknowledgmentIs.to('rejected')}, due_at = null,
    note = ${text || null},
      updated_at = ${ctx.clock.now()}, version = version + 1
    where account_id = ${ctx.account.id} and id = ${sentID}`.execute(ctx.em.query());
  await writeHolds(ctx, [
    {
      id: sentID,
      holds: [
        hold(
          'rejected_by_partner',
          [sentID],
          `The partner rejected it${text ? `: ${text}` : ''}. Correct what is wrong and send it again`,
        ),
      ],
    },
  ]);
  audit(ctx, {
    record: documentRecord(sentID),
    action: 'rejected_by_partner',
    note: text.slice(0, 1_000) || undefined,
  });
}
