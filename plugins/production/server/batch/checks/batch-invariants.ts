import type { Invariant } from '@millwright/core/server';
import { batchIs } from '../../states/states.ts';

const standing = `not exists (select from production.batch_event undone
  where undone.account_id = change.account_id and undone.undoes_id = change.event_id)`;

/** Invariants of batches. */
export const batchInvariants: readonly Invariant[] = [
  {
    name: 'production.batches-are-the-sum-of-their-events',
    sql: `select batch.id from production.batch batch
      left join (select change.batch_id, sum(change.quantity) as quantity, sum(change.seconds) as seconds,
          sum(change.waste) as waste, sum(change.value) as value
        from production.batch_change change where change.account_id = $1 group by change.batch_id) own
        on own.batch_id = batch.id
      where batch.account_id = $1 and (batch.value <> coalesce(own.value, 0)
        or batch.seconds <> coalesce(own.seconds, 0) or batch.waste <> coalesce(own.waste, 0)
        or case when ${batchIs.planned('batch.status')} then 0 else batch.quantity end <> coalesce(own.quantity, 0))`,
  },
  {
    name: 'production.value-goes-nowhere',
    sql: `select change.event_id from production.batch_change change where change.account_id = $1
      group by change.event_id
      having sum(change.value) <>
        sum(change.materials + change.labor + change.overhead - change.stocked - change.lost)`,
  },
  {
    name: 'production.batches-end-empty-or-in-stock',
    sql: `select batch.id from production.batch batch
      where batch.account_id = $1 and ${batchIs.closed('batch.status')} and (batch.value <> 0
        or batch.quantity <> coalesce((
        select sum(output.quantity) from production.batch_output output
        join production.batch_change change on change.account_id = output.account_id
          and change.event_id = output.event_id and change.batch_id = output.batch_id
        where output.account_id = batch.account_id and output.batch_id = batch.id
          and output.lot_number = batch.number and ${standing}), 0))`,
  },
  {
    // A completed run still demands exactly its missing material.
    name: 'production.completed-runs-reserve-nothing',
    sql: `select run.id, demand.item_id from production.production_run run
      join inventory.v_demands demand on demand.account_id = run.account_id
        and demand.source_type = 'production_run' and demand.source_id = run.id
      where run.account_id = $1 and run.completed_at is not null and demand.quantity > coalesce((
        select sum(material.short - material.booked) from production.batch_material material
        where material.account_id = run.account_id and material.run_id = run.id
          and material.item_id = demand.item_id and material.short > material.booked
          and not material.is_undone), 0)`,
  },
  {
    name: 'production.runs-have-the-steps-of-their-batches',
    sql: `select batch.id from production.batch batch
      join production.production_run run on run.account_id = batch.account_id and run.id = batch.run_id
      where batch.account_id = $1 and ${batchIs.live('batch.status')} and not exists (
        select from jsonb_array_elements(run.bill) step where step ->> 'id' = batch.step_id
          and step ->> 'itemID' = batch.item_id)`,
  },
  {
    // Recalculates the report columns of scans from the earlier states of the batches and the edges between them.
    name: 'production.work-is-what-scans-did',
    sql: `select change.event_id from production.batch_change change
      join production.batch_event event on event.account_id = change.account_id and event.id = change.event_id
      where change.account_id = $1 and (change.kind, change.station_id, change.worked_at, change.since,
          change.from_step_id, change.from_item_id, change.firsts)
        is distinct from (event.kind, coalesce(change.before ->> 'stationID', event.station_id),
            coalesce(event.scanned_at, event.created_at),
            (change.before ->> 'scannedAt')::timestamptz, change.before ->> 'stepID', change.before ->> 'itemID',
            coalesce((select sum(edge.quantity) from production.batch_edge edge
              join production.batch_change made on made.account_id = edge.account_id and made.event_id = edge.event_id
                and made.batch_id = edge.target_batch_id
              where edge.account_id = change.account_id and edge.event_id = change.event_id
                and edge.source_batch_id = change.batch_id and made.before ->> 'stepID' is null
                and made.step_id <> change.before ->> 'stepID'), 0)
              + case when change.step_id <> change.before ->> 'stepID'
                then change.counted - change.quantity - change.seconds - change.waste
                  + coalesce((select sum(edge.quantity) from production.batch_edge edge
                    where edge.account_id = change.account_id and edge.event_id = change.event_id
                      and edge.target_batch_id = change.batch_id), 0)
                when event.kind = 'close' then change.counted else 0 end)
        and event.kind not in ('init', 'delete', 'undo') and change.before ->> 'stepID' is not null`,
  },
];
