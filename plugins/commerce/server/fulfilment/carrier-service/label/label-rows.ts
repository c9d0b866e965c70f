import { type AccountContext, sql } from '@millwright/core/server';
import type { LabelStatus } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';

/** Labels that are alive: a case has one of them at most. */
export const liveLabels: readonly LabelStatus[] = ['requested', 'buying', 'bought', 'failed'];

/** A label with the case that it is for. */
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

/** The labels of a shipment that are alive, or that the carrier did not take back; by case. */
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

/** Locks what is alive of a shipment's labels, in their order: whoever has them locked the shipment before. */
export async function lockedLabels(ctx: AccountContext, shipmentID: string): Promise<LabelRow[]> {
  await sql`select id from commerce.shipping_label where account_id = ${ctx.account.id}
    and shipment_id = ${shipmentID} and ${labelIs.not.voided('status')} order by id for update`.execute(ctx.em.query());
  return labelsOf(ctx, shipmentID);
}
