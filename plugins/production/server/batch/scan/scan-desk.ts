import {
  divideFractions,
  type Fraction,
  fraction,
  fractionOf,
  isID,
  problems,
  roundFraction,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import { type BatchStatus, scanProblems } from '../../../contracts/index.ts';
import { type FlowingStep, outlookItems, stepsAround } from '../../production-run/flow-ahead.ts';
import { holdStockOf } from '../../production-run/lock-pass.ts';
import { ProductionRun } from '../../production-run/production-run.entity.ts';
import { billOf, type RunBill } from '../../production-run/run-bill.ts';
import { ScanningStation } from '../../scanning-station/scanning-station.entity.ts';
import { stationOfDevice } from '../../scanning-station/station-devices.ts';
import { placesOf } from '../work/step-materials.ts';
import type { ScannedItem } from './scanned-item.ts';

/** A batch as a scan finds or leaves it; quantities in base units. */
export interface BatchState {
  id: string;
  runID: string;
  number: string;
  status: BatchStatus;
  stepID: string;
  itemID: string;
  quantity: Fraction;
  seconds: Fraction;
  waste: Fraction;
  value: Fraction;
  stationID: string | null;
  /** When it came to be. */
  plannedAt: Date;
  scannedAt: Date | null;
  closedAt: Date | null;
  lastEventID: string | null;
}

export interface StationAtWork {
  id: string;
  name: string;
  departmentID: string | null;
  isMultiPart: boolean;
  materialCheckRequired: boolean;
  stepIDs: ReadonlySet<string>;
}

interface BatchRow
  extends Omit<BatchState, 'quantity' | 'seconds' | 'waste' | 'value' | 'plannedAt' | 'scannedAt' | 'closedAt'> {
  quantity: string;
  seconds: string;
  waste: string;
  value: string;
  plannedAt: Date | string;
  scannedAt: Date | string | null;
  closedAt: Date | string | null;
}

const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

const batchColumns = sql`batch.id, batch.run_id as "runID", batch.number, batch.status, batch.step_id as "stepID",
  batch.item_id as "itemID", batch.quantity::text as quantity, batch.seconds::text as seconds,
  batch.waste::text as waste, batch.value::text as value, batch.station_id as "stationID",
  batch.created_at as "plannedAt", batch.scanned_at as "scannedAt", batch.closed_at as "closedAt",
  batch.last_event_id as "lastEventID"`;

const stateOf = (row: BatchRow): BatchState => ({
  ...row,
  quantity: fractionOf(row.quantity),
  seconds: fractionOf(row.seconds),
  waste: fractionOf(row.waste),
  value: fractionOf(row.value),
  plannedAt: new Date(row.plannedAt),
  scannedAt: dateOf(row.scannedAt),
  closedAt: dateOf(row.closedAt),
});

async function readBatches(ctx: AccountContext, ids: readonly string[], isHeld = false): Promise<BatchState[]> {
  const { rows } = await sql<BatchRow>`select ${batchColumns} from production.batch batch
    where batch.account_id = ${ctx.account.id} and batch.id = any(${[...ids]}::text[])
    ${isHeld ? sql`order by batch.id for no key update` : sql``}`.execute(ctx.em.query());
  const byID = new Map(rows.map((row) => [row.id, stateOf(row)]));
  return ids.flatMap((id) => byID.get(id) ?? []);
}

interface NamedBatch {
  id: string;
  number: string;
  runID: string;
  /** Before its run is held: it may have gone on. */
  stepID: string;
}

const batchesNamed = async (ctx: AccountContext, codes: readonly string[]): Promise<NamedBatch[]> =>
  (
    await sql<NamedBatch>`select id, number, run_id as "runID", step_id as "stepID" from production.batch
      where account_id = ${ctx.account.id}
        and (id = any(${[...codes]}::text[]) or number = any(${[...codes]}::text[]))`.execute(ctx.em.query())
  ).rows;

function idsByCode(batches: readonly NamedBatch[], codes: readonly string[]): Map<string, string> {
  const known = new Map(batches.flatMap(({ id, number }) => [[number, id] as const, [id, id] as const]));
  return new Map(codes.flatMap((code) => (known.has(code) ? [[code, known.get(code) as string] as const] : [])));
}

/** Ids of batches by the codes that name them, an id or a number; codes that name none are missing. */
export const batchesByCode = async (ctx: AccountContext, codes: readonly string[]): Promise<Map<string, string>> =>
  idsByCode(await batchesNamed(ctx, codes), codes);

const notFound = (codes: readonly string[]) =>
  scanProblems.batch_not_found(
    codes.length === 1 && !isID('bat', codes[0] as string)
      ? { message: `No batch has the code ${codes[0]}. Scan the label again, or type its number.` }
      : {},
  );

/** Batches by their codes, for those who only ask. @throws Problem 404 `batch_not_found` */
export async function findBatches(ctx: AccountContext, codes: readonly string[]): Promise<BatchState[]> {
  const known = await batchesByCode(ctx, codes);
  if (codes.some((code) => !known.has(code))) throw notFound(codes);
  return readBatches(ctx, [...new Set(known.values())]);
}

/** A station with the steps that it does. @throws Problem 404 */
export async function stationAtWork(ctx: AccountContext, id: string): Promise<StationAtWork> {
  const deviceStationID = await stationOfDevice(ctx);
  if (deviceStationID && deviceStationID !== id)
    throw problems.forbidden({ message: 'This device works at another station' });
  const { rows } = await sql<Omit<StationAtWork, 'stepIDs'> & { stepIDs: string[] }>`select station.id, station.name,
      station.department_id as "departmentID", station.type = 'multi_part' as "isMultiPart",
      station.material_check_required as "materialCheckRequired",
      coalesce((select json_agg(own.step_id) from production.station_step own
        where own.account_id = station.account_id and own.station_id = station.id), '[]') as "stepIDs"
    from production.scanning_station station
    where station.account_id = ${ctx.account.id} and station.id = ${id}`.execute(ctx.em.query());
  const [row] = rows;
  if (!row) throw scanProblems.scan_rejected({ message: 'This scanning station is not there any more.' });
  return { ...row, stepIDs: new Set(row.stepIDs) };
}

export async function scannedItems(ctx: AccountContext, ids: Iterable<string>): Promise<Map<string, ScannedItem>> {
  const { rows } = await sql<{
    id: string;
    sku: string;
    unit: string;
    baseUnitID: string;
    numerator: string;
    denominator: string;
    value: string;
    quantity: string;
  }>`select item.id, item.sku, item.default_unit_name as unit, item.base_unit_id as "baseUnitID",
      cost.unit_numerator::text as numerator, cost.unit_denominator::text as denominator,
      cost.value::text as value, cost.quantity::text as quantity
    from inventory.v_items item
    join inventory.v_item_costs cost on cost.account_id = item.account_id and cost.id = item.id
    where item.account_id = ${ctx.account.id} and item.id = any(${[...new Set(ids)]}::text[])`.execute(ctx.em.query());
  return new Map(
    rows.map(({ numerator, denominator, value, quantity, ...item }) => [
      item.id,
      {
        ...item,
        perUnit: divideFractions(fractionOf(numerator), fractionOf(denominator)),
        cost: divideFractions(fractionOf(value), fractionOf(quantity)),
      },
    ]),
  );
}

/** `12 pair` */
export const scannedAmountText = (amount: Fraction, item: ScannedItem | undefined): string =>
  `${toWire(roundFraction(divideFractions(amount, item?.perUnit ?? fraction(1n))))} ${item?.unit ?? ''}`.trim();

/** What a scan works with; all that it may write is held. */
export interface Desk {
  station: StationAtWork | undefined;
  batches: BatchState[];
  runs: Map<string, ProductionRun>;
  /** Each run goes by its own, by run. */
  bills: ReadonlyMap<string, RunBill>;
  /** Steps of all bills, those of the first batch before others, and steps that were named beside them. */
  steps: RunBill;
  items: ReadonlyMap<string, ScannedItem>;
  /** Open places of the department where the work is done. */
  places: readonly string[];
  /** Where seconds wait, if the scan may have some. */
  quarantineID: string | undefined;
}

/** The step at which a batch stands, by the bill of its run. */
export const standingStep = ({ bills }: Pick<Desk, 'bills'>, { runID, stepID }: Pick<BatchState, 'runID' | 'stepID'>) =>
  bills.get(runID)?.get(stepID) as FlowingStep;

/** What a desk is opened for. */
export interface DeskOpening {
  codes: readonly string[];
  stationID: string | undefined;
  stepIDs?: readonly string[];
  /** Seconds may come of it. */
  hasSeconds?: boolean;
  /** Whether stock may follow; it may where nothing is said. */
  mayTouchStock?: (desk: Pick<Desk, 'batches' | 'bills'>) => boolean;
  /** What is touched beside the stock of the runs: where movements are taken back. */
  beside?: () => Promise<{ itemIDs: string[]; locationIDs: string[] }>;
  /** Answers true where the scan was done before, or cannot be done: nothing else is read then. */
  isDone?: () => Promise<boolean>;
}

/** Holds runs, by id, and reads them as they are. */
export async function holdRuns(ctx: AccountContext, runIDs: readonly string[]): Promise<Map<string, ProductionRun>> {
  const ids = [...new Set(runIDs)].sort();
  await ctx.em.lockRows(ProductionRun, ids);
  const runs = await ctx.em.find(ProductionRun, { accountID: ctx.account.id, id: { $in: ids } }, { refresh: true });
  const byID = new Map(runs.map((run) => [run.id, run]));
  return new Map(ids.flatMap((id) => (byID.has(id) ? [[id, byID.get(id) as ProductionRun] as const] : [])));
}

/** Steps that a scan names and no bill has, for what it is refused with. */
const stepsBeside = async (ctx: AccountContext, stepIDs: readonly string[], steps: RunBill): Promise<RunBill> => {
  const unknown = stepIDs.filter((id) => !steps.has(id));
  return unknown.length ? new Map([...(await stepsAround(ctx, { stepIDs: unknown })), ...steps]) : steps;
};

/** Open places where a station works, or where batches stood last, if their steps take or bring stock. */
async function placesAt(
  ctx: AccountContext,
  { station, batches, bills }: Pick<Desk, 'station' | 'batches' | 'bills'>,
): Promise<string[]> {
  if (!batches.map((batch) => standingStep({ bills }, batch)).some((step) => outlookItems(step).length)) return [];
  if (station) return placesOf(ctx, station.departmentID);
  const last = batches.find(({ stationID }) => stationID !== null)?.stationID;
  return last ? placesOf(ctx, (await ctx.em.get(ScanningStation, last)).departmentID) : [];
}

/**
 * The one lock pass of all that happens to batches: holds their runs, by id, then these, and then all stock that may
 * follow; nothing later locks a position anew. Reads the batches as they are, with the bills of their runs. Answers
 * undefined for a scan that was done before. @throws Problem 404 `batch_not_found`
 */
export async function openDesk(ctx: AccountContext, stock: StockPort, opening: DeskOpening): Promise<Desk | undefined> {
  const { codes, stationID, stepIDs = [], isDone, hasSeconds = false } = opening;
  const named = await batchesNamed(ctx, codes);
  const known = idsByCode(named, codes);
  const found = [...new Set(known.values())];
  const runs = await holdRuns(
    ctx,
    named.filter(({ id }) => found.includes(id)).map(({ runID }) => runID),
  );
  if (await isDone?.()) return undefined;
  if (codes.some((code) => !known.has(code))) throw notFound(codes);
  const [batches, station] = await Promise.all([
    readBatches(ctx, found, true),
    stationID === undefined ? undefined : stationAtWork(ctx, stationID),
  ]);
  const bills = new Map([...runs].map(([id, run]) => [id, billOf(run)]));
  // Deleted while it waited for its run, or at a step that is not there any more.
  if (batches.length < found.length || batches.some((batch) => !bills.get(batch.runID)?.has(batch.stepID)))
    throw notFound(codes);
  const inTurn = batches.map(({ runID }) => bills.get(runID) as RunBill).toReversed();
  const steps = await stepsBeside(ctx, stepIDs, new Map(inTurn.flatMap((bill) => [...bill])));
  const worked = new Set([...batches.map(({ stepID }) => stepID), ...stepIDs]);
  const items = await scannedItems(ctx, [
    ...batches.map(({ itemID }) => itemID),
    ...[...steps.values()].flatMap(({ id, itemID, secondsItemID, consumptions }) =>
      worked.has(id)
        ? [itemID, ...(secondsItemID ? [secondsItemID] : []), ...consumptions.map((used) => used.itemID)]
        : [],
    ),
  ]);
  const desk = { station, batches, runs, bills, steps, items };
  if (opening.mayTouchStock?.(desk) === false) return { ...desk, places: [], quarantineID: undefined };
  const places = await placesAt(ctx, desk);
  const quarantineID = hasSeconds ? (await stock.defaultPlace(ctx, 'quarantine')).id : undefined;
  const beside = (await opening.beside?.()) ?? { itemIDs: [], locationIDs: [] };
  await holdStockOf(ctx, stock, [...runs.values()], {
    itemIDs: [...beside.itemIDs, ...(hasSeconds ? batches.map(({ itemID }) => itemID) : [])],
    locationIDs: [...places, ...beside.locationIDs, ...(quarantineID ? [quarantineID] : [])],
  });
  return { ...desk, places, quarantineID };
}
