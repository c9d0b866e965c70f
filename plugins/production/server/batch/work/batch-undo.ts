import {
  type EndpointRequest,
  fractionOf,
  newID,
  roundFraction,
  subtractFractions,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, sql, touched } from '@millwright/core/server';
import {
  type BatchEventKind,
  batchStates,
  listBatches,
  listProductionRuns,
  listScanningStations,
  type ScanReply,
  scanProblems,
  undoMinutes,
  type undoScan,
} from '../../../contracts/index.ts';
import { shareFlow } from '../../making/flow-links.ts';
import type { RecipeRuns } from '../../production-run/orders/recipe-runs.ts';
import { batchesInOrder } from '../batch.queries.ts';
import { answeredBefore, asScanProblem, hashOfRequest, repeatedAnswer } from '../batch.service.ts';
import type { BatchBefore } from '../batch-event.entity.ts';
import { noWork, progress, type ScanPorts, writeBatches, writeEvent } from '../scan/scan.ts';
import { scanTime } from '../scan/scan-clock.ts';
import { type BatchState, type Desk, openDesk, stationAtWork } from '../scan/scan-desk.ts';

type UndoBody = EndpointRequest<typeof undoScan>['body'];

interface StandingEvent {
  id: string;
  kind: BatchEventKind;
  createdAt: Date | string;
  /** Time of the scan. */
  doneAt: Date | string;
}

interface Change {
  batchID: string;
  quantity: string;
  seconds: string;
  waste: string;
  value: string;
  materials: string;
  labor: string;
  overhead: string;
  stocked: string;
  lost: string;
  before: BatchBefore | null;
}

/** The newest scan of a station that is not undone. */
async function newestOf(ctx: AccountContext, stationID: string): Promise<StandingEvent | undefined> {
  const { rows } = await sql<StandingEvent>`select event.id, event.kind, event.created_at as "createdAt",
      coalesce(event.scanned_at, event.created_at) as "doneAt"
    from production.batch_event event
    where event.account_id = ${ctx.account.id} and event.station_id = ${stationID} and event.kind <> 'undo'
      and not exists (select from production.batch_event undone where undone.account_id = ${ctx.account.id}
        and undone.undoes_id = event.id)
    order by event.created_at desc, event.id desc limit 1`.execute(ctx.em.query());
  return rows[0];
}

const changesOf = async (ctx: AccountContext, eventID: string): Promise<Change[]> =>
  (
    await sql<Change>`select batch_id as "batchID", quantity::text as quantity, seconds::text as seconds,
        waste::text as waste, value::text as value, materials::text as materials, labor::text as labor,
        overhead::text as overhead, stocked::text as stocked, lost::text as lost, before
      from production.batch_change where account_id = ${ctx.account.id} and event_id = ${eventID}`.execute(
      ctx.em.query(),
    )
  ).rows;

/** @throws Problem 409 `scan_rejected` if the scan is not the newest or is too old */
async function requireNewest(ctx: AccountContext, { scanningStationID, eventID }: UndoBody): Promise<StandingEvent> {
  const newest = await newestOf(ctx, scanningStationID);
  if (!newest) throw scanProblems.scan_rejected({ message: 'There is no scan to take back here.' });
  if (eventID !== undefined && eventID !== newest.id)
    throw scanProblems.scan_rejected({ message: 'Take back the later scans of this station first.' });
  if (ctx.clock.now().getTime() - new Date(newest.createdAt).getTime() > undoMinutes * 60_000)
    throw scanProblems.scan_rejected({ message: `The scan is more than ${undoMinutes} minutes old: it stays.` });
  return newest;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** A batch before a change; undefined for a batch that the change created. */
function undoneState(state: BatchState, change: Change): BatchState | undefined {
  const { before } = change;
  if (!before) return undefined;
  const isPlannedAgain = batchStates.is.planned(before.status);
  return {
    ...state,
    ...before,
    scannedAt: dateOf(before.scannedAt),
    closedAt: dateOf(before.closedAt),
    quantity: isPlannedAgain ? state.quantity : subtractFractions(state.quantity, fractionOf(change.quantity)),
    seconds: subtractFractions(state.seconds, fractionOf(change.seconds)),
    waste: subtractFractions(state.waste, fractionOf(change.waste)),
    value: subtractFractions(state.value, fractionOf(change.value)),
  };
}

const negated = (amount: string): string =>
  Number(amount) === 0 ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/** Items whose stock an event moved, including later bookings, and their places. */
async function movedBy(ctx: AccountContext, eventID: string): Promise<{ itemIDs: string[]; locationIDs: string[] }> {
  const { rows } = await sql<{ itemID: string; locationID: string }>`with line as (
      select id, run_id from production.batch_material where account_id = ${ctx.account.id} and event_id = ${eventID}
      union all
      select id, run_id from production.batch_output where account_id = ${ctx.account.id} and event_id = ${eventID})
    select distinct movement.item_id as "itemID", movement.location_id as "locationID"
    from line join inventory.v_movements movement on movement.account_id = ${ctx.account.id}
      and movement.source_type = 'production_run' and movement.source_id = line.run_id
      and movement.source_line_id = line.id`.execute(ctx.em.query());
  return { itemIDs: rows.map(({ itemID }) => itemID), locationIDs: rows.map(({ locationID }) => locationID) };
}

/** Undoes the newest scan of a station, with its effects on batches and stock. */
export async function undoLastScan(
  ctx: AccountContext,
  ports: ScanPorts,
  recipes: RecipeRuns,
  body: UndoBody,
): Promise<ScanReply> {
  const requestHash = hashOfRequest('undo', body);
  const { id, name } = await stationAtWork(ctx, body.scanningStationID);
  const done = await answeredBefore(ctx, body, requestHash);
  if (done) return repeatedAnswer(ctx, done);
  const planned = await requireNewest(ctx, body);
  const isStart = planned.kind === 'init';
  // Undoing a start makes its run planned again, with a new bill. Recipes are locked before runs.
  if (isStart) await shareFlow(ctx);
  const changes = await changesOf(ctx, planned.id);
  const ids = changes.map(({ batchID }) => batchID);
  let late: Awaited<ReturnType<typeof answeredBefore>>;
  const desk = await openDesk(ctx, ports.stock, {
    codes: ids,
    stationID: undefined,
    beside: () => movedBy(ctx, planned.id),
    // A start moved no stock; the stock for the new bill is locked together with the recipes.
    mayTouchStock: () => !isStart,
    async isDone() {
      late = await answeredBefore(ctx, body, requestHash);
      // Another scan may have come while the locks were awaited.
      if (!late) await requireNewest(ctx, { ...body, eventID: planned.id });
      return late !== undefined;
    },
  });
  if (!desk) return repeatedAnswer(ctx, late as NonNullable<typeof late>);
  const event = planned;
  const { rows: last } = await sql<{ number: string }>`select number from production.batch
    where account_id = ${ctx.account.id} and id = any(${ids}::text[]) and last_event_id <> ${event.id}
    limit 1`.execute(ctx.em.query());
  if (last[0])
    throw scanProblems.scan_rejected({ message: `${last[0].number} was scanned elsewhere since: this scan stays.` });
  try {
    await takeBack(ctx, ports, { event, changes, desk, body, requestHash, scanningStation: { id, name } });
    if (isStart) await recipes.renew(ctx, [...desk.runs.values()]);
  } catch (error) {
    throw asScanProblem(error);
  }
  const kept = changes.filter(({ before }) => before).map(({ batchID }) => batchID);
  const { rows: written } = await sql<{ id: string }>`select id from production.batch_event
    where account_id = ${ctx.account.id} and undoes_id = ${event.id}`.execute(ctx.em.query());
  const batches = await batchesInOrder(ctx, kept);
  return { eventID: written[0]?.id ?? '', kind: 'undo', isRepeated: false, batches, shortages: [] };
}

interface TakingBack {
  event: StandingEvent;
  changes: readonly Change[];
  desk: Desk;
  scanningStation: { id: string; name: string };
  body: UndoBody;
  requestHash: string;
}

async function takeBack(ctx: AccountContext, ports: ScanPorts, work: TakingBack): Promise<void> {
  const { event, changes, desk, body, requestHash, scanningStation } = work;
  const states = new Map(desk.batches.map((state) => [state.id, state]));
  const id = newID('bev');
  const now = ctx.clock.now();
  const query = ctx.em.query();
  await writeEvent(ctx, id, now, {
    kind: 'undo',
    stationID: body.scanningStationID,
    scanID: body.scanID,
    ...(body.scannedAt === undefined ? {} : { at: scanTime(now, body, [new Date(event.doneAt)]) }),
    undoesID: event.id,
    requestHash,
  });
  const after = changes.map((change) => undoneState(states.get(change.batchID) as BatchState, change));
  await ctx.em.insert(
    'production.batch_change',
    changes.map((change, index) => {
      const state = states.get(change.batchID) as BatchState;
      const next = after[index];
      return {
        event_id: id,
        batch_id: change.batchID,
        quantity: negated(change.quantity),
        seconds: negated(change.seconds),
        waste: negated(change.waste),
        value: negated(change.value),
        materials: negated(change.materials),
        labor: negated(change.labor),
        overhead: negated(change.overhead),
        stocked: negated(change.stocked),
        lost: negated(change.lost),
        before: null,
        status: next?.status ?? null,
        step_id: next?.stepID ?? state.stepID,
        item_id: next?.itemID ?? state.itemID,
        counted: next ? toColumn(roundFraction(next.quantity), 6) : '0',
        ...noWork,
      };
    }),
  );
  const made = changes.filter(({ before }) => !before).map(({ batchID }) => batchID);
  await sql`delete from production.batch where account_id = ${ctx.account.id}
    and id = any(${made}::text[])`.execute(query);
  await writeBatches(
    ctx,
    now,
    after.filter((state) => state !== undefined),
    states,
  );
  const { rows: materials } = await sql<{ id: string; runID: string }>`
    update production.batch_material set is_undone = true
    where account_id = ${ctx.account.id} and event_id = ${event.id}
    returning id, run_id as "runID"`.execute(query);
  const { rows: outputs } = await sql<{ id: string; runID: string }>`select id, run_id as "runID"
    from production.batch_output where account_id = ${ctx.account.id} and event_id = ${event.id}`.execute(query);
  for (const run of desk.runs.values()) {
    const own = (rows: readonly { id: string; runID: string }[]) =>
      rows.filter(({ runID }) => runID === run.id).map((row) => row.id);
    const source = { type: 'production_run', id: run.id };
    const brought = own(outputs);
    if (brought.length) await ports.supply.unreceive(ctx, source, brought, { scanningStation });
    await progress(ctx, run, now);
    if (event.kind !== 'init')
      await ports.promises.updateRunPromises(ctx, run, { lineIDs: own(materials), scanningStation });
  }
  touched(ctx, listBatches, listProductionRuns, listScanningStations);
}
