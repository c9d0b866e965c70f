import type { EndpointRequest } from '@millwright/core/contracts';
import { projection, sql } from '@millwright/core/server';
import { batchRow, type listProductionRunBatches } from '../../contracts/index.ts';
import { itemOf } from '../production-step/production-step.queries.ts';

type BatchPage = EndpointRequest<typeof listProductionRunBatches>['query'] & { runID?: string };

/** A base quantity of the batch's item in its default unit, six decimals. */
const shown = (column: string) => sql`(select (${sql.ref(`batch.${column}`)} * cost.unit_denominator
    / cost.unit_numerator)::numeric(18,6)
  from inventory.v_item_costs cost where cost.account_id = batch.account_id and cost.id = batch.item_id)`;

/** Batches by their numbers, the run's first one first. */
export const batchView = projection<typeof batchRow, BatchPage>(batchRow, {
  list: 'batches',
  table: 'production.batch',
  computed: {
    productionRunID: sql`batch.run_id`,
    item: itemOf('batch'),
    quantity: sql`(select json_build_object('id', 'qty_' || batch.id || '.quantity', 'measure', ${shown('quantity')},
        'unitID', item.default_unit_id, 'unit', item.default_unit_name)
      from inventory.v_items item where item.account_id = batch.account_id and item.id = batch.item_id)`,
    seconds: shown('seconds'),
    waste: shown('waste'),
    productionStepID: sql`batch.step_id`,
    productionStep: sql`(select json_build_object('id', step.id, 'name', step.name)
      from production.production_step step where step.account_id = batch.account_id and step.id = batch.step_id)`,
  },
  search: ['number'],
  sortable: { number: sql`batch.created_at` },
  filters: {
    status: (statuses) => sql<boolean>`batch.status = any(${statuses}::text[])`,
    runID: (id) => sql<boolean>`batch.run_id = ${id}`,
  },
  order: ['createdAt'],
});
