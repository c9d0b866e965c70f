import { type AccountContext, sql } from '@millwright/core/server';
import type { BatchFlow } from '../../contracts/index.ts';
import { itemOf } from '../production-step/production-step.queries.ts';
import { batchByCode } from './batch.queries.ts';

/** Largest number of batches in a tree. */
const mostShown = 500;

/** A base quantity of an item in its default unit, with the unit's name. */
const shown = (amount: string, item: string) => sql`(select (${sql.raw(amount)} * cost.unit_denominator
  / cost.unit_numerator)::numeric(18,6)::float8 from inventory.v_item_costs cost
  where cost.account_id = own.account_id and cost.id = ${sql.raw(item)})`;
const unitOf = (item: string) => sql`(select item.default_unit_name from inventory.v_items item
  where item.account_id = own.account_id and item.id = ${sql.raw(item)})`;

/** Edges of events that were not undone. */
const standingEdges = sql`select edge.* from production.batch_edge edge
  where not exists (select from production.batch_event undone where undone.account_id = edge.account_id
    and undone.undoes_id = edge.event_id)`;

async function treeOf(ctx: AccountContext, batchID: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`with recursive edges as (
      ${standingEdges} and edge.account_id = ${ctx.account.id}),
    upwards (id) as (
      select ${batchID}::text collate "C" union select edge.source_batch_id from upwards
        join edges edge on edge.target_batch_id = upwards.id),
    downwards (id) as (
      select ${batchID}::text collate "C" union select edge.target_batch_id from downwards
        join edges edge on edge.source_batch_id = downwards.id)
    select id from upwards union select id from downwards limit ${mostShown}`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** The flow of a batch: all batches that went into it, and all that came out of it. */
export async function batchFlowOf(ctx: AccountContext, code: string): Promise<BatchFlow> {
  const { id: batchID } = await batchByCode(ctx, code);
  const ids = await treeOf(ctx, batchID);
  const query = ctx.em.query();
  const { rows: batches } = await sql<BatchFlow['batches'][number]>`
    select batch.id, batch.number, batch.status, batch.run_id as "productionRunID", ${itemOf('batch')} as item,
      (select json_build_object('id', 'qty_' || batch.id || '.quantity', 'measure',
          (batch.quantity * cost.unit_denominator / cost.unit_numerator)::numeric(18,6),
          'unitID', item.default_unit_id, 'unit', item.default_unit_name)
        from inventory.v_items item join inventory.v_item_costs cost on cost.account_id = item.account_id
          and cost.id = item.id
        where item.account_id = batch.account_id and item.id = batch.item_id) as quantity,
      (select (batch.seconds * cost.unit_denominator / cost.unit_numerator)::numeric(18,6)::float8
        from inventory.v_item_costs cost
        where cost.account_id = batch.account_id and cost.id = batch.item_id) as seconds,
      (select (batch.waste * cost.unit_denominator / cost.unit_numerator)::numeric(18,6)::float8
        from inventory.v_item_costs cost where cost.account_id = batch.account_id and cost.id = batch.item_id) as waste,
      (select json_build_object('id', step.id, 'name', step.name) from production.production_step step
        where step.account_id = batch.account_id and step.id = batch.step_id) as "productionStep",
      to_json(batch.closed_at) as "closedAt"
    from production.batch batch
    where batch.account_id = ${ctx.account.id} and batch.id = any(${ids}::text[])
    order by batch.created_at, batch.id`.execute(query);
  const { rows: edges } = await sql<BatchFlow['edges'][number]>`
    select own.event_id as "eventID", own.source_batch_id as "fromBatchID", own.target_batch_id as "toBatchID",
      ${shown('own.quantity', 'own.item_id')} as measure, ${unitOf('own.item_id')} as unit
    from (${standingEdges} and edge.account_id = ${ctx.account.id} and edge.source_batch_id = any(${ids}::text[])
      and edge.target_batch_id = any(${ids}::text[])) own order by own.event_id`.execute(query);
  const { rows: events } = await sql<BatchFlow['events'][number] & { at: Date | string }>`
    select event.id, event.kind, event.created_at as at, event.actor_name as by, event.note,
      (select station.name from production.scanning_station station
        where station.account_id = event.account_id and station.id = event.station_id) as "scanningStation",
      (select step.name from production.production_step step
        where step.account_id = own.account_id and step.id = own.before->>'stepID') as "from",
      case when own.status is null then null else (select step.name from production.production_step step
        where step.account_id = own.account_id and step.id = own.step_id) end as "to",
      ${shown('own.counted', 'own.item_id')} as measure, ${unitOf('own.item_id')} as unit,
      exists (select from production.batch_event undone where undone.account_id = event.account_id
        and undone.undoes_id = event.id) as "isUndone"
    from production.batch_change own
    join production.batch_event event on event.account_id = own.account_id and event.id = own.event_id
    where own.account_id = ${ctx.account.id} and own.batch_id = ${batchID}
    order by event.created_at, event.id`.execute(query);
  const { rows: materials } = await sql<BatchFlow['materials'][number]>`
    select (select item.sku from inventory.v_items item where item.account_id = own.account_id
        and item.id = own.item_id) as sku,
      (select batch.number from production.batch batch where batch.account_id = own.account_id
        and batch.id = own.batch_id) as "batchNumber",
      ${shown('(own.quantity + own.booked)', 'own.item_id')} as measure,
      ${shown('(own.short - own.booked)', 'own.item_id')} as short,
      ${unitOf('own.item_id')} as unit, to_json(own.lots) as lots
    from production.batch_material own
    where own.account_id = ${ctx.account.id} and own.batch_id = any(${ids}::text[]) and not own.is_undone
    order by own.id`.execute(query);
  const isoOf = (at: Date | string): string => new Date(at).toISOString();
  return {
    batchID,
    batches: batches.map((batch) => ({ ...batch, closedAt: batch.closedAt ? isoOf(batch.closedAt) : null })),
    edges,
    events: events.map((event) => ({ ...event, at: isoOf(event.at) })),
    materials: materials.filter(({ batchNumber }) => batchNumber !== null),
  };
}
