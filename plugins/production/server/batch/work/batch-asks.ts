import {
  addFractions,
  compareFractions,
  divideFractions,
  type EndpointRequest,
  type Fraction,
  fraction,
  fractionOf,
  multiplyFractions,
  noFraction,
  roundFraction,
  toWire,
} from '@millwright/core/contracts';
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
} from '../../../contracts/index.ts';
import { type FlowingStep, flowShareOf } from '../../production-run/flow-ahead.ts';
import { billOf, type RunBill } from '../../production-run/run-bill.ts';
import { movedQuantity } from '../amounts/batch-amounts.ts';
import { batchByCode } from '../batch.queries.ts';
import { type BatchState, findBatches, scannedItems, stationAtWork } from '../scan/scan-desk.ts';
import type { ScannedItem } from '../scan/scanned-item.ts';
import { partsOf } from './batch-moves.ts';
import { stepMaterialsOf, takeableBy } from './step-materials.ts';

/** Bills of the batches' runs, by run id. */
async function billsOf(ctx: AccountContext, batches: readonly BatchState[]): Promise<Map<string, RunBill>> {
  const ids = [...new Set(batches.map(({ runID }) => runID))];
  const { rows } = await sql<{ id: string; bill: FlowingStep[] }>`select id, bill from production.production_run
    where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
  return new Map(rows.map((run) => [run.id, billOf(run)]));
}

/** The quantity in the item's default unit. */
const measureOf = (amount: Fraction, item: ScannedItem | undefined): number =>
  toWire(roundFraction(item ? divideFractions(amount, item.perUnit) : amount));

/** A step of the bill of a batch's run. */
const billStepOf = (bills: ReadonlyMap<string, RunBill>, { runID }: BatchState, id: string): FlowingStep => {
  const step = bills.get(runID)?.get(id);
  if (!step) throw scanProblems.production_step_not_found({ message: 'This production step is not there any more.' });
  return step;
};

/** The quantity of a batch at a step; its own quantity at its present step. */
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
        batchID: batch.id,
        number: batch.number,
        sku: item?.sku ?? '',
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
  const billStep = billStepOf(bills, batch, batch.stepID);
  const steps = bills.get(batch.runID) as RunBill;
  const targets = [...steps.values()].filter(
    (step) => station.stepIDs.has(step.id) && step.inputs.some(({ stepID }) => stepID === billStep.id),
  );
  const items = await scannedItems(
    ctx,
    targets.map(({ itemID }) => itemID),
  );
  const open = batchStates.is.open(batch.status);
  const rows = await itemRows(ctx, targets);
  return {
    batch: await batchByCode(ctx, batch.id),
    isLast: open && billStep.isStocked,
    canStart: batchStates.is.planned(batch.status) && station.stepIDs.has(batch.stepID),
    items: (open && !billStep.isStocked ? targets : [])
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .map((step): NextStep => {
        const item = items.get(step.itemID);
        const moved = movedQuantity(batch.quantity, flowShareOf(step, batch.itemID));
        return {
          id: step.id,
          name: step.name,
          isMultiPart: partsOf(step).length > 1,
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

/** Stock that work on batches takes, with the available quantity. */
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
  const whole = batches.reduce((sum, { quantity }) => addFractions(sum, quantity), noFraction);
  for (const batch of batches) {
    const perUnit = batchItems.get(batch.itemID)?.perUnit ?? fraction(1n);
    // A part quantity of several batches is distributed by their quantities.
    const part =
      splitQuantity === undefined || compareFractions(whole, noFraction) === 0
        ? batch.quantity
        : divideFractions(multiplyFractions(fractionOf(String(splitQuantity)), perUnit, batch.quantity), whole);
    const isHere = productionStepID === undefined || productionStepID === batch.stepID;
    const step = billStepOf(bills, batch, isHere ? batch.stepID : (productionStepID as string));
    const quantity = isHere ? part : divideFractions(part, flowShareOf(step, batch.itemID));
    if (!isHere) comesTo(batch, step);
    for (const { itemID, quantity: amount, instructions } of stepMaterialsOf(step, quantity)) {
      const known = wanted.get(itemID);
      wanted.set(itemID, { quantity: addFractions(known?.quantity ?? noFraction, amount), instructions });
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
        sku: item?.sku ?? '',
        demandMeasure: measureOf(quantity, item),
        demandUnit: item?.unit ?? '',
        inventoryMeasure: measureOf(there ? addFractions(there.reserved, there.free) : noFraction, item),
        inventoryUnit: item?.unit ?? '',
        instructions,
      };
    }),
  };
}
