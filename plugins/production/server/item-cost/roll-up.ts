import {
  addFractions,
  divideFractions,
  type Fraction,
  fractionOf,
  multiplyFractions,
  noFraction,
} from '@millwright/core/contracts';
import { laborCosts } from '../making/labor.ts';
import type { Making, MakingItem, MakingStep } from '../making/made-items.ts';

/** Exact cost of one base unit of an item. Labor and overhead are undefined if no step has any. */
export interface RolledCost {
  materials: Fraction;
  labor: Fraction | undefined;
  overhead: Fraction | undefined;
  /** The step that makes it; undefined for purchased items. */
  step: MakingStep | undefined;
  /** Costs of that step alone, per base unit. */
  own: { labor: Fraction; overhead: Fraction } | undefined;
}

const added = (left: Fraction | undefined, right: Fraction | undefined): Fraction | undefined =>
  left && right ? addFractions(left, right) : (left ?? right);

/** Sum of the known costs. */
export const wholeCost = ({ materials, labor, overhead }: RolledCost): Fraction =>
  [labor, overhead].reduce<Fraction>((sum, part) => (part ? addFractions(sum, part) : sum), materials);

/** Purchase cost per base unit. */
const boughtCost = ({ value, quantity }: MakingItem): Fraction =>
  divideFractions(fractionOf(value), fractionOf(quantity));

/**
 * Rolls costs up through the steps: an item costs its components, its labor and its overhead. Inside a cycle, an item
 * costs its purchase cost on the second visit.
 */
export function rollUp({ steps, items }: Making): (itemID: string) => RolledCost {
  const known = new Map<string, RolledCost>();
  const visiting = new Set<string>();
  const bought = (itemID: string): RolledCost => {
    const item = items.get(itemID);
    const parts = { labor: undefined, overhead: undefined, step: undefined, own: undefined };
    return { materials: item ? boughtCost(item) : noFraction, ...parts };
  };
  const costOf = (itemID: string): RolledCost => {
    const done = known.get(itemID);
    if (done) return done;
    const step = steps.get(itemID);
    if (!step || visiting.has(itemID)) return bought(itemID);
    visiting.add(itemID);
    const made = fractionOf(step.baseMeasure);
    const atOnce = laborCosts(step);
    const own = atOnce && {
      labor: divideFractions(atOnce.labor, made),
      overhead: divideFractions(atOnce.overhead, made),
    };
    let cost: RolledCost = { materials: noFraction, labor: own?.labor, overhead: own?.overhead, step, own };
    for (const used of step.consumptions) {
      const share = divideFractions(fractionOf(used.baseMeasure), made);
      const part = costOf(used.itemID);
      const scaled = (amount: Fraction | undefined) => amount && multiplyFractions(amount, share);
      cost = {
        ...cost,
        materials: addFractions(cost.materials, multiplyFractions(part.materials, share)),
        labor: added(cost.labor, scaled(part.labor)),
        overhead: added(cost.overhead, scaled(part.overhead)),
      };
    }
    visiting.delete(itemID);
    known.set(itemID, cost);
    return cost;
  };
  return costOf;
}
