import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { listProductionRuns, productionRuns } from '../../contracts/index.ts';
import { batchIs } from '../states/states.ts';

type RunPage = EndpointRequest<typeof listProductionRuns>['query'];

const batches = sql`from production.batch batch
  where batch.account_id = production_run.account_id and batch.run_id = production_run.id`;

const status = sql<string>`case when production_run.completed_at is not null then 'completed'
  when production_run.started_at is not null then 'in_progress' else 'pending' end`;

const orders = sql`from production.production_run_order own
  where own.account_id = production_run.account_id and own.run_id = production_run.id`;

/** Production runs; deleted ones are missing. */
export const runView = projection<typeof productionRuns.row, RunPage>(productionRuns.row, {
  list: listProductionRuns,
  table: 'production.production_run',
  computed: {
    status,
    responsibleUser: sql`(select json_build_object('id', member.id, 'name', member.name) from core.v_members member
      where member.account_id = production_run.account_id and member.id = production_run.responsible_user_id)`,
    orderID: sql`(select min(own.order_id) ${orders})`,
    orders: sql`coalesce((select json_agg(json_build_object('id', own.order_id, 'number', own.order_number)
      order by own.order_number, own.order_id) ${orders}), '[]')`,
    skus: sql`coalesce((select json_agg(distinct item.sku) from production.batch batch
      join inventory.v_items item on item.account_id = batch.account_id and item.id = batch.item_id
      where batch.account_id = production_run.account_id and batch.run_id = production_run.id), '[]')`,
    batches: sql`coalesce((select json_agg(json_build_object('id', batch.id, 'number', batch.number)
      order by batch.number, batch.id) ${batches}), '[]')`,
    batchCount: sql`(select count(*)::int ${batches})`,
    closedBatchCount: sql`(select count(*)::int ${batches} and ${batchIs.closed('batch.status')})`,
  },
  search: ['number', sql`(select string_agg(own.order_number, ' ') ${orders})`],
  sortable: { status, number: sql`lpad(production_run.number, 20)` },
  filters: {
    status: (statuses) => sql<boolean>`${status} = any(${statuses}::text[])`,
    orderIDs: (ids) => sql<boolean>`exists (select ${orders} and own.order_id = any(${ids}::text[]))`,
    itemIDs: (ids) => sql<boolean>`exists (select ${batches} and batch.item_id = any(${ids}::text[]))`,
  },
  order: [
    ['createdAt', 'desc'],
    ['number', 'desc'],
  ],
  where: sql<boolean>`production_run.deleted_at is null`,
});
