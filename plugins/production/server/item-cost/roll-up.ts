import { dividedBy, type Fraction, fractionOf, nothing, plus, times } from '../making/fraction.ts';
import { laborCosts } from '../making/labor.ts';
import type { Making, MakingItem, MakingStep } from '../making/made-items.ts';

/** What one base unit of an item costs, exact. Labour and overhead are undefined where no step knows any. */
export interface RolledCost {
  materials: Fraction;
  labor: Fraction | undefined;
  overhead: Fraction | undefined;
  /** The step that makes it; undefined for what is bought. */
  step: MakingStep | undefined;
  /** Of that step alone, for one base unit. */
  own: { labor: Fraction; overhead: Fraction } | undefined;
}

const added = (left: Fraction | undefined, right: Fraction | undefined): Fraction | undefined =>
  left && right ? plus(left, right) : (left ?? right);

/** What is known of a cost, added up. */
export const wholeCost = ({ materials, labor, overhead }: RolledCost): Fraction =>
  [labor, overhead].reduce<Fraction>((sum, part) => (part ? plus(sum, part) : sum), materials);

/** What buying one base unit costs. */
const boughtCost = ({ value, quantity }: MakingItem): Fraction => dividedBy(fractionOf(value), fractionOf(quantity));

/**
 * Rolls costs up through the steps: an item costs what goes into it, its labour and its overhead. An item that takes
 * part in a circle costs on its second visit what buying it costs.
 */
export function rollUp({ steps, items }: Making): (itemID: string) => RolledCost {
  const known = new Map<string, RolledCost>();
  const visiting = new Set<string>();
  const bought = (itemID: string): RolledCost => {
    const item = items.get(itemID);
    const parts = { labor: undefined, overhead: undefined, step: undefined, own: undefined };
    return { materials: item ? boughtCost(item) : nothing, ...parts };
  };
  const costOf = (itemID: string): RolledCost => {
    const done = known.get(itemID);
    if (done) return done;
    const step = steps.get(itemID);
    if (!step || visiting.has(itemID)) return bought(itemID);
    visiting.add(itemID);
    const made = fractionOf(step.baseMeasure);
    const atOnce = laborCosts(step);
    const own = atOnce && { labor: dividedBy(atOnce.labor, made), overhead: dividedBy(atOnce.overhead, made) };
    let cost: RolledCost = { materials: nothing, labor: own?.labor, overhead: own?.overhead, step, own };
    for (const used of step.consumptions) {
      const share = dividedBy(fractionOf(used.baseMeasure), made);
      const part = costOf(used.itemID);
      const scaled = (amount: Fraction | undefined) => amount && times(amount, share);
      cost = {
        ...cost,
        materials: plus(cost.materials, times(part.materials, share)),
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
