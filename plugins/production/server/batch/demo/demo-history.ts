import {
  addDays,
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  fractionOf,
  multiplyFractions,
  newID,
  noFraction,
  roundFraction,
  startOfDayIn,
  subtractFractions,
  toColumn,
} from '@millwright/core/contracts';
import { type AccountContext, type DemoRandom, indexRecords, sql, todayOf, touched } from '@millwright/core/server';
import {
  type BatchEventKind,
  listBatches,
  listProductionRuns,
  listScanningStations,
} from '../../../contracts/index.ts';
import { laborCosts, laborSeconds } from '../../making/labor.ts';
import { atSix } from '../amounts/batch-amounts.ts';
import { changeRow, noWork } from '../scan/scan.ts';
import type { BatchState } from '../scan/scan-desk.ts';

const historyDays = 730;
/** The demo's planned runs come after these days. */
const daysBack = 4;
/** Numbers of an older system, below the account's own. */
const firstNumber = 101;
const minute = 60_000;

/** Products of the history: their steps in order, each with its station. */
const ways = [
  [
    ['Knit merino socks', 'Knitting machines'],
    ['Press merino socks', 'Finishing'],
    ['Pair and pack merino socks', 'Finishing'],
  ],
  [
    ['Knit shells', 'Knitting machines'],
    ['Press and pair cut-resistant gloves', 'Finishing'],
  ],
] as const;

interface Step {
  id: string;
  name: string;
  itemID: string;
  sku: string;
  baseMeasure: string;
  measure: string;
  laborTime: string | null;
  laborTimeUnit: string;
  laborRate: string | null;
  overheadRate: string | null;
  levelingFactor: string;
  allowances: string;
  /** Cost of all materials that are used at once. */
  materials: { itemID: string; baseMeasure: string; value: string }[];
}

async function stepsByName(ctx: AccountContext): Promise<ReadonlyMap<string, Step>> {
  const { rows } = await sql<Step>`select step.id, step.name, step.item_id as "itemID", item.sku,
      step.base_measure::text as "baseMeasure", step.measure::text as measure, step.labor_time::text as "laborTime",
      step.labor_time_unit as "laborTimeUnit", step.labor_rate::text as "laborRate",
      step.overhead_rate::text as "overheadRate", step.leveling_factor::text as "levelingFactor",
      step.allowances::text as allowances,
      coalesce((select json_agg(json_build_object('itemID', used.item_id, 'baseMeasure', used.base_measure::text,
          'value', round(coalesce(used.base_measure * cost.value / nullif(cost.quantity, 0), 0), 6)::text)
          order by used.position)
        from production.consumption used
        join inventory.v_item_costs cost on cost.account_id = used.account_id and cost.id = used.item_id
        where used.account_id = step.account_id and used.step_id = step.id
          and not exists (select from production.production_step made where made.account_id = used.account_id
            and made.item_id = used.item_id)), '[]') as materials
    from production.production_step step
    join inventory.v_items item on item.account_id = step.account_id and item.id = step.item_id
    where step.account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map((step) => [step.name, step]));
}

/** Share of a day's output: growing, highest before winter, and low in one quarter a year ago. */
function outputOn(day: string, share: number): number {
  const season = 1 + 0.35 * Math.cos(((Number(day.slice(5, 7)) - 10) / 6) * Math.PI);
  return season * (0.7 + 0.7 * share) * (isBadQuarter(share) ? 0.5 : 1);
}
const isBadQuarter = (share: number): boolean => share > 0.52 && share < 0.67;

const text = (amount: Fraction): string => toColumn(roundFraction(amount), 6);
const whole = (amount: number): Fraction => fraction(BigInt(amount));

/** Rows of all tables, inserted at the end, one statement per table. */
const emptyRows = () => ({
  runs: [] as Record<string, unknown>[],
  batches: [] as Record<string, unknown>[],
  events: [] as Record<string, unknown>[],
  changes: [] as Record<string, unknown>[],
  materials: [] as Record<string, unknown>[],
  outputs: [] as Record<string, unknown>[],
});
type Rows = ReturnType<typeof emptyRows>;

/** The scans of a past batch, as stations would have written them; none of it is in stock any more. */
class PastBatch {
  state: BatchState;
  at: Date;
  readonly #rows: Rows;

  constructor(rows: Rows, run: { id: string; number: string; at: Date }, position: number, step: Step, pieces: number) {
    const quantity = multiplyFractions(whole(pieces), pieceOf(step));
    this.#rows = rows;
    this.at = run.at;
    this.state = {
      id: newID('bat'),
      runID: run.id,
      number: `${run.number}-${position}`,
      status: 'planned',
      quantity,
      stepID: step.id,
      itemID: step.itemID,
      seconds: noFraction,
      waste: noFraction,
      value: noFraction,
      stationID: null,
      plannedAt: run.at,
      scannedAt: null,
      closedAt: null,
      lastEventID: null,
    };
  }

  /** One scan: the batch's change, the cost of the work, and the value that left with goods or was lost. */
  scan(kind: BatchEventKind, stationID: string, changes: Partial<BatchState>, work?: { step: Step; of: Fraction }) {
    const id = newID('bev');
    const before = this.state;
    const costs = work ? this.#costsOf(id, work.step, work.of) : undefined;
    const spent = costs ? addFractions(addFractions(costs.materials, costs.labor), costs.overhead) : noFraction;
    const away = kind === 'split' && work ? this.#shareOf(work.of) : noFraction;
    const value =
      kind === 'close'
        ? noFraction
        : addFractions(subtractFractions(before.value, away), kind === 'split' ? noFraction : spent);
    const gone = subtractFractions(addFractions(before.value, spent), value);
    const after = { ...before, stationID, scannedAt: this.at, lastEventID: id, ...changes, value };
    const parts = { materials: noFraction, labor: noFraction, overhead: noFraction, ...costs };
    const left = kind === 'close' ? { stocked: gone, lost: noFraction } : { stocked: noFraction, lost: gone };
    this.#rows.events.push({
      id,
      created_at: this.at,
      kind,
      station_id: stationID,
      scan_id: null,
      scanned_at: null,
      note: null,
      actor_id: 'older-system',
      actor_name: 'Older system',
      undoes_id: null,
      request_hash: id,
    });
    const firsts = kind === 'split' ? noFraction : before.quantity;
    this.#rows.changes.push({
      ...changeRow(id, before, after, { ...parts, ...left }),
      ...(kind === 'init'
        ? noWork
        : {
            kind,
            station_id: before.stationID,
            worked_at: this.at,
            since: before.scannedAt,
            from_step_id: before.stepID,
            from_item_id: before.itemID,
            firsts: text(firsts),
          }),
    });
    if (kind === 'close')
      this.#rows.outputs.push({
        id: newID('bot'),
        event_id: id,
        batch_id: after.id,
        run_id: after.runID,
        item_id: after.itemID,
        quantity: text(after.quantity),
        value: text(gone),
        lot_number: after.number,
        location_id: null,
      });
    this.state = after;
  }

  #shareOf(part: Fraction): Fraction {
    return atSix(divideFractions(multiplyFractions(this.state.value, part), this.state.quantity));
  }

  #costsOf(eventID: string, step: Step, quantity: Fraction) {
    const runs = divideFractions(quantity, fractionOf(step.baseMeasure));
    const used = step.materials.map(({ itemID, baseMeasure, value }) => ({
      itemID,
      quantity: atSix(multiplyFractions(fractionOf(baseMeasure), runs)),
      value: atSix(multiplyFractions(fractionOf(value), runs)),
    }));
    this.#rows.materials.push(
      ...used.map(({ itemID, quantity: taken, value }) => ({
        id: newID('bmt'),
        event_id: eventID,
        batch_id: this.state.id,
        run_id: this.state.runID,
        item_id: itemID,
        quantity: text(taken),
        short: '0',
        value: text(value),
        lots: [],
        booked: '0',
        variance: '0',
        is_undone: false,
      })),
    );
    const atOnce = laborCosts(step) ?? { labor: noFraction, overhead: noFraction };
    return {
      materials: used.reduce((sum, { value }) => addFractions(sum, value), noFraction),
      labor: atSix(multiplyFractions(atOnce.labor, runs)),
      overhead: atSix(multiplyFractions(atOnce.overhead, runs)),
    };
  }
}

const pieceOf = ({ baseMeasure, measure }: Step): Fraction =>
  divideFractions(fractionOf(baseMeasure), fractionOf(measure));

/** The quantity in the next step's product. */
const goingOn = (quantity: Fraction, from: Step, to: Step): Partial<BatchState> => ({
  stepID: to.id,
  itemID: to.itemID,
  quantity: multiplyFractions(divideFractions(quantity, pieceOf(from)), pieceOf(to)),
});

const floating = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);

/** Two years of finished runs of a demo account, one insert per table. */
export async function createDemoProduction(ctx: AccountContext, random: DemoRandom): Promise<void> {
  const steps = await stepsByName(ctx);
  const { rows: stations } = await sql<{ id: string; name: string }>`select id, name
    from production.scanning_station where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  const at = new Map(stations.map(({ id, name }) => [name, id]));
  const known = ways.flatMap((way) => {
    const found = way.map(([name, station]) => ({ step: steps.get(name), stationID: at.get(station) }));
    return found.every(({ step, stationID }) => step && stationID)
      ? [found as { step: Step; stationID: string }[]]
      : [];
  });
  if (!known.length) return;
  const rows = emptyRows();
  const skusOf = new Map<string, string>();
  const today = todayOf(ctx);
  let due = 0;
  for (let index = 0; index < historyDays - daysBack; index += 1) {
    const day = addDays(today, index - historyDays);
    const share = index / (historyDays - daysBack);
    if ([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) continue;
    due += outputOn(day, share) * 0.22;
    if (due < 1) continue;
    due -= 1;
    const began = startOfDayIn(ctx.account.timeZone, day).getTime() + random.integer(6 * 60, 8 * 60) * minute;
    const run = { id: newID('run'), number: String(firstNumber + rows.runs.length), at: new Date(began) };
    const way = random.pick(known);
    const count = random.integer(2, 3);
    const ended = Array.from({ length: count }, (_, position) => {
      const started = { ...run, at: new Date(began + position * random.integer(8, 20) * minute) };
      return makeBatch(rows, random, { run: started, position: position + 1, way, share });
    });
    const completed = new Date(Math.max(...ended.map((end) => end.getTime())));
    rows.runs.push({
      id: run.id,
      version: 1,
      created_at: new Date(began - 20 * 60 * minute),
      updated_at: completed,
      number: run.number,
      due_at: addDays(day, 2),
      responsible_user_id: null,
      notes: 'From the older system',
      started_at: run.at,
      completed_at: completed,
      last_batch: count,
      deleted_at: null,
    });
    skusOf.set(run.number, way.at(-1)?.step.sku ?? '');
  }
  await write(ctx, rows, skusOf);
}

/** Moves a batch through all steps with one count on the way; answers when it went into stock. */
function makeBatch(
  rows: Rows,
  random: DemoRandom,
  made: {
    run: { id: string; number: string; at: Date };
    position: number;
    way: readonly { step: Step; stationID: string }[];
    share: number;
  },
): Date {
  const { run, position, way, share } = made;
  const [first] = way as [(typeof way)[number]];
  const isBad = isBadQuarter(share);
  const batch = new PastBatch(rows, run, position, first.step, random.integer(5, 10) * 10);
  const created = batch.state;
  batch.scan('init', first.stationID, { status: 'open' });
  for (const [index, { step, stationID }] of way.entries()) {
    const next = way[index + 1];
    const runs = floating(divideFractions(batch.state.quantity, fractionOf(step.baseMeasure)));
    const standard = floating(laborSeconds(step) ?? noFraction) * 1000 * runs;
    // Work becomes faster over the years; in the bad quarter it was delayed by missing yarn.
    const pace = (1.25 - 0.25 * share) * (isBad ? 1.35 : 1) * (0.9 + random.next() * 0.25);
    batch.at = new Date(batch.at.getTime() + standard * pace);
    if (index === 0) {
      const lost = multiplyFractions(whole(random.integer(isBad ? 3 : 0, isBad ? 8 : 3)), pieceOf(step));
      if (lost.numerator > 0n) {
        const left = subtractFractions(batch.state.quantity, lost);
        batch.scan('split', stationID, { quantity: left, waste: lost }, { step, of: lost });
        batch.at = new Date(batch.at.getTime() + minute);
      }
    }
    const work = { step, of: batch.state.quantity };
    if (next) batch.scan('move', next.stationID, goingOn(batch.state.quantity, step, next.step), work);
    else batch.scan('close', stationID, { status: 'closed', closedAt: batch.at }, work);
  }
  const { state } = batch;
  rows.batches.push({
    id: state.id,
    version: 1,
    created_at: run.at,
    updated_at: batch.at,
    run_id: created.runID,
    number: state.number,
    status: state.status,
    step_id: state.stepID,
    item_id: state.itemID,
    quantity: text(state.quantity),
    seconds: '0',
    waste: text(state.waste),
    value: '0',
    station_id: state.stationID,
    scanned_at: state.scannedAt,
    closed_at: state.closedAt,
    last_event_id: state.lastEventID,
  });
  return batch.at;
}

async function write(ctx: AccountContext, rows: Rows, skusOf: ReadonlyMap<string, string>): Promise<void> {
  await ctx.em.insert('production.production_run', rows.runs);
  await ctx.em.insert('production.batch', rows.batches);
  await ctx.em.insert('production.batch_event', rows.events);
  await ctx.em.insert('production.batch_change', rows.changes);
  await ctx.em.insert('production.batch_material', rows.materials);
  await ctx.em.insert('production.batch_output', rows.outputs);
  await indexRecords(
    ctx,
    rows.runs.map(({ id, number }) => ({
      type: 'production_run',
      id: String(id),
      title: String(number),
      text: '',
      subtitle: skusOf.get(String(number)) ?? '',
    })),
  );
  touched(ctx, listProductionRuns, listBatches, listScanningStations);
}
