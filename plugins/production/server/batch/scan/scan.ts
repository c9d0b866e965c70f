import {
  addFractions,
  compareFractions,
  divideFractions,
  type Fraction,
  fractionOf,
  multiplyFractions,
  newID,
  noFraction,
  roundFraction,
  subtractFractions,
  toColumn,
  valueText,
} from '@millwright/core/contracts';
import { type AccountContext, sql, touched } from '@millwright/core/server';
import type { StockPort, SupplyPort } from '@millwright/inventory/contracts';
import {
  type BatchEventKind,
  batchStates,
  listBatches,
  listProductionRuns,
  listScanningStations,
} from '../../../contracts/index.ts';
import { laborCosts } from '../../making/labor.ts';
import { goesAsPlanned } from '../../production-run/flow-ahead.ts';
import type { RunPromises } from '../../production-run/orders/run-promises.ts';
import type { ProductionRun } from '../../production-run/production-run.entity.ts';
import type { RunBill } from '../../production-run/run-bill.ts';
import { batchIs } from '../../states/states.ts';
import { atSix } from '../amounts/batch-amounts.ts';
import type { BatchBefore } from '../batch-event.entity.ts';
import { refuseShortages, shortagesOf, type TakenMaterial, takeMaterials, wantedFor } from '../work/step-materials.ts';
import { type ScanClock, scanTime } from './scan-clock.ts';
import { type BatchState, type Desk, standingStep } from './scan-desk.ts';

const type = 'production_run';
const text = (amount: Fraction): string => toColumn(roundFraction(amount), 6);
const worth = (amount: Fraction): string => valueText(roundFraction(amount));

/** What is written down of a scan. */
export interface ScanRecord {
  kind: BatchEventKind;
  stationID?: string | undefined;
  scanID?: string | undefined;
  /** When it was done, where that is not when it was received. */
  at?: Date | undefined;
  note?: string | undefined;
  undoesID?: string | undefined;
  requestHash: string;
}

/** What work on a batch cost, and where that went. */
interface Costs {
  materials: Fraction;
  labor: Fraction;
  overhead: Fraction;
  stocked: Fraction;
  lost: Fraction;
}
const noCosts: Costs = {
  materials: noFraction,
  labor: noFraction,
  overhead: noFraction,
  stocked: noFraction,
  lost: noFraction,
};

interface Output {
  id: string;
  batchID: string;
  runID: string;
  itemID: string;
  quantity: Fraction;
  value: Fraction;
  lotNumber: string;
  locationID: string | undefined;
}

export interface ScanPorts {
  stock: StockPort;
  supply: SupplyPort;
  promises: RunPromises;
}

/** The columns of work in a change that is none. */
export const noWork = {
  kind: null,
  station_id: null,
  worked_at: null,
  since: null,
  from_step_id: null,
  from_item_id: null,
  firsts: null,
};

/** Work on batches that are held: what it changes is kept here and written at the end, one write a table. */
export class Scan {
  readonly id = newID('bev');
  /** When the server received it. */
  readonly now: Date;
  /** When it was done. */
  readonly at: Date;
  readonly desk: Desk;
  readonly #ctx: AccountContext;
  readonly #ports: ScanPorts;
  readonly #before = new Map<string, BatchState>();
  readonly #after = new Map<string, BatchState>();
  readonly #costs = new Map<string, Costs>();
  readonly #edges: { source: BatchState; target: BatchState; quantity: Fraction }[] = [];
  readonly #outputs: Output[] = [];
  readonly #taken: TakenMaterial[] = [];

  constructor(ctx: AccountContext, ports: ScanPorts, desk: Desk, told: ScanClock = {}) {
    this.#ctx = ctx;
    this.#ports = ports;
    this.desk = desk;
    this.now = ctx.clock.now();
    this.at = scanTime(
      this.now,
      told,
      desk.batches.map(({ scannedAt, plannedAt }) => scannedAt ?? plannedAt),
    );
    for (const batch of desk.batches) this.#before.set(batch.id, batch);
  }

  /** A batch as it is by now. */
  of(id: string): BatchState {
    const state = this.#after.get(id) ?? this.#before.get(id);
    if (!state) throw new Error(`Batch ${id} is not at the desk`);
    return state;
  }

  change(id: string, changes: Partial<BatchState>): BatchState {
    const stationID = this.desk.station?.id ?? this.of(id).stationID;
    const next = { ...this.of(id), stationID, scannedAt: this.at, lastEventID: this.id, ...changes };
    this.#after.set(id, next);
    return next;
  }

  /** A batch of the run of another, with the run's next number. */
  make(
    origin: BatchState,
    id: string | undefined,
    fields: Pick<BatchState, 'stepID' | 'itemID' | 'quantity' | 'value'> & Partial<BatchState>,
  ): BatchState {
    const run = this.desk.runs.get(origin.runID) as ProductionRun;
    run.lastBatch += 1;
    const made: BatchState = {
      id: id ?? newID('bat'),
      runID: run.id,
      number: `${run.number}-${run.lastBatch}`,
      status: 'open',
      seconds: noFraction,
      waste: noFraction,
      closedAt: null,
      plannedAt: this.now,
      scannedAt: this.at,
      lastEventID: this.id,
      stationID: this.desk.station?.id ?? origin.stationID,
      ...fields,
    };
    this.#after.set(made.id, made);
    return made;
  }

  /** So much of what the source counts passed to the target. */
  pass(source: BatchState, target: BatchState, quantity: Fraction): void {
    if (quantity.numerator > 0n) this.#edges.push({ source, target, quantity });
  }

  note(id: string, costs: Partial<Costs>): void {
    const known = this.#costs.get(id) ?? noCosts;
    const added = Object.entries(costs).map(([name, amount]) => [
      name,
      addFractions(known[name as keyof Costs], amount),
    ]);
    this.#costs.set(id, { ...known, ...Object.fromEntries(added) });
  }

  /**
   * Completes the present step for so much of each batch: takes its materials and answers what that cost, by batch.
   * What is missing is short, or refuses the scan where the station wants it so.
   */
  async complete(work: readonly { batch: BatchState; quantity: Fraction }[]): Promise<Map<string, Fraction>> {
    const { station, runs, items, places } = this.desk;
    const wanted = work.flatMap(({ batch, quantity }) => wantedFor(batch, standingStep(this.desk, batch), quantity));
    const at = { from: station ? places : [], scanningStation: station && { id: station.id, name: station.name } };
    const taken = await takeMaterials(this.#ctx, this.#ports.stock, wanted, runs, at);
    if (station?.materialCheckRequired) await refuseShortages(this.#ctx, taken, items);
    this.#taken.push(...taken);
    return new Map(
      work.map(({ batch, quantity }) => {
        const step = standingStep(this.desk, batch);
        const materials = taken
          .filter(({ batchID }) => batchID === batch.id)
          .reduce((sum, { value }) => addFractions(sum, value), noFraction);
        const atOnce = laborCosts(step);
        const runsOfIt = divideFractions(quantity, fractionOf(step.baseMeasure));
        const labor = atOnce ? atSix(multiplyFractions(atOnce.labor, runsOfIt)) : noFraction;
        const overhead = atOnce ? atSix(multiplyFractions(atOnce.overhead, runsOfIt)) : noFraction;
        this.note(batch.id, { materials, labor, overhead });
        return [batch.id, addFractions(addFractions(materials, labor), overhead)];
      }),
    );
  }

  /** Goods of a batch enter stock. */
  bring(batch: BatchState, output: Pick<Output, 'itemID' | 'quantity' | 'value' | 'lotNumber' | 'locationID'>): void {
    this.note(batch.id, { stocked: output.value });
    this.#outputs.push({ id: newID('bot'), batchID: batch.id, runID: batch.runID, ...output });
  }

  /** Writes all of it. Answers the batches that it changed, and what was missing. */
  async finish(record: ScanRecord) {
    const ctx = this.#ctx;
    await writeEvent(ctx, this.id, this.now, { ...record, at: this.at });
    await this.#writeChanges(record);
    await this.#writeStock();
    await writeBatches(ctx, this.now, [...this.#after.values()], this.#before);
    const runIDs = [...new Set([...this.#after.values()].map(({ runID }) => runID))];
    for (const runID of runIDs.sort()) {
      const run = this.desk.runs.get(runID) as ProductionRun;
      if (this.#changesStatus(runID)) await progress(ctx, run, this.now);
      const { promises } = this.#ports;
      if (this.#keepsPromises(record.kind, runID)) continue;
      // A run that is completed wants nothing but what it still owes, to the last millionth.
      if (!run.completedAt && this.#keepsDemand(record, runID)) await promises.updateRunSupply(ctx, run);
      else await promises.updateRunPromises(ctx, run);
    }
    touched(ctx, listBatches, listProductionRuns, listScanningStations);
    return { batchIDs: [...this.#after.keys()], shortages: shortagesOf(this.#taken, this.desk.items) };
  }

  /** Whether batches of a run began, ended, or are new. */
  #changesStatus(runID: string): boolean {
    return [...this.#after.values()].some(
      (after) => after.runID === runID && after.status !== this.#before.get(after.id)?.status,
    );
  }

  /**
   * Whether a run brings and takes after the scan what it did before, less what the scan took: where batches are only
   * started, or go on as they were meant to and lacked nothing.
   */
  #keepsPromises(kind: BatchEventKind, runID: string): boolean {
    if (kind === 'init') return true;
    const bill = this.desk.bills.get(runID) as RunBill;
    return (
      kind === 'move' &&
      this.#lacksNothing(runID) &&
      [...this.#after.values()].every(({ id, stepID }) => {
        const before = this.#before.get(id) as BatchState;
        return before.runID !== runID || goesAsPlanned(bill, before.stepID, stepID);
      })
    );
  }

  /** Whether what a run takes after the scan is what it took before, less what the scan took. */
  #keepsDemand({ kind, note }: ScanRecord, runID: string): boolean {
    return kind === 'close' && note === undefined && this.#lacksNothing(runID);
  }

  #lacksNothing(runID: string): boolean {
    return this.#taken.every((each) => each.runID !== runID || compareFractions(each.taken, each.quantity) === 0);
  }

  async #writeChanges(record: ScanRecord): Promise<void> {
    const { em } = this.#ctx;
    await em.insert(
      'production.batch_change',
      [...this.#after.values()].map((after) => ({
        ...changeRow(this.id, this.#before.get(after.id), after, this.#costs.get(after.id) ?? noCosts),
        ...this.#workOf(record, this.#before.get(after.id), after),
      })),
    );
    await em.insert(
      'production.batch_edge',
      this.#edges.map(({ source, target, quantity }) => ({
        event_id: this.id,
        source_batch_id: source.id,
        target_batch_id: target.id,
        item_id: source.itemID,
        quantity: text(quantity),
      })),
    );
    await em.insert(
      'production.batch_material',
      this.#taken.map(({ id, batchID, runID, itemID, quantity, taken, value, lots }) => ({
        id,
        event_id: this.id,
        batch_id: batchID,
        run_id: runID,
        item_id: itemID,
        quantity: text(taken),
        short: text(subtractFractions(quantity, taken)),
        value: worth(value),
        lots,
        booked: '0',
        variance: '0',
        is_undone: false,
      })),
    );
    await em.insert(
      'production.batch_output',
      this.#outputs.map(({ id, batchID, runID, itemID, quantity, value, lotNumber, locationID }) => ({
        id,
        event_id: this.id,
        batch_id: batchID,
        run_id: runID,
        item_id: itemID,
        quantity: text(quantity),
        value: worth(value),
        lot_number: lotNumber,
        location_id: locationID ?? null,
      })),
    );
  }

  /**
   * What figures say of a change. Firsts are what a made batch took to another step, or the batch itself: all that it
   * counted before, with what joined it, less what was lost; or what it closed with. They were made where the batch
   * stood: the station that scans a move is the next one.
   */
  #workOf({ kind, stationID }: ScanRecord, before: BatchState | undefined, after: BatchState) {
    if (!before || kind === 'init' || kind === 'delete') return noWork;
    const sum = (edges: readonly { quantity: Fraction }[]) =>
      edges.reduce((total, { quantity }) => addFractions(total, quantity), noFraction);
    const taken = this.#edges.filter(
      ({ source, target }) =>
        source.id === after.id && !this.#before.has(target.id) && this.of(target.id).stepID !== before.stepID,
    );
    const joined = this.#edges.filter(({ target }) => target.id === after.id);
    const lost = addFractions(
      subtractFractions(after.seconds, before.seconds),
      subtractFractions(after.waste, before.waste),
    );
    const own =
      after.stepID !== before.stepID
        ? addFractions(
            subtractFractions(
              subtractFractions(after.quantity, subtractFractions(countedOf(after), countedOf(before))),
              lost,
            ),
            sum(joined),
          )
        : kind === 'close'
          ? after.quantity
          : noFraction;
    return {
      kind,
      station_id: before.stationID ?? stationID ?? null,
      worked_at: this.at,
      since: before.scannedAt,
      from_step_id: before.stepID,
      from_item_id: before.itemID,
      firsts: text(addFractions(sum(taken), own)),
    };
  }

  async #writeStock(): Promise<void> {
    const { station } = this.desk;
    const scanningStation = station && { id: station.id, name: station.name };
    for (const runID of [...new Set(this.#outputs.map((output) => output.runID))].sort()) {
      const { id, number } = this.desk.runs.get(runID) as ProductionRun;
      await this.#ports.supply.produce(
        this.#ctx,
        { type, id, number },
        this.#outputs
          .filter((output) => output.runID === runID)
          .map(({ id: lineID, itemID, quantity, value, lotNumber, locationID }) => ({
            lineID,
            itemID,
            quantity: text(quantity),
            value: worth(value),
            lotNumber,
            scanningStation,
            ...(locationID ? { locationID } : {}),
          })),
      );
    }
  }
}

export async function writeEvent(ctx: AccountContext, id: string, now: Date, record: ScanRecord): Promise<void> {
  await ctx.em.insert('production.batch_event', [
    {
      id,
      created_at: now,
      kind: record.kind,
      station_id: record.stationID ?? null,
      scan_id: record.scanID ?? null,
      scanned_at: record.at ?? null,
      note: record.note ?? null,
      actor_id: ctx.actor.id,
      actor_name: ctx.actor.name,
      undoes_id: record.undoesID ?? null,
      request_hash: record.requestHash,
    },
  ]);
}

const beforeOf = (state: BatchState): BatchBefore => ({
  status: state.status,
  stepID: state.stepID,
  itemID: state.itemID,
  stationID: state.stationID,
  scannedAt: state.scannedAt?.toISOString() ?? null,
  closedAt: state.closedAt?.toISOString() ?? null,
  lastEventID: state.lastEventID,
});

/** What a planned batch counts is not there yet. */
const countedOf = (state: BatchState | undefined): Fraction =>
  !state || batchStates.is.planned(state.status) ? noFraction : state.quantity;

export const changeRow = (eventID: string, before: BatchState | undefined, after: BatchState, costs: Costs) => ({
  event_id: eventID,
  batch_id: after.id,
  quantity: text(subtractFractions(countedOf(after), countedOf(before))),
  seconds: text(subtractFractions(after.seconds, before?.seconds ?? noFraction)),
  waste: text(subtractFractions(after.waste, before?.waste ?? noFraction)),
  value: worth(subtractFractions(after.value, before?.value ?? noFraction)),
  materials: worth(costs.materials),
  labor: worth(costs.labor),
  overhead: worth(costs.overhead),
  stocked: worth(costs.stocked),
  lost: worth(costs.lost),
  before: before ? beforeOf(before) : null,
  status: after.status,
  step_id: after.stepID,
  item_id: after.itemID,
  counted: text(after.quantity),
});

/** Writes batches as they are now: new ones, and those that were there. */
export async function writeBatches(
  ctx: AccountContext,
  now: Date,
  batches: readonly BatchState[],
  before: { has(id: string): boolean },
): Promise<void> {
  const rowOf = (state: BatchState) => ({
    id: state.id,
    status: state.status,
    step_id: state.stepID,
    item_id: state.itemID,
    quantity: text(state.quantity),
    seconds: text(state.seconds),
    waste: text(state.waste),
    value: worth(state.value),
    station_id: state.stationID,
    scanned_at: state.scannedAt,
    closed_at: state.closedAt,
    last_event_id: state.lastEventID,
  });
  await ctx.em.insert(
    'production.batch',
    batches
      .filter(({ id }) => !before.has(id))
      .map((state) => ({
        ...rowOf(state),
        created_at: now,
        updated_at: now,
        version: 1,
        run_id: state.runID,
        number: state.number,
      })),
  );
  const known = batches.filter(({ id }) => before.has(id)).map(rowOf);
  if (!known.length) return;
  await ctx.em.send(
    sql`update production.batch batch set status = own.status, step_id = own.step_id, item_id = own.item_id,
        quantity = own.quantity, seconds = own.seconds, waste = own.waste, value = own.value,
        station_id = own.station_id, scanned_at = own.scanned_at, closed_at = own.closed_at,
        last_event_id = own.last_event_id, updated_at = ${now}, version = batch.version + 1
      from jsonb_populate_recordset(null::production.batch, ${JSON.stringify(known)}::jsonb) own
      where batch.account_id = ${ctx.account.id} and batch.id = own.id`,
    known.length,
  );
}

/** Where a run stands after its batches were written. */
export async function progress(ctx: AccountContext, run: ProductionRun, now: Date): Promise<void> {
  const { rows } = await sql<{
    started: boolean;
    open: boolean;
  }>`select bool_or(${batchIs.started('status')}) as started,
      bool_or(${batchIs.live('status')}) as open
    from production.batch where account_id = ${ctx.account.id} and run_id = ${run.id}`.execute(ctx.em.query());
  const [{ started, open } = { started: false, open: false }] = rows;
  run.startedAt = started ? (run.startedAt ?? now) : null;
  run.completedAt = started && !open ? (run.completedAt ?? now) : null;
  await ctx.em.flush();
}
