import { instantJSON, joinedRecord, named, sql } from '@millwright/core/server';
import { pickIs, salesOrderIs } from '../../../states/states.ts';

/** Stage of a pick, computed from `pick` and its order, `sold`. */
export const stageOfPick = pickIs.derived(`case when pick.finished_at is not null then ${pickIs.to('finished')}
  when sold.quantity_picked > sold.quantity_packed and sold.quantity_picked >= sold.quantity_to_pick
    then ${pickIs.to('to_pack')}
  when sold.quantity_picked > 0 then ${pickIs.to('picking')}
  when pick.released_at is null then ${pickIs.to('to_release')} else ${pickIs.to('to_pick')} end`);

/** Allocated stock of the order that waits to be fetched. */
export const plannedPlaces = sql`inventory.v_allocations aside
    join inventory.v_locations place on place.account_id = aside.account_id and place.id = aside.location_id
    where aside.account_id = pick.account_id and aside.source_type = 'sales_order' and aside.source_id = pick.order_id
      and place.type <> 'packing'`;

/** Lines of the order that lack stock. */
export const shortDemand = sql`inventory.v_demands demand where demand.account_id = pick.account_id
  and demand.source_type = 'sales_order' and demand.source_id = pick.order_id and demand.reserved < demand.quantity`;

/** Withdrawn picks are in no answer. */
export const isNotWithdrawn = sql<boolean>`pick.deleted_at is null`;

/** Tables that list rows and single picks read. */
export const pickJoins = {
  sold: { table: 'commerce.sales_order', id: 'pick.order_id', isRequired: true },
  progress: { table: 'commerce.v_order_progress', id: 'pick.order_id', key: 'order_id', isRequired: true },
  customer: { table: 'commerce.customer', id: 'sold.customer_id', isRequired: true },
  priority: { table: 'commerce.priority', id: 'sold.priority_id' },
  carrier: { table: 'commerce.carrier', id: 'sold.carrier_id' },
};

/** Columns of list rows and single picks. `departments` are those of planned places. */
export const columnsOfPick = {
  stage: pickIs.named(stageOfPick),
  order: sql`json_build_object('id', sold.id, 'number', sold.number, 'customerPO', sold.customer_po,
    'status', ${salesOrderIs.named('sold.status')}, 'promisedAt', sold.promised_at,
    'issuedAt', ${instantJSON('sold.issued_at')})`,
  customer: joinedRecord('customer', ['id', 'number', 'name', 'status']),
  priority: joinedRecord('priority', ['id', 'name', 'code']),
  carrier: joinedRecord('carrier'),
  assignee: named('core.v_members', 'pick.assignee_id'),
  shipTo: sql`sold.ship_to`,
  departments: sql`(select coalesce(json_agg(distinct jsonb_build_object('id', place.department_id,
      'name', place.department_name)) filter (where place.department_id is not null), '[]') from ${plannedPlaces})`,
  pickProgress: sql`progress.pick_completion`,
  packProgress: sql`progress.pack_completion`,
  isPendingPack: sql`(sold.quantity_picked > sold.quantity_packed)`,
  isShort: sql`exists (select from ${shortDemand})`,
  lineCount: sql`(select count(*)::int from commerce.sales_order_line line where line.account_id = sold.account_id
    and line.order_id = sold.id and line.product_type = 'sale')`,
  plannedCount: sql`(select count(*)::int from ${plannedPlaces})`,
  lastShippedAt: sql`(select max(left_house.each ->> 'shippedAt')
    from json_array_elements(progress.shipments) left_house (each))`,
};
