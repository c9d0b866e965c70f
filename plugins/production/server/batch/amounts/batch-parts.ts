import {
  addFractions,
  compareFractions,
  divideFractions,
  type EndpointRequest,
  exactDecimal,
  type Fraction,
  fraction,
  fractionOf,
  lesserFraction,
  multiplyFractions,
  noFraction,
  problems,
  roundFraction,
  subtractFractions,
  toWire,
} from '@millwright/core/contracts';
import { type mergeBatches, scanProblems, type splitBatch } from '../../../contracts/index.ts';
import { type FlowingStep, flowShareOf } from '../../production-run/flow-ahead.ts';
import type { Scan } from '../scan/scan.ts';
import { type BatchState, type Desk, scannedAmountText, standingStep } from '../scan/scan-desk.ts';
import { partsOf, quantityAt, requireFlow, requireOpen, skusOf, stepAtStation } from '../work/batch-moves.ts';
import { assembledOf, sharedCost, takenFrom, valueWith } from './batch-amounts.ts';

type SplitBody = EndpointRequest<typeof splitBatch>['body'];
type MergeBody = EndpointRequest<typeof mergeBatches>['body'];

const sumOf = (amounts: readonly Fraction[]): Fraction =>
  amounts.reduce((sum, each) => addFractions(sum, each), noFraction);

/** @throws Problem 409 `batch_parts_mismatch` for batches of different items or steps */
function requireAlike(desk: Desk): BatchState {
  const [first, ...others] = desk.batches as [BatchState, ...BatchState[]];
  const other = others.find(({ itemID, stepID }) => itemID !== first.itemID || stepID !== first.stepID);
  if (other)
    throw scanProblems.batch_parts_mismatch({
      message: `${first.number} and ${other.number} are not the same item at the same step.`,
    });
  return first;
}

/** Merges all batches into the first; the others are closed, empty. */
function pooled(scan: Scan, first: BatchState): BatchState {
  const { batches } = scan.desk;
  for (const other of batches.filter(({ id }) => id !== first.id)) {
    scan.pass(other, first, other.quantity);
    scan.change(other.id, { status: 'closed', closedAt: scan.now, quantity: noFraction, value: noFraction });
  }
  return { ...first, quantity: sumOf(batches.map((b) => b.quantity)), value: sumOf(batches.map((b) => b.value)) };
}

/**
 * The counted quantities in base units.
 * @throws Problem 400 at the field, 409 `scan_rejected` if they exceed the batch
 */
function countedOf(scan: Scan, batch: BatchState, body: SplitBody) {
  const item = scan.desk.items.get(batch.itemID);
  const perUnit = item?.perUnit ?? fraction(1n);
  const baseOf = (field: 'firsts' | 'seconds' | 'waste'): Fraction => {
    const exact = exactDecimal(multiplyFractions(fractionOf(String(body[field])), perUnit));
    if (exact) return fractionOf(exact);
    throw problems.invalid_input({
      errors: [{ path: field, message: `Has more decimals than ${item?.unit} divides into` }],
    });
  };
  const [firsts, seconds, counted] = [baseOf('firsts'), baseOf('seconds'), baseOf('waste')];
  const sum = sumOf([firsts, seconds, counted]);
  const has = scannedAmountText(batch.quantity, item);
  if (compareFractions(sum, batch.quantity) > 0)
    throw scanProblems.scan_rejected({
      message: `That makes ${scannedAmountText(sum, item)}, but ${batch.number} has ${has}. Count again.`,
      details: {
        counted: toWire(roundFraction(divideFractions(sum, perUnit))),
        has: toWire(roundFraction(divideFractions(batch.quantity, perUnit))),
      },
    });
  const left = subtractFractions(batch.quantity, sum);
  const waste = body.closeBatch ? addFractions(counted, left) : counted;
  if (firsts.numerator + seconds.numerator + waste.numerator === 0n)
    throw problems.invalid_input({ errors: [{ path: 'firsts', message: 'Say how many there are' }] });
  return { firsts, seconds, waste, left: body.closeBatch ? noFraction : left };
}

/** Counts off a batch: firsts move on, seconds become stock, waste is booked; the rest stays. */
export async function splitWork(scan: Scan, body: SplitBody): Promise<void> {
  const { desk } = scan;
  for (const batch of desk.batches) requireOpen(batch);
  const first = requireAlike(desk);
  const isStaying = body.productionStepID === undefined || body.productionStepID === first.stepID;
  if (isStaying && !takesFrom(desk, first)) stepAtStation(desk, first.stepID);
  const target = isStaying ? standingStep(desk, first) : splitTarget(desk, first, body.productionStepID as string);
  const source = standingStep(desk, first);
  const batch = pooled(scan, first);
  const { firsts, seconds, waste, left } = countedOf(scan, batch, body);
  const counted = sumOf([firsts, seconds, waste]);
  const isLeft = left.numerator > 0n;
  // Firsts that stay at the step have not completed it yet; they do when they leave.
  const completed = isStaying ? addFractions(seconds, waste) : counted;
  const goingOn = isStaying ? firsts : quantityAt(desk, batch, firsts, target);
  const costs = await scan.complete([{ batch, quantity: completed }]);
  const countedValue = valueWith(batch.value, counted, batch.quantity);
  const secondsItem = source.secondsItemID ? desk.items.get(source.secondsItemID) : undefined;
  const shared = sharedCost(
    addFractions(countedValue, costs.get(batch.id) ?? noFraction),
    { firsts, seconds, isLeft },
    secondsItem?.cost,
  );
  const lost = { seconds: addFractions(first.seconds, seconds), waste: addFractions(first.waste, waste) };
  scan.note(batch.id, { lost: shared.lost });
  const at = { stepID: target.id, itemID: target.itemID, quantity: goingOn };
  const hasFirsts = firsts.numerator > 0n;
  const [firstsID, secondsID] = body.newBatchIDs ?? [];
  if (isLeft) {
    scan.change(batch.id, {
      ...lost,
      quantity: left,
      value: addFractions(subtractFractions(batch.value, countedValue), shared.left),
    });
    if (hasFirsts) scan.pass(batch, scan.make(batch, firstsID, { ...at, value: shared.firsts }), firsts);
  } else if (hasFirsts) scan.change(batch.id, { ...lost, ...at, value: shared.firsts });
  else
    scan.change(batch.id, { ...lost, status: 'closed', closedAt: scan.now, quantity: noFraction, value: noFraction });
  if (seconds.numerator === 0n) return;
  if (!secondsItem) {
    const lotNumber = `${batch.number}-S`;
    const goods = { itemID: batch.itemID, quantity: seconds, value: shared.seconds, lotNumber };
    scan.bring(batch, { ...goods, locationID: desk.quarantineID });
    return;
  }
  const goods = { itemID: secondsItem.id, quantity: seconds };
  const made = scan.make(batch, hasFirsts && isLeft ? secondsID : (secondsID ?? firstsID), {
    ...goods,
    stepID: source.id,
    value: noFraction,
    status: 'closed',
    closedAt: scan.now,
  });
  scan.pass(batch, made, seconds);
  scan.bring(made, { ...goods, value: shared.seconds, lotNumber: made.number, locationID: undefined });
}

/** Whether a step of the station takes from the batch's step: parts are counted there before they are assembled. */
const takesFrom = (desk: Desk, { runID, stepID }: BatchState): boolean =>
  [...(desk.bills.get(runID)?.values() ?? [])].some(
    ({ id, inputs }) => desk.station?.stepIDs.has(id) && inputs.some((input) => input.stepID === stepID),
  );

/** Next step of the firsts; either the step that they leave or the one that they enter must belong to the station. */
function splitTarget(desk: Desk, batch: BatchState, stepID: string): FlowingStep {
  const isOwn = desk.station?.stepIDs.has(batch.stepID) && desk.steps.has(stepID);
  const named = isOwn ? (desk.steps.get(stepID) as FlowingStep) : stepAtStation(desk, stepID);
  const target = requireFlow(desk, batch, named);
  const others = partsOf(target).filter((itemID) => itemID !== batch.itemID);
  if (others.length)
    throw scanProblems.batch_parts_mismatch({
      message: `${target.name} also needs ${skusOf(desk, others)}: count off first, then scan all parts together.`,
    });
  return target;
}

/** Merges batches: of one item and step, or of the parts of a step. */
export async function mergeWork(scan: Scan, body: MergeBody): Promise<void> {
  const { desk } = scan;
  for (const batch of desk.batches) requireOpen(batch);
  const target = stepAtStation(desk, body.productionStepID);
  if (desk.batches.every(({ stepID }) => stepID === target.id)) joinAlike(scan, body.newBatchIDs?.[0]);
  else await assemble(scan, target, body.newBatchIDs?.[0]);
}

function joinAlike(scan: Scan, newID: string | undefined): void {
  const { batches } = scan.desk;
  const first = requireAlike(scan.desk);
  if (batches.length < 2)
    throw scanProblems.batch_parts_mismatch({ message: 'Scan two batches or more to merge them.' });
  const made = scan.make(first, newID, {
    stepID: first.stepID,
    itemID: first.itemID,
    quantity: sumOf(batches.map((b) => b.quantity)),
    value: sumOf(batches.map((b) => b.value)),
  });
  for (const batch of batches) {
    scan.pass(batch, made, batch.quantity);
    scan.change(batch.id, { status: 'closed', closedAt: scan.now, quantity: noFraction, value: noFraction });
  }
}

/** Assembles parts to the step's product, in its exact ratio; the rest of the parts stays open. */
async function assemble(scan: Scan, target: FlowingStep, newID: string | undefined): Promise<void> {
  const { desk } = scan;
  for (const batch of desk.batches) requireFlow(desk, batch, target);
  const itemIDs = partsOf(target);
  const nameOf = (id: string): string => desk.items.get(id)?.sku ?? id;
  if (itemIDs.length > 1 && desk.station && !desk.station.isMultiPart)
    throw scanProblems.batch_parts_mismatch({
      message: `${target.name} takes several parts: this needs a multi-part station.`,
    });
  const missing = itemIDs.filter((id) => !desk.batches.some(({ itemID }) => itemID === id));
  if (missing.length)
    throw scanProblems.batch_parts_mismatch({
      message: `${target.name} also needs ${missing.map(nameOf).join(', ')}. Scan all parts.`,
      details: { missing: missing.map(nameOf) },
    });
  const parts = itemIDs.map((itemID) => {
    const batches = desk.batches.filter((batch) => batch.itemID === itemID);
    return { batches, share: flowShareOf(target, itemID), available: sumOf(batches.map((b) => b.quantity)) };
  });
  const quantity = assembledOf(parts);
  if (quantity.numerator === 0n)
    throw scanProblems.batch_units_mismatch({ message: `These parts are too few for ${target.name}.` });
  const uses = parts.flatMap(({ batches, share }) => {
    const taken = takenFrom(
      batches.map((b) => b.quantity),
      multiplyFractions(quantity, share),
    );
    return batches.map((batch, index) => ({ batch, quantity: taken?.[index] ?? noFraction }));
  });
  const used = uses.filter((use) => use.quantity.numerator > 0n);
  const costs = await scan.complete(used);
  const passed = used.map(({ batch, quantity: taken }) => {
    const own = lesserFraction(batch.value, valueWith(batch.value, taken, batch.quantity));
    return { batch, taken, own, value: addFractions(own, costs.get(batch.id) ?? noFraction) };
  });
  const [first] = desk.batches as [BatchState, ...BatchState[]];
  const made = scan.make(first, newID, {
    stepID: target.id,
    itemID: target.itemID,
    quantity,
    value: sumOf(passed.map(({ value }) => value)),
  });
  for (const { batch, taken, own } of passed) {
    const left = subtractFractions(batch.quantity, taken);
    const isEmpty = left.numerator === 0n;
    scan.pass(batch, made, taken);
    scan.change(batch.id, {
      quantity: left,
      value: subtractFractions(batch.value, own),
      ...(isEmpty ? { status: 'closed', closedAt: scan.now } : {}),
    });
  }
}
