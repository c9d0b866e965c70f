import { newID, Problem, toColumn, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { StockIssue, StockPort } from '@millwright/inventory/contracts';
import { scanProblems } from '../../contracts/index.ts';
import {
  compare,
  dividedBy,
  type Fraction,
  fractionOf,
  greater,
  lesser,
  minus,
  nothing,
  plus,
  rounded,
  times,
} from '../making/fraction.ts';
import { type FlowingStep, flowShareOf, usedFromStock } from '../production-run/flow-ahead.ts';
import type { ProductionRun } from '../production-run/production-run.entity.ts';
import { stockedPlaceIs } from '../states/states.ts';
import { atSix } from './batch-amounts.ts';
import type { ScannedItem } from './scan-desk.ts';

const type = 'production_run';

/** What a step takes from stock for so much of what it makes: all that does not flow in. Base units. */
export const stepMaterialsOf = (step: FlowingStep, quantity: Fraction) =>
  usedFromStock(step)
    .map(({ itemID, instructions }) => ({
      itemID,
      instructions,
      quantity: atSix(times(quantity, flowShareOf(step, itemID))),
    }))
    .filter(({ quantity: amount }) => amount.numerator > 0n);

/** Material that work on a batch wants. */
export interface WantedMaterial {
  id: string;
  batchID: string;
  runID: string;
  itemID: string;
  quantity: Fraction;
}
export interface TakenMaterial extends WantedMaterial {
  taken: Fraction;
  value: Fraction;
  lots: string[];
}

export const wantedFor = (batch: { id: string; runID: string }, step: FlowingStep, quantity: Fraction) =>
  stepMaterialsOf(step, quantity).map(
    ({ itemID, quantity: amount }): WantedMaterial => ({
      ...{ id: newID('bmt'), batchID: batch.id, runID: batch.runID },
      ...{ itemID, quantity: amount },
    }),
  );

/** What a run can take of items: what is reserved for it, and what is nobody's. */
export async function takeableBy(ctx: AccountContext, stock: StockPort, runID: string, itemIDs: readonly string[]) {
  const promises = await stock.promisesOf(ctx, type, [runID]);
  const availability = await stock.availabilityOf(ctx, itemIDs);
  return new Map(
    itemIDs.map((id) => {
      const free = greater(nothing, fractionOf(availability.get(id)?.availableToPromise ?? '0'));
      return [id, { reserved: fractionOf(promises.get(id)?.reserved ?? '0'), free }];
    }),
  );
}

/** Open places of a department in the order of their paths. */
export async function placesOf(ctx: AccountContext, departmentID: string | null | undefined): Promise<string[]> {
  if (!departmentID) return [];
  const { rows } = await sql<{ id: string }>`select id from inventory.v_locations
    where account_id = ${ctx.account.id} and department_id = ${departmentID}
      and ${stockedPlaceIs.open('reservation_state')}
      and not is_closed and is_promisable order by path, id`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** Where material is taken: from these places first, by this station. */
type TakingAt = Pick<StockIssue, 'from' | 'scanningStation'>;

/** Takes material of stock for runs: what there is of it, from the department's places first. */
export async function takeMaterials(
  ctx: AccountContext,
  stock: StockPort,
  wanted: readonly WantedMaterial[],
  runs: ReadonlyMap<string, ProductionRun>,
  at: TakingAt,
): Promise<TakenMaterial[]> {
  const all: TakenMaterial[] = [];
  for (const runID of [...new Set(wanted.map((each) => each.runID))].sort()) {
    const run = runs.get(runID) as ProductionRun;
    const own = wanted.filter((each) => each.runID === runID);
    all.push(...(await takeForRun(ctx, stock, own, run, at)));
  }
  return all;
}

async function takeForRun(
  ctx: AccountContext,
  stock: StockPort,
  wanted: readonly WantedMaterial[],
  run: ProductionRun,
  at: TakingAt,
): Promise<TakenMaterial[]> {
  const source = { type, id: run.id, number: run.number };
  // Nearly always everything is there; else what the ledger says is missing is short.
  const planned = new Map(wanted.map(({ id, quantity }) => [id, quantity]));
  for (let attempt = 0; ; attempt += 1) {
    const lines = wanted.flatMap(({ id, itemID }): StockIssue[] => {
      const quantity = planned.get(id) ?? nothing;
      if (quantity.numerator === 0n) return [];
      const demand = { type, id: run.id, lineID: itemID };
      return [{ itemID, quantity: toColumn(rounded(quantity), 6), ...at, lineID: id, path: id, demand }];
    });
    try {
      const issued = new Map((await stock.issue(ctx, 'consume', source, lines)).map((line) => [line.lineID, line]));
      return wanted.map((each) => {
        const line = issued.get(each.id);
        return {
          ...each,
          taken: line ? (planned.get(each.id) ?? nothing) : nothing,
          value: fractionOf(line?.value ?? '0'),
          lots: [...new Set((line?.lots ?? []).flatMap(({ lotNumber }) => lotNumber ?? []))],
        };
      });
    } catch (error) {
      const missing = attempt < wanted.length + 2 ? shortfallsOf(error) : [];
      if (!missing.length) throw error;
      if (!attempt) {
        for (const [id, quantity] of await takeableOf(ctx, stock, run.id, wanted)) planned.set(id, quantity);
        continue;
      }
      // Somebody may take of it meanwhile, and lots expire.
      for (const { path, shortfall } of missing)
        planned.set(path, greater(nothing, minus(planned.get(path) ?? nothing, shortfall)));
    }
  }
}

/** How much of what is wanted there is for a run, by the ids of what is wanted. */
async function takeableOf(
  ctx: AccountContext,
  stock: StockPort,
  runID: string,
  wanted: readonly WantedMaterial[],
): Promise<Map<string, Fraction>> {
  const takeable = await takeableBy(ctx, stock, runID, [...new Set(wanted.map(({ itemID }) => itemID))]);
  const planned = new Map<string, Fraction>();
  for (const { id, itemID, quantity } of wanted) {
    const there = takeable.get(itemID) ?? { reserved: nothing, free: nothing };
    const reserved = lesser(quantity, there.reserved);
    const free = lesser(minus(quantity, reserved), there.free);
    planned.set(id, plus(reserved, free));
    takeable.set(itemID, { reserved: minus(there.reserved, reserved), free: minus(there.free, free) });
  }
  return planned;
}

function shortfallsOf(error: unknown): { path: string; shortfall: Fraction }[] {
  if (!(error instanceof Problem) || error.code !== 'insufficient_stock') return [];
  const lines = (error.details?.['lines'] ?? []) as { path: string; shortfall: number }[];
  return lines.map(({ path, shortfall }) => ({ path, shortfall: fractionOf(String(shortfall)) }));
}

/** What was missing, for people: in the item's default unit. */
export const shortagesOf = (taken: readonly TakenMaterial[], items: ReadonlyMap<string, ScannedItem>) =>
  taken
    .filter((each) => compare(each.taken, each.quantity) < 0)
    .map((each) => {
      const item = items.get(each.itemID);
      const missing = minus(each.quantity, each.taken);
      const perUnit = item?.perUnit;
      const measure = toWire(rounded(perUnit ? dividedBy(missing, perUnit) : missing));
      return { sku: item?.sku ?? each.itemID, measure, unit: item?.unit ?? '' };
    });

/** What lies there of an item and may not be used, in words: ' (Lot L1 expired Nov 27)'. */
async function blockedLots(ctx: AccountContext, itemID: string | undefined): Promise<string> {
  const { rows } = await sql<{ text: string }>`select distinct blocked_because as text
    from inventory.v_stock_on_hand
    where account_id = ${ctx.account.id} and owner_id = ${ctx.account.id} and item_id = ${itemID ?? ''}
      and is_blocked and on_hand > 0 order by 1 limit 3`.execute(ctx.em.query());
  return rows.length ? ` (${rows.map(({ text }) => text).join('; ')})` : '';
}

/** @throws Problem 409 `scan_rejected` with what is missing, and what of it is there and may not be used */
export async function refuseShortages(
  ctx: AccountContext,
  taken: readonly TakenMaterial[],
  items: ReadonlyMap<string, ScannedItem>,
): Promise<void> {
  const rows = shortagesOf(taken, items);
  const [first] = rows;
  if (!first) return;
  const short = taken.find((each) => compare(each.taken, each.quantity) < 0);
  const missing = `${first.measure} ${first.unit} of ${first.sku}${await blockedLots(ctx, short?.itemID)}`;
  const others = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
  throw scanProblems.scan_rejected({
    message: `Material is missing: ${missing}${others}. Bring it, then scan again.`,
    details: { rows },
  });
}
