import type { Batch, ProductionStep, ScanningStation } from '../../contracts/index.ts';
import { batchStates } from '../../contracts/index.ts';

export type StationStepName = Pick<ProductionStep, 'id' | 'name' | 'in' | 'isStocked' | 'consumptions' | 'production'>;

/** What can be done with the batches that lie before the scanner. */
export type StationAction =
  | { kind: 'initialize'; label: string; step: StationStepName }
  | { kind: 'move'; label: string; step: StationStepName }
  | { kind: 'merge'; label: string; step: StationStepName }
  | { kind: 'close'; label: string }
  | { kind: 'split'; label: string; step: StationStepName | undefined };

/**
 * Whether a scan is worth sending again as it is: nobody has judged it, or too many wanted the same goods at once. Who
 * is signed out signs in, and it goes on.
 */
export const isPassing = ({ status, code }: { status: number; code: string }): boolean =>
  [0, 401, 429].includes(status) || status >= 500 || ['conflict', 'idempotency_in_progress'].includes(code);

/** Actions in the order that people want them: the first is that of the Enter key. */
export function actionsFor(
  batches: readonly Batch[],
  station: Pick<ScanningStation, 'isMultiPart'>,
  steps: readonly StationStepName[],
): StationAction[] {
  const [first] = batches;
  if (!first) return [];
  const own = steps.find(({ id }) => id === first.productionStepID);
  const areAlike = batches.every(({ productionStepID }) => productionStepID === first.productionStepID);
  if (batches.some(({ status }) => batchStates.is.closed(status))) return [];
  if (batchStates.is.planned(first.status))
    return batches.length === 1 && own ? [{ kind: 'initialize', label: `Start ${own.name}`, step: own }] : [];
  const targets = steps.filter((step) =>
    batches.every(({ productionStepID }) => step.in.some(({ id }) => id === productionStepID)),
  );
  const actions: StationAction[] = [];
  if (!own?.isStocked)
    for (const step of targets)
      actions.push(
        batches.length > 1 || (step.in.length > 1 && station.isMultiPart)
          ? { kind: 'merge', label: `Make ${step.name}`, step }
          : { kind: 'move', label: `Move to ${step.name}`, step },
      );
  if (batches.length > 1 && areAlike && own) actions.push({ kind: 'merge', label: 'Merge into one', step: own });
  if (batches.length > 1) return actions;
  if (own?.isStocked) actions.push({ kind: 'close', label: 'Finished: into stock' });
  // A step of several parts begins with all of them: firsts that are counted off wait for the others where they are.
  const alone = targets.find((step) => step.in.length === 1);
  if (own || targets.length)
    actions.push({
      kind: 'split',
      label: 'Count off',
      step: own?.isStocked || station.isMultiPart ? undefined : alone,
    });
  return actions;
}

/** The code of a label: a number or id, or what labels of former systems hold. */
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

/** A batch as it is likely to be once a scan that waits was answered; for showing only. */
export function expectedAfter(batch: Batch, action: StationAction, counted?: { firsts: number; lost: number }): Batch {
  const scannedAt = new Date().toISOString();
  if (action.kind === 'initialize') return { ...batch, status: 'open', scannedAt };
  if (action.kind === 'close') return { ...batch, status: 'closed', scannedAt, closedAt: scannedAt };
  if (action.kind === 'split') {
    const left = batch.quantity.measure - (counted?.lost ?? 0) - (counted?.firsts ?? 0);
    const stays = left > 0 ? left : (counted?.firsts ?? 0);
    return { ...batch, quantity: { ...batch.quantity, measure: Math.max(0, stays) }, scannedAt };
  }
  const { id, name, production } = action.step;
  return { ...batch, productionStepID: id, productionStep: { id, name }, item: production.item, scannedAt };
}
