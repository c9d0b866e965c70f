import { type EndpointRequest, toWire } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import type { StockPort } from '@millwright/inventory/contracts';
import {
  batchStates,
  type getRemainingQuantities,
  type listNextSteps,
  type listStationConsumptions,
  type NextStep,
  type StationConsumption,
  scanProblems,
} from '../../contracts/index.ts';
import {
  compare,
  dividedBy,
  type Fraction,
  fraction,
  fractionOf,
  nothing,
  plus,
  rounded,
  times,
} from '../making/fraction.ts';
import { type FlowingStep, flowShareOf } from '../production-run/flow-ahead.ts';
import { billOf, type RunBill } from '../production-run/run-bill.ts';
import { batchByCode } from './batch.queries.ts';
import { movedQuantity } from './batch-amounts.ts';
import { partsOf } from './batch-moves.ts';
import { type BatchState, findBatches, type ScannedItem, scannedItems, stationAtWork } from './scan-desk.ts';
import { stepMaterialsOf, takeableBy } from './step-materials.ts';

/** Bills of the runs of batches, by run. */
async function billsOf(ctx: AccountContext, batches: readonly BatchState[]): Promise<Map<string, RunBill>> {
  const ids = [...new Set(batches.map(({ runID }) => runID))];
  const { rows } = await sql<{ id: string; bill: FlowingStep[] }>`select id, bill from production.production_run
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  return new Map(rows.map((run) => [run.id, billOf(run)]));
}

/** In the default unit of the item. */
const measureOf = (amount: Fraction, item: ScannedItem | undefined): number =>
  toWire(rounded(item ? dividedBy(amount, item.perUnit) : amount));

/** A step as the bill of a batch's run has it. */
const billStepOf = (bills: ReadonlyMap<string, RunBill>, { runID }: BatchState, id: string): FlowingStep => {
  const step = bills.get(runID)?.get(id);
  if (!step) throw scanProblems.production_step_not_found({ message: 'This production step is not there any more.' });
  return step;
};

/** What a batch comes to at a step: itself where it stands there. */
function comesTo(batch: BatchState, target: FlowingStep): Fraction | undefined {
  if (batch.stepID === target.id) return batch.quantity;
  if (!target.inputs.some(({ stepID }) => stepID === batch.stepID))
    throw scanProblems.batch_model_interface_mismatch({
      message: `${batch.number} does not go into ${target.name}.`,
    });
  const moved = movedQuantity(batch.quantity, flowShareOf(target, batch.itemID));
  return moved.isExact ? moved.quantity : undefined;
}

export async function remainingQuantities(
  ctx: AccountContext,
  { batchIDs, productionStepID }: EndpointRequest<typeof getRemainingQuantities>['body'],
) {
  const batches = await findBatches(ctx, batchIDs);
  const bills = await billsOf(ctx, batches);
  const [first] = batches as [BatchState];
  const target = billStepOf(bills, first, productionStepID);
  const items = await scannedItems(ctx, [target.itemID, ...batches.map(({ itemID }) => itemID)]);
  const amount = (of: Fraction, item: ScannedItem | undefined) => ({
    measure: measureOf(of, item),
    unit: item?.unit ?? '',
  });
  return {
    items: batches.map((batch) => {
      const item = items.get(batch.itemID);
      const remaining = comesTo(batch, billStepOf(bills, batch, productionStepID));
      return {
        ...{ batchID: batch.id, number: batch.number, sku: item?.sku ?? '' },
        quantity: amount(batch.quantity, item),
        remaining: remaining ? amount(remaining, items.get(target.itemID)) : null,
      };
    }),
  };
}

export async function nextSteps(
  ctx: AccountContext,
  code: string,
  { scanningStationID }: EndpointRequest<typeof listNextSteps>['body'],
) {
  const [batch] = (await findBatches(ctx, [code])) as [BatchState];
  const station = await stationAtWork(ctx, scanningStationID);
  const bills = await billsOf(ctx, [batch]);
  const own = billStepOf(bills, batch, batch.stepID);
  const steps = bills.get(batch.runID) as RunBill;
  const targets = [...steps.values()].filter(
    (step) => station.stepIDs.has(step.id) && step.inputs.some(({ stepID }) => stepID === own.id),
  );
  const items = await scannedItems(
    ctx,
    targets.map(({ itemID }) => itemID),
  );
  const open = batchStates.is.open(batch.status);
  const rows = await itemRows(ctx, targets);
  return {
    batch: await batchByCode(ctx, batch.id),
    isLast: open && own.isStocked,
    canStart: batchStates.is.planned(batch.status) && station.stepIDs.has(batch.stepID),
    items: (open && !own.isStocked ? targets : [])
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .map((step): NextStep => {
        const item = items.get(step.itemID);
        const moved = movedQuantity(batch.quantity, flowShareOf(step, batch.itemID));
        return {
          ...{ id: step.id, name: step.name, isMultiPart: partsOf(step).length > 1 },
          item: rows.get(step.itemID) as NextStep['item'],
          measure: moved.isExact ? measureOf(moved.quantity, item) : null,
          unit: item?.unit ?? '',
        };
      }),
  };
}

async function itemRows(ctx: AccountContext, steps: readonly FlowingStep[]): Promise<Map<string, NextStep['item']>> {
  const { rows } = await sql<NextStep['item']>`select id, sku, description, type from inventory.v_items
    where account_id = ${ctx.account.id} and id = any(${steps.map(({ itemID }) => itemID)}::text[])`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What work on batches takes from stock, and what there is of it. */
export async function stationConsumptions(
  ctx: AccountContext,
  stock: StockPort,
  stationID: string,
  { batchIDs, splitQuantity, productionStepID }: EndpointRequest<typeof listStationConsumptions>['body'],
): Promise<{ items: StationConsumption[] }> {
  await stationAtWork(ctx, stationID);
  const batches = await findBatches(ctx, batchIDs);
  const bills = await billsOf(ctx, batches);
  const batchItems = await scannedItems(
    ctx,
    batches.map(({ itemID }) => itemID),
  );
  const wanted = new Map<string, { quantity: Fraction; instructions: string | null }>();
  const whole = batches.reduce((sum, { quantity }) => plus(sum, quantity), nothing);
  for (const batch of batches) {
    const perUnit = batchItems.get(batch.itemID)?.perUnit ?? fraction(1n);
    // A part of several is spread by what each has.
    const part =
      splitQuantity === undefined || compare(whole, nothing) === 0
        ? batch.quantity
        : dividedBy(times(fractionOf(String(splitQuantity)), perUnit, batch.quantity), whole);
    const isHere = productionStepID === undefined || productionStepID === batch.stepID;
    const step = billStepOf(bills, batch, isHere ? batch.stepID : (productionStepID as string));
    const quantity = isHere ? part : dividedBy(part, flowShareOf(step, batch.itemID));
    if (!isHere) comesTo(batch, step);
    for (const { itemID, quantity: amount, instructions } of stepMaterialsOf(step, quantity)) {
      const known = wanted.get(itemID);
      wanted.set(itemID, { quantity: plus(known?.quantity ?? nothing, amount), instructions });
    }
  }
  const [first] = batches as [BatchState];
  const itemIDs = [...wanted.keys()];
  const takeable = await takeableBy(ctx, stock, first.runID, itemIDs);
  const items = await scannedItems(ctx, itemIDs);
  return {
    items: [...wanted].map(([itemID, { quantity, instructions }]) => {
      const item = items.get(itemID);
      const there = takeable.get(itemID);
      return {
        ...{ sku: item?.sku ?? '', demandMeasure: measureOf(quantity, item), demandUnit: item?.unit ?? '' },
        inventoryMeasure: measureOf(there ? plus(there.reserved, there.free) : nothing, item),
        inventoryUnit: item?.unit ?? '',
        instructions,
      };
    }),
  };
}
