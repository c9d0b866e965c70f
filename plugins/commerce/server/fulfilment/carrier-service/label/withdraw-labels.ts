import { type AccountContext, emit, sql } from '@millwright/core/server';
import { carrierServiceProblems, labelStates, labelsWanted } from '../../../../contracts/index.ts';
import { labelIs } from '../../../states/states.ts';
import { shipmentRecord } from '../../shipment/record/shipment-record.ts';
import { type LabelRow, lockedLabels } from './label-rows.ts';

/** Requests failed labels again. The job first looks for a label that was bought although the answer was lost. */
export async function retryFailed(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await sql`update commerce.shipping_label set status = ${labelIs.to('requested')}, problem_code = null,
    problem_message = null,
      requested_by_id = ${ctx.memberID ?? null}, version = version + 1, updated_at = ${ctx.clock.now()}
    where account_id = ${ctx.account.id} and id = any(${[...ids]}::text[]) and ${labelIs.failed('status')}`.execute(
    ctx.em.query(),
  );
}

/** Removes the tracking numbers of withdrawn labels from their cases. */
async function forgetTracking(ctx: AccountContext, labels: readonly LabelRow[]): Promise<void> {
  await sql`update commerce.shipping_case held set tracking_number = null, version = held.version + 1,
      updated_at = ${ctx.clock.now()}
    from commerce.shipping_label label
    where label.account_id = ${ctx.account.id} and label.id = any(${labels.map(({ id }) => id)}::text[])
      and held.account_id = label.account_id and held.id = label.shipping_case_id
      and held.tracking_number = label.tracking_number`.execute(ctx.em.query());
}

/**
 * Withdraws labels of a shipment. Labels without a purchase attempt are voided at once, others by a job, which checks
 * whether they were bought.
 * @throws Problem 409 `labels_in_progress` while a label is being bought
 */
export async function giveUpLabels(
  ctx: AccountContext,
  { id: shipmentID, number, orderID }: { id: string; number: string; orderID: string },
  labels: readonly LabelRow[],
): Promise<void> {
  const cases = labels.flatMap(({ status, caseNumber }) => (labelStates.is.buying(status) ? caseNumber : []));
  if (cases.length)
    throw carrierServiceProblems.labels_in_progress({
      message: `Labels are being bought for case ${cases.join(', ')}: wait until they are`,
      details: { cases },
    });
  if (!labels.length) return;
  const now = ctx.clock.now();
  await forgetTracking(ctx, labels);
  const { rows } = await sql<{ status: string }>`update commerce.shipping_label set
      status = case when attempts = 0 then ${labelIs.to('voided')} else ${labelIs.to('voiding')} end,
      voided_at = case when attempts = 0 then ${now}::timestamptz end,
      problem_code = null, problem_message = null, requested_by_id = coalesce(${ctx.memberID ?? null}, requested_by_id),
      version = version + 1, updated_at = ${now}
    where account_id = ${ctx.account.id} and id = any(${labels.map(({ id }) => id)}::text[])
      and ${labelIs.returnable('status')}
    returning status`.execute(ctx.em.query());
  if (rows.some(({ status }) => labelStates.is.voiding(status)))
    emit(ctx, labelsWanted, { shipmentID, number, orderID }, shipmentRecord(shipmentID));
}

/** Withdraws all labels of a shipment that is voided. */
export async function giveUpLabelsOf(
  ctx: AccountContext,
  shipment: { id: string; number: string; orderID: string },
): Promise<void> {
  const labels = await lockedLabels(ctx, shipment.id);
  await giveUpLabels(
    ctx,
    shipment,
    labels.filter(({ status }) => !labelStates.is.leaving(status)),
  );
}

/** Marks labels as voided that a person has voided at the carrier or gives up. */
export async function voidedByHand(ctx: AccountContext, labels: readonly LabelRow[]): Promise<void> {
  const now = ctx.clock.now();
  await forgetTracking(ctx, labels);
  await sql`update commerce.shipping_label set status = ${labelIs.to('voided')}, voided_at = ${now},
    version = version + 1,
      updated_at = ${now}, problem_code = null, problem_message = null
    where account_id = ${ctx.account.id} and id = any(${labels.map(({ id }) => id)}::text[])
      and (${labelIs.not.buying('status')} or claimed_until < ${now})`.execute(ctx.em.query());
}
