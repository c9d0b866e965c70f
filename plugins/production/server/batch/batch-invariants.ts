import type { Invariant } from '@millwright/core/server';

const standing = `not exists (select from production.batch_event undone
  where undone.account_id = change.account_id and undone.undoes_id = change.event_id)`;

/** Laws of batches. */
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
        or case when batch.status = 'planned' then 0 else batch.quantity end <> coalesce(own.quantity, 0))`,
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
      where batch.account_id = $1 and batch.status = 'closed' and (batch.value <> 0 or batch.quantity <> coalesce((
        select sum(output.quantity) from production.batch_output output
        join production.batch_change change on change.account_id = output.account_id
          and change.event_id = output.event_id and change.batch_id = output.batch_id
        where output.account_id = batch.account_id and output.batch_id = batch.id
          and output.lot_number = batch.number and ${standing}), 0))`,
  },
];
