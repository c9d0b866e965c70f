import { type AccountContext, sql } from '@millwright/core/server';
import type { LabelStatus } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';

/** States of active labels. A case has at most one active label. */
export const liveLabels: readonly LabelStatus[] = ['requested', 'buying', 'bought', 'failed'];

/** A label with its case. */
export interface LabelRow {
  id: string;
  shippingCaseID: string;
  caseNumber: string;
  status: LabelStatus;
  provider: string;
  trackingNumber: string | null;
  cost: string | null;
  fileID: string | null;
  problemCode: string | null;
  message: string | null;
}

/** A shipment's active labels and those that the carrier did not void, by case. */
export async function labelsOf(ctx: AccountContext, shipmentID: string): Promise<LabelRow[]> {
  const { rows } = await selectLabels(ctx, shipmentID).execute(ctx.em.query());
  return rows;
}

export const selectLabels = (ctx: AccountContext, shipmentID: string) =>
  sql<LabelRow>`select label.id, label.shipping_case_id as "shippingCaseID",
      shipment.number || '-' || held.position as "caseNumber", label.status, label.provider,
      label.tracking_number as "trackingNumber", label.cost::text as cost, label.file_id as "fileID",
      label.problem_code as "problemCode", label.problem_message as message
    from commerce.shipping_label label
    join commerce.shipping_case held on held.account_id = label.account_id and held.id = label.shipping_case_id
    join commerce.shipment shipment on shipment.account_id = label.account_id and shipment.id = label.shipment_id
    where label.account_id = ${ctx.account.id} and label.shipment_id = ${shipmentID}
      and ${labelIs.not.voided('label.status')}
    order by held.position, label.id`;

/** Locks a shipment's active labels, in their order. The caller has locked the shipment before. */
export async function lockedLabels(ctx: AccountContext, shipmentID: string): Promise<LabelRow[]> {
  await sql`select id from commerce.shipping_label where account_id = ${ctx.account.id}
    and shipment_id = ${shipmentID} and ${labelIs.not.voided('status')} order by id for update`.execute(ctx.em.query());
  return labelsOf(ctx, shipmentID);
}
