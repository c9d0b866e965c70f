import { type FlowingStep, outlookItems } from './flow-ahead.ts';

/** The steps of a run as they were when it was planned, with their consumptions and inputs, by id. */
export type RunBill = ReadonlyMap<string, FlowingStep>;

/** The stored bill of a run. */
export const billOf = ({ bill }: { bill: readonly FlowingStep[] }): RunBill =>
  new Map(bill.map((step) => [step.id, step]));

const byID = (left: FlowingStep, right: FlowingStep): number => (left.id < right.id ? -1 : 1);

/** The steps that batches at the start steps can reach, with all steps that flow into those; for storing with a run. */
export function billAround(steps: RunBill, startIDs: Iterable<string>): FlowingStep[] {
  const targets = new Map<string, string[]>();
  for (const step of steps.values())
    for (const { stepID } of step.inputs) targets.set(stepID, [...(targets.get(stepID) ?? []), step.id]);
  const found = new Map<string, FlowingStep>();
  const waiting = [...startIDs];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = steps.get(id);
    if (!step || found.has(id)) continue;
    found.set(id, step);
    waiting.push(...step.inputs.map(({ stepID }) => stepID), ...(step.isStocked ? [] : (targets.get(id) ?? [])));
  }
  return [...found.values()].toSorted(byID);
}

/** Whether two bills are equal; the database stores the keys of an object in another order. */
export function isSameBill(left: readonly FlowingStep[], right: readonly FlowingStep[]): boolean {
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  const textOf = (bill: readonly FlowingStep[]): string => JSON.stringify(bill.toSorted(byID), inOrder);
  return textOf(left) === textOf(right);
}

/** Items that work by these bills takes from stock or brings into it, including seconds. */
export const billItems = (bills: Iterable<RunBill>): string[] => [
  ...new Set([...bills].flatMap((bill) => [...bill.values()].flatMap(outlookItems))),
];
