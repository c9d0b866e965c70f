import { type AccountContext, notify } from '@millwright/core/server';
import type { z } from 'zod';
import type { labelFailed } from '../../../../contracts/index.ts';
import { shipmentRecord } from '../../shipment/record/shipment-record.ts';
import type { FailedLabelProps } from './failed-label-email.tsx';

/** The notification type that members of the team can choose. */
export const failedLabelNotification = {
  code: 'failed_label',
  name: 'Failed labels',
  description: 'When a label that you asked for could not be bought, or the carrier did not take it back.',
} as const;

/** Tells the person who requested a label that it failed. */
export async function tellOfFailedLabel(
  ctx: AccountContext,
  { shipmentID, number, caseNumber, what, message, requestedByID }: z.output<typeof labelFailed.payload>,
): Promise<void> {
  if (!requestedByID) return;
  const props: FailedLabelProps = { number, caseNumber, isVoid: what === 'void', message, shipmentID };
  await notify(ctx, {
    kind: failedLabelNotification.code,
    to: { members: [requestedByID] },
    record: shipmentRecord(shipmentID),
    title: props.isVoid ? `The label of case ${caseNumber} was not voided` : `Case ${caseNumber} has no label`,
    text: message,
    key: `failed_label ${shipmentID}`,
    several: `labels of shipment ${number} failed`,
    mail: { template: 'commerce.failed-label', props: { ...props } },
  });
}
