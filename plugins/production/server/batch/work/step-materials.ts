import {
  addFractions,
  compareFractions,
  divideFractions,
  type Fraction,
  fractionOf,
  greaterFraction,
  lesserFraction,
  multiplyFractions,
  newID,
  noFraction,
  Problem,
  roundFraction,
  subtractFractions,
  toColumn,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { StockIssue, StockPort } from '@millwright/inventory/contracts';
import { scanProblems } from '../../../contracts/index.ts';
import { type FlowingStep, flowShareOf, usedFromStock } from '../../production-run/flow-ahead.ts';
import type { ProductionRun } from '../../production-run/production-run.entity.ts';
import { stockedPlaceIs } from '../../states/states.ts';
import { atSix } from '../amounts/batch-amounts.ts';
import type { ScannedItem } from '../scan/scanned-item.ts';

const type = 'production_run';

/**
 * Material that a step takes from stock for a quantity of its product: everything that does not flow in. Base units.
 */
export const stepMaterialsOf = (step: FlowingStep, quantity: Fraction) =>
  usedFromStock(step)
    .map(({ itemID, instructions }) => ({
      itemID,
      instructions,
      quantity: atSix(multiplyFractions(quantity, flowShareOf(step, itemID))),
    }))
    .filter(({ quantity: amount }) => amount.numerator > 0n);

/** Material demand of work on a batch. */
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
      id: newID('bmt'),
      batchID: batch.id,
      runID: batch.runID,
      itemID,
      quantity: amount,
    }),
  );

/** Quantities that a run can take: those reserved for it, and free ones. */
export async function takeableBy(ctx: AccountContext, stock: StockPort, runID: string, itemIDs: readonly string[]) {
  const promises = await stock.promisesOf(ctx, type, [runID]);
  const availability = await stock.availabilityOf(ctx, itemIDs);
  return new Map(
    itemIDs.map((id) => {
      const free = greaterFraction(noFraction, fractionOf(availability.get(id)?.availableToPromise ?? '0'));
      return [id, { reserved: fractionOf(promises.get(id)?.reserved ?? '0'), free }];
    }),
  );
}

/** Open places of a department, by path. */
export async function placesOf(ctx: AccountContext, departmentID: string | null | undefined): Promise<string[]> {
  if (!departmentID) return [];
  const { rows } = await sql<{ id: string }>`select id from inventory.v_locations
    where account_id = ${ctx.account.id} and department_id = ${departmentID}
      and ${stockedPlaceIs.open('reservation_state')}
      and not is_closed and is_promisable order by path, id`.execute(ctx.em.query());
  return rows.map(({ id }) => id);
}

/** Where the material is taken: preferred places, and the station. */
type TakingAt = Pick<StockIssue, 'from' | 'scanningStation'>;

/** Takes material from stock for runs as far as it is available, from the department's places first. */
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
    const runMaterials = wanted.filter((each) => each.runID === runID);
    all.push(...(await takeForRun(ctx, stock, runMaterials, run, at)));
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
  // Usually everything is available. Otherwise the ledger's refusal names the missing quantities, and the rest is
  // taken.
  const planned = new Map(wanted.map(({ id, quantity }) => [id, quantity]));
  for (let attempt = 0; ; attempt += 1) {
    const lines = wanted.flatMap(({ id, itemID }): StockIssue[] => {
      const quantity = planned.get(id) ?? noFraction;
      if (quantity.numerator === 0n) return [];
      const demand = { type, id: run.id, lineID: itemID };
      return [{ itemID, quantity: toColumn(roundFraction(quantity), 6), ...at, lineID: id, path: id, demand }];
    });
    try {
      const issued = new Map((await stock.issue(ctx, 'consume', source, lines)).map((line) => [line.lineID, line]));
      return wanted.map((each) => {
        const line = issued.get(each.id);
        return {
          ...each,
          taken: line ? (planned.get(each.id) ?? noFraction) : noFraction,
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
      // Another transaction may take stock meanwhile, and lots may expire.
      for (const { path, shortfall } of missing)
        planned.set(path, greaterFraction(noFraction, subtractFractions(planned.get(path) ?? noFraction, shortfall)));
    }
  }
}

/** Available quantity of each wanted material for its run, by the id of the wanted material. */
async function takeableOf(
  ctx: AccountContext,
  stock: StockPort,
  runID: string,
  wanted: readonly WantedMaterial[],
): Promise<Map<string, Fraction>> {
  const takeable = await takeableBy(ctx, stock, runID, [...new Set(wanted.map(({ itemID }) => itemID))]);
  const planned = new Map<string, Fraction>();
  for (const { id, itemID, quantity } of wanted) {
    const there = takeable.get(itemID) ?? { reserved: noFraction, free: noFraction };
    const reserved = lesserFraction(quantity, there.reserved);
    const free = lesserFraction(subtractFractions(quantity, reserved), there.free);
    planned.set(id, addFractions(reserved, free));
    takeable.set(itemID, {
      reserved: subtractFractions(there.reserved, reserved),
      free: subtractFractions(there.free, free),
    });
  }
  return planned;
}

function shortfallsOf(error: unknown): { path: string; shortfall: Fraction }[] {
  if (!(error instanceof Problem) || error.code !== 'insufficient_stock') return [];
  const lines = (error.details?.['lines'] ?? []) as { path: string; shortfall: number }[];
  return lines.map(({ path, shortfall }) => ({ path, shortfall: fractionOf(String(shortfall)) }));
}

/** Missing material for people, in the item's default unit. */
export const shortagesOf = (taken: readonly TakenMaterial[], items: ReadonlyMap<string, ScannedItem>) =>
  taken
    .filter((each) => compareFractions(each.taken, each.quantity) < 0)
    .map((each) => {
      const item = items.get(each.itemID);
      const missing = subtractFractions(each.quantity, each.taken);
      const perUnit = item?.perUnit;
      const measure = toWire(roundFraction(perUnit ? divideFractions(missing, perUnit) : missing));
      return { sku: item?.sku ?? each.itemID, measure, unit: item?.unit ?? '' };
    });

/** Unusable stock of an item as text: ' (Lot L1 expired Nov 27)'. */
async function blockedLots(ctx: AccountContext, itemID: string | undefined): Promise<string> {
  const { rows } = await sql<{ text: string }>`select distinct blocked_because as text
    from inventory.v_stock_on_hand
    where account_id = ${ctx.account.id} and owner_id = ${ctx.account.id} and item_id = ${itemID ?? ''}
      and is_blocked and on_hand > 0 order by 1 limit 3`.execute(ctx.em.query());
  return rows.length ? ` (${rows.map(({ text }) => text).join('; ')})` : '';
}

/** @throws Problem 409 `scan_rejected` with the missing material, and any unusable stock of it */
export async function refuseShortages(
  ctx: AccountContext,
  taken: readonly TakenMaterial[],
  items: ReadonlyMap<string, ScannedItem>,
): Promise<void> {
  const rows = shortagesOf(taken, items);
  const [first] = rows;
  if (!first) return;
  const short = taken.find((each) => compareFractions(each.taken, each.quantity) < 0);
  const missing = `${first.measure} ${first.unit} of ${first.sku}${await blockedLots(ctx, short?.itemID)}`;
  const others = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
  throw scanProblems.scan_rejected({
    message: `Material is missing: ${missing}${others}. Bring it, then scan again.`,
    details: { rows },
  });
}
