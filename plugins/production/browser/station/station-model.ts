import type { Batch, ProductionStep, ScanningStation } from '../../contracts/index.ts';
import { batchStates } from '../../contracts/index.ts';

export type StationStepName = Pick<ProductionStep, 'id' | 'name' | 'in' | 'isStocked' | 'consumptions' | 'production'>;

/** A next step of a batch, with the item that the batch becomes. */
type StepToCome = Pick<Batch['goesTo'][number], 'id' | 'name' | 'item'>;

/** An action for the scanned batches. */
export type StationAction =
  | { kind: 'initialize'; label: string; step: StepToCome }
  | { kind: 'move'; label: string; step: StepToCome }
  | { kind: 'merge'; label: string; step: StepToCome }
  | { kind: 'close'; label: string }
  | { kind: 'split'; label: string; step: StepToCome | undefined };

/**
 * Whether a refused scan can succeed when it is sent again: it was not judged, or failed by a conflict with other
 * scans. After an expired session it continues once the person signs in.
 */
export const isPassing = ({ status, code }: { status: number; code: string }): boolean =>
  [0, 401, 429].includes(status) || status >= 500 || ['conflict', 'idempotency_in_progress'].includes(code);

/**
 * Possible actions, the most likely first: Enter runs the first one. Batches follow the bill of their run, even if
 * recipes have changed since; `steps` are those of the station.
 */
export function actionsFor(
  batches: readonly Batch[],
  station: Pick<ScanningStation, 'isMultiPart'>,
  steps: readonly StationStepName[],
): StationAction[] {
  const [first] = batches;
  if (!first) return [];
  const isHere = (stepID: string): boolean => steps.some(({ id }) => id === stepID);
  const currentStep = isHere(first.productionStepID) ? { ...first.productionStep, item: first.item } : undefined;
  const areAlike = batches.every(({ productionStepID }) => productionStepID === first.productionStepID);
  if (batches.some(({ status }) => batchStates.is.closed(status))) return [];
  if (batchStates.is.planned(first.status))
    return batches.length === 1 && currentStep
      ? [{ kind: 'initialize', label: `Start ${currentStep.name}`, step: currentStep }]
      : [];
  const targets = first.goesTo.filter(
    ({ id }) => isHere(id) && batches.every(({ goesTo }) => goesTo.some((step) => step.id === id)),
  );
  const actions: StationAction[] = targets.map((step) =>
    batches.length > 1 || (step.partCount > 1 && station.isMultiPart)
      ? { kind: 'merge', label: `Make ${step.name}`, step }
      : { kind: 'move', label: `Move to ${step.name}`, step },
  );
  if (batches.length > 1 && areAlike && currentStep)
    actions.push({ kind: 'merge', label: 'Merge into one', step: currentStep });
  if (batches.length > 1) return actions;
  if (currentStep && first.isLast) actions.push({ kind: 'close', label: 'Finished: into stock' });
  // A step of several parts is started with all of its parts; firsts of one part wait at their present step.
  const alone = targets.find(({ partCount }) => partCount === 1);
  if (currentStep || targets.length)
    actions.push({
      kind: 'split',
      label: 'Count off',
      step: station.isMultiPart ? undefined : alone,
    });
  return actions;
}

/** The code of a label: a number or id, or the content of labels of former systems. */
export function scannedCode(text: string): string | undefined {
  const plain = text.trim();
  if (!plain.startsWith('{')) return plain.length > 0 && plain.length <= 100 ? plain : undefined;
  try {
    const { batchID } = JSON.parse(plain) as { batchID?: unknown };
    return typeof batchID === 'string' ? batchID : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The expected state of a batch after a waiting scan, for display only. The steps after its next one are unknown here,
 * so the station's present steps are used.
 */
export function expectedAfter(
  batch: Batch,
  action: StationAction,
  steps: readonly StationStepName[],
  counted?: { firsts: number; lost: number },
): Batch {
  const scannedAt = new Date().toISOString();
  if (action.kind === 'initialize') return { ...batch, status: 'open', scannedAt };
  if (action.kind === 'close') return { ...batch, status: 'closed', scannedAt, closedAt: scannedAt };
  if (action.kind === 'split') {
    const left = batch.quantity.measure - (counted?.lost ?? 0) - (counted?.firsts ?? 0);
    const stays = left > 0 ? left : (counted?.firsts ?? 0);
    return { ...batch, quantity: { ...batch.quantity, measure: Math.max(0, stays) }, scannedAt };
  }
  const { id, name, item } = action.step;
  if (id === batch.productionStepID) return { ...batch, scannedAt };
  const isLast = steps.some((step) => step.id === id && step.isStocked);
  const goesTo = steps
    .filter((step) => !isLast && step.in.some((input) => input.id === id))
    .map((step) => ({ id: step.id, name: step.name, item: step.production.item, partCount: step.in.length }));
  return { ...batch, productionStepID: id, productionStep: { id, name }, item, isLast, goesTo, scannedAt };
}
