import { addFractions, noFraction } from '@millwright/core/contracts';
import { batchStates, scanProblems } from '../../../contracts/index.ts';
import { type FlowingStep, flowShareOf } from '../../production-run/flow-ahead.ts';
import { movedQuantity } from '../amounts/batch-amounts.ts';
import type { Scan } from '../scan/scan.ts';
import { type BatchState, type Desk, scannedAmountText, standingStep } from '../scan/scan-desk.ts';

const timeText = (at: Date | null): string => (at ? ` at ${at.toISOString().slice(11, 16)} UTC` : '');

/** @throws Problem 409 `scan_rejected` for a batch that is not being worked on */
export function requireOpen(batch: BatchState): void {
  if (batchStates.is.planned(batch.status))
    throw scanProblems.scan_rejected({ message: `${batch.number} was not started yet. Start it first.` });
  if (batchStates.is.closed(batch.status))
    throw scanProblems.scan_rejected({
      message: `${batch.number} is closed since${timeText(batch.closedAt) || ' before'}. Put it aside.`,
    });
}

/**
 * The step, if it belongs to the station.
 * @throws Problem 404 `production_step_not_found`
 */
export function stepAtStation({ steps, station }: Desk, stepID: string): FlowingStep {
  const step = steps.get(stepID);
  if (!step) throw scanProblems.production_step_not_found({ message: 'This production step is not there any more.' });
  if (station && !station.stepIDs.has(stepID))
    throw scanProblems.production_step_not_found({
      message: `${station.name} does not do ${step.name}. Take the batch to the station that does.`,
    });
  return step;
}

/** SKUs of items for a message. */
export const skusOf = ({ items }: Desk, ids: readonly string[]): string =>
  ids.map((id) => items.get(id)?.sku ?? id).join(', ');

/** Item ids of the parts that flow into a step. */
export const partsOf = (step: FlowingStep): string[] => [...new Set(step.inputs.map(({ itemID }) => itemID))];

/**
 * The next step of a batch, from the bill of its run.
 * @throws Problem 409 `batch_model_interface_mismatch`, or `scan_rejected` if the batch is at the step already
 */
export function requireFlow(desk: Desk, batch: BatchState, { id, name }: FlowingStep): FlowingStep {
  if (batch.stepID === id) throw scanProblems.scan_rejected({ message: `${batch.number} is at ${name} already.` });
  const source = standingStep(desk, batch);
  const target = desk.bills.get(batch.runID)?.get(id);
  if (!target?.inputs.some(({ stepID }) => stepID === source.id))
    throw scanProblems.batch_model_interface_mismatch({
      message: source.isStocked
        ? `${batch.number} goes into stock after ${source.name}: close it.`
        : `${batch.number} does not go from ${source.name} to ${name}.`,
    });
  return target;
}

/**
 * The quantity of the batch at the step.
 * @throws Problem 409 `batch_units_mismatch` with the largest quantity that divides
 */
export function quantityAt(desk: Desk, batch: BatchState, quantity: BatchState['quantity'], target: FlowingStep) {
  const moved = movedQuantity(quantity, flowShareOf(target, batch.itemID));
  if (moved.isExact) return moved.quantity;
  const item = desk.items.get(batch.itemID);
  const largest = scannedAmountText(moved.largest, item);
  throw scanProblems.batch_units_mismatch({
    message:
      moved.largest.numerator === 0n
        ? `${scannedAmountText(quantity, item)} are too few for ${target.name}.`
        : `${scannedAmountText(quantity, item)} do not divide for ${target.name}: split off ${largest}, which do.`,
    details: { batchID: batch.id, largest: Number.parseFloat(largest), unit: item?.unit ?? '' },
  });
}

/** Starts a planned batch at its first step. */
export function initializeWork(scan: Scan): void {
  const { desk } = scan;
  for (const batch of desk.batches) {
    if (batchStates.is.started(batch.status)) {
      if (batchStates.is.open(batch.status))
        throw scanProblems.scan_rejected({
          message: `${batch.number} was started already${timeText(batch.scannedAt)}.`,
        });
      requireOpen(batch);
    }
    stepAtStation(desk, batch.stepID);
    scan.change(batch.id, { status: 'open' });
  }
}

/** Completes the present step of batches and moves them to the next. */
export async function moveWork(scan: Scan, stepID: string): Promise<void> {
  const { desk } = scan;
  const named = stepAtStation(desk, stepID);
  const moves = desk.batches.map((batch) => {
    requireOpen(batch);
    const target = requireFlow(desk, batch, named);
    const others = partsOf(target).filter((itemID) => itemID !== batch.itemID);
    if (others.length)
      throw scanProblems.batch_parts_mismatch({
        message: `${target.name} also needs ${skusOf(desk, others)}: scan all parts together at a multi-part station.`,
      });
    return { batch, target, quantity: quantityAt(desk, batch, batch.quantity, target) };
  });
  const costs = await scan.complete(moves.map(({ batch }) => ({ batch, quantity: batch.quantity })));
  for (const { batch, target, quantity } of moves)
    scan.change(batch.id, {
      stepID: target.id,
      itemID: target.itemID,
      quantity,
      value: addFractions(batch.value, costs.get(batch.id) ?? noFraction),
    });
}

/** Ends a batch: it goes into stock, or is given up for a reason. */
export async function closeWork(scan: Scan, reason: string | undefined): Promise<void> {
  const { desk, now } = scan;
  for (const batch of desk.batches) {
    requireOpen(batch);
    const step = standingStep(desk, batch);
    const closed = { status: 'closed', closedAt: now } as const;
    if (reason) {
      scan.note(batch.id, { lost: batch.value });
      const waste = addFractions(batch.waste, batch.quantity);
      scan.change(batch.id, { ...closed, quantity: noFraction, waste, value: noFraction });
      continue;
    }
    if (!step.isStocked)
      throw scanProblems.scan_rejected({
        message: `${batch.number} is not finished at ${step.name}. Say why it is given up, or move it on.`,
      });
    stepAtStation(desk, batch.stepID);
    const costs = await scan.complete([{ batch, quantity: batch.quantity }]);
    const value = addFractions(batch.value, costs.get(batch.id) ?? noFraction);
    const [locationID] = desk.places;
    scan.bring(batch, { itemID: batch.itemID, quantity: batch.quantity, value, lotNumber: batch.number, locationID });
    scan.change(batch.id, { ...closed, value: noFraction });
  }
}
