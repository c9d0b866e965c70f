import type { Pool, PoolClient } from 'pg';
import { newID } from '../../contracts/texts/id.ts';
import type { Round } from '../figures/measurement.ts';
import { processorTime } from '../figures/processor-time.ts';

/** A move of a batch to its next step. */
export interface FloorMove {
  batchID: string;
  stationID: string;
  stepID: string;
}

type Row = Record<string, unknown>;

/**
 * The same move in plain SQL: locks run and batch, takes the material of the finished step from position, promise,
 * balance and oldest layer, writes the movements, and updates the batch. One material, no shortages.
 */
async function move(client: PoolClient, accountID: string, { batchID, stationID, stepID }: FloorMove): Promise<Row> {
  const ask = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await client.query({ name: `move.${name}`, text, values: [accountID, ...values] })).rows as Row[];
  const one = async (name: string, text: string, values: unknown[]): Promise<Row> => {
    const [row] = await ask(name, text, values);
    if (!row) throw new Error(`move: no ${name}`);
    return row;
  };
  const { id: runID } = await one(
    'run',
    `select run.id from production.production_run run where run.account_id = $1 and run.id = (select run_id
      from production.batch where account_id = $1 and id = $2) for no key update`,
    [batchID],
  );
  const batch = await one(
    'batch',
    'select * from production.batch where account_id = $1 and id = $2 for no key update',
    [batchID],
  );
  const step = await one(
    'step',
    `select step.id, step.labor_time, step.labor_rate, step.overhead_rate, step.base_measure, target.item_id as made,
        target.base_measure as target_measure, used.item_id as used, used.base_measure as used_measure,
        part.base_measure as part_measure
      from production.production_step step
      join production.consumption used on used.account_id = step.account_id and used.step_id = step.id
        and used.item_id not in (select source.item_id from production.flow_link link
          join production.production_step source on source.account_id = link.account_id
            and source.id = link.source_step_id
          where link.account_id = step.account_id and link.target_step_id = step.id)
      join production.production_step target on target.account_id = step.account_id and target.id = $3
      join production.consumption part on part.account_id = target.account_id and part.step_id = target.id
        and part.item_id = step.item_id
      join production.station_step own on own.account_id = step.account_id and own.step_id = target.id
        and own.station_id = $4
      where step.account_id = $1 and step.id = $2`,
    [batch['step_id'], stepID, stationID],
  );
  const counted = Number(batch['quantity']);
  const used = (counted * Number(step['used_measure'])) / Number(step['base_measure']);
  const next = (counted * Number(step['target_measure'])) / Number(step['part_measure']);
  const labor = (counted / Number(step['base_measure'])) * Number(step['labor_time']) * Number(step['labor_rate']);
  await one(
    'position',
    `select on_hand, reserved from inventory.item_position where account_id = $1 and owner_id = $1 and item_id = $2
      for no key update`,
    [step['used']],
  );
  const layer = await one(
    'layer',
    `select id, location_id, round(remaining_value * $3::numeric / remaining, 6) as worth from inventory.cost_layer
      where account_id = $1 and owner_id = $1 and item_id = $2 and is_left order by received_at, id limit 1
      for no key update`,
    [step['used'], used],
  );
  const worth = Number(layer['worth']);
  const [eventID, movementID] = [newID('bev'), newID('mov')];
  await ask(
    'take',
    `with position as (update inventory.item_position set on_hand = on_hand - $3, reserved = reserved - $3,
        demanded = demanded - $3, value = value - $4, version = version + 1, updated_at = now()
        where account_id = $1 and owner_id = $1 and item_id = $2),
      balance as (update inventory.balance set on_hand = on_hand - $3, version = version + 1, updated_at = now()
        where account_id = $1 and owner_id = $1 and item_id = $2 and location_id = $5),
      layer as (update inventory.cost_layer set remaining = remaining - $3, remaining_value = remaining_value - $4,
        version = version + 1, updated_at = now() where account_id = $1 and id = $6),
      demand as (update inventory.demand set quantity = quantity - $3, reserved = reserved - $3, version = version + 1,
        updated_at = now()
        where account_id = $1 and source_type = 'production_run' and source_id = $7 and line_id = $2 and quantity > $3)
      delete from inventory.demand where account_id = $1 and source_type = 'production_run' and source_id = $7
        and line_id = $2 and quantity <= $3`,
    [step['used'], used, worth, layer['location_id'], layer['id'], runID],
  );
  await ask(
    'movement',
    `with movement as (insert into inventory.movement (account_id, id, created_at, operation_id, action, item_id,
        owner_id, location_id, quantity, measure, unit_id, value, book_amount, source_type, source_id, source_line_id,
        actor_name)
      select $1, $2, now(), $3, 'consume', item.id, $1, $5, -$6::numeric, -$6::numeric, item.base_unit_id, -$7::numeric,
        -round($7::numeric, 2),
        'production_run', $8, $9, 'Floor' from inventory.v_items item where item.account_id = $1 and item.id = $4)
    insert into inventory.movement_layer (account_id, movement_id, layer_id, quantity, value)
    values ($1, $2, $10, -$6::numeric, -$7::numeric)`,
    [movementID, newID('op'), step['used'], layer['location_id'], used, worth, runID, eventID, layer['id']],
  );
  await ask(
    'event',
    `insert into production.batch_event (account_id, id, created_at, kind, station_id, scan_id, actor_id, actor_name,
      request_hash) values ($1, $2, now(), 'move', $3, $2, 'floor', 'Floor', '')`,
    [eventID, stationID],
  );
  await ask(
    'material',
    `insert into production.batch_material (account_id, id, event_id, batch_id, run_id, item_id, quantity, short, value,
      lots) values ($1, $2, $3, $4, $5, $6, $7, 0, $8, '{}')`,
    [newID('bmt'), eventID, batchID, runID, step['used'], used, worth],
  );
  await ask(
    'change',
    `insert into production.batch_change (account_id, event_id, batch_id, quantity, seconds, waste, value, materials,
      labor, overhead, stocked, lost, before, status, step_id, item_id, counted)
    values ($1, $2, $3, $4, 0, 0, $5, $6, $7, 0, 0, 0, $8, 'open', $9, $10, $11)`,
    [
      ...[eventID, batchID, next - counted, worth + labor, worth, labor],
      ...[JSON.stringify({ status: batch['status'], stepID: batch['step_id'] }), stepID, step['made'], next],
    ],
  );
  const [after] = await ask(
    'after',
    `update production.batch set step_id = $3, item_id = $4, quantity = $5, value = value + $6, station_id = $7,
        scanned_at = now(), last_event_id = $8, version = version + 1, updated_at = now()
      where account_id = $1 and id = $2
      returning *, (select row_to_json(item) from inventory.v_items item
        where item.account_id = $1 and item.id = $4) as item`,
    [batchID, stepID, step['made'], next, worth + labor, stationID, eventID],
  );
  return after as Row;
}

/** Moves batches by plain SQL as the tenant role: one client per list, one transaction per move. */
export async function floorMoves(
  pool: Pool,
  accountID: string,
  lists: readonly (readonly FloorMove[])[],
): Promise<Round> {
  const clients = await Promise.all(lists.map(() => pool.connect()));
  const before = processorTime();
  const durations: number[] = [];
  const began = performance.now();
  try {
    await Promise.all(
      lists.map(async (moves, number) => {
        const client = clients[number] as PoolClient;
        for (const each of moves) {
          const from = performance.now();
          await client.query('begin');
          await client.query({
            name: 'move.account',
            text: "select set_config('app.account_id', $1, true), set_config('app.customer_id', '', true)",
            values: [accountID],
          });
          JSON.stringify(await move(client, accountID, each));
          await client.query('commit');
          durations.push(performance.now() - from);
        }
      }),
    );
  } finally {
    for (const client of clients) client.release(true);
  }
  return {
    durations,
    failed: 0,
    seconds: (performance.now() - began) / 1000,
    processor: processorTime() - before,
  };
}
