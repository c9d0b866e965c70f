import { type AccountContext, memberIs, membersWhoWant, queueEmail, sql } from '@millwright/core/server';
import type { z } from 'zod';
import type { labelFailed } from '../../../../contracts/index.ts';
import { shipmentRecord } from '../../shipment/record/shipment-record.ts';
import type { FailedLabelProps } from './failed-label-email.tsx';

/** The notification type that members of the team can choose. */
export const failedLabelNotification = {
  code: 'failed_label',
  name: 'Failed labels',
  description: 'A mail when a label that you asked for could not be bought, or the carrier did not take it back.',
} as const;

/** Emails the person who requested a label that it failed. */
export async function tellOfFailedLabel(
  ctx: AccountContext,
  { shipmentID, number, caseNumber, what, message, requestedByID }: z.output<typeof labelFailed.payload>,
): Promise<void> {
  if (!requestedByID) return;
  const wanting = await membersWhoWant(ctx, failedLabelNotification.code, [requestedByID]);
  if (!wanting.length) return;
  const { rows: people } = await sql<{ email: string }>`select email from core.v_members
    where account_id = ${ctx.account.id} and id = any(${[...wanting]}::text[]) and ${memberIs.active('status')}
    order by email`.execute(ctx.em.query());
  const props: FailedLabelProps = { number, caseNumber, isVoid: what === 'void', message, shipmentID };
  for (const { email } of people)
    await queueEmail(ctx, {
      template: 'commerce.failed-label',
      to: [email],
      props: { ...props },
      record: shipmentRecord(shipmentID),
    });
}
