import {
  divideFractions,
  type Fraction,
  fractionOf,
  multiplyFractions,
  problems,
  quantityID,
  roundFraction,
  toColumn,
  toWire,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { ItemMakingPort, type MakingCost } from '@millwright/inventory/contracts';
import { type CostNode, productionStepProblems } from '../../contracts/index.ts';
import { laborCosts, laborSeconds, timeFactor } from '../making/labor.ts';
import { isStockedColumn, type MakingItem, makingOf } from '../making/made-items.ts';
import { ProductionStep } from '../production-step/production-step.entity.ts';
import { stepView } from '../production-step/production-step.queries.ts';
import { rollUp, wholeCost } from './roll-up.ts';

/** Base units per default unit. */
export const baseUnitsOf = ({ numerator, denominator }: MakingItem): Fraction =>
  divideFractions(fractionOf(numerator), fractionOf(denominator));

const wire = (amount: Fraction): number => toWire(roundFraction(amount));

/** Composition of an item's cost: the item first, then all its components. */
export async function costTreeOf(ctx: AccountContext, itemID: string): Promise<CostNode[]> {
  const making = await makingOf(ctx, [itemID]);
  if (!making.items.has(itemID)) throw problems.not_found();
  const costOf = rollUp(making);
  const nodes = new Map<string, CostNode>();
  const visit = (id: string): void => {
    const item = making.items.get(id);
    if (!item || nodes.has(id)) return;
    const { sku, description, type, unit, source } = item;
    const cost = costOf(id);
    const { step, own } = cost;
    const one = baseUnitsOf(item);
    const ofUnit = (amount: Fraction | undefined): number | null =>
      amount ? wire(multiplyFractions(amount, one)) : null;
    const uses = (step?.consumptions ?? []).flatMap((used) => {
      const part = making.items.get(used.itemID);
      if (!part || !step) return [];
      const base = multiplyFractions(divideFractions(fractionOf(used.baseMeasure), fractionOf(step.baseMeasure)), one);
      const measure = wire(divideFractions(base, baseUnitsOf(part)));
      return [
        { itemID: part.id, measure, unit: part.unit, cost: wire(multiplyFractions(base, wholeCost(costOf(part.id)))) },
      ];
    });
    nodes.set(id, {
      item: { id, sku, description, type },
      unit,
      unitCost: wire(multiplyFractions(wholeCost(cost), one)),
      labor: ofUnit(cost.labor),
      materials: wire(multiplyFractions(cost.materials, one)),
      overhead: ofUnit(cost.overhead),
      source: step ? 'steps' : source,
      step: step ? { id: step.id, name: step.name } : null,
      ownLabor: ofUnit(own?.labor),
      ownOverhead: ofUnit(own?.overhead),
      uses,
    });
    for (const used of uses) visit(used.itemID);
  };
  visit(itemID);
  return [...nodes.values()];
}

/**
 * Labor costs of a step.
 * @throws Problem 404, 409 `step_cost_not_found`
 */
export async function stepCostsOf(ctx: AccountContext, id: string) {
  const step = await ctx.em.get(ProductionStep, id);
  const [costs, seconds] = [laborCosts(step), laborSeconds(step)];
  if (!costs || !seconds) throw productionStepProblems.step_cost_not_found();
  const { production } = await stepView.byID(ctx, id);
  return {
    quantity: { ...production.quantity, id: quantityID(id, 'production') },
    timeFactor: wire(timeFactor(step)),
    laborSeconds: wire(seconds),
    labor: wire(costs.labor),
    overhead: wire(costs.overhead),
  };
}

/** Production costs of items, and the first items of production flows, for inventory. */
export class StepsOfItems extends ItemMakingPort {
  override async costsOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, MakingCost>> {
    const making = await makingOf(ctx, itemIDs);
    const costOf = rollUp(making);
    const found = itemIDs.flatMap((id): [string, MakingCost][] => {
      const item = making.items.get(id);
      if (!item || !making.steps.has(id)) return [];
      const { materials, labor, overhead } = costOf(id);
      const text = (amount: Fraction) => toColumn(roundFraction(multiplyFractions(amount, baseUnitsOf(item))), 6);
      const cost = { materials: text(materials), labor: labor ? text(labor) : null };
      return [[id, { ...cost, overhead: overhead ? text(overhead) : null }]];
    });
    return new Map(found);
  }

  override async initialSubassemblies(ctx: AccountContext): Promise<string[]> {
    const { rows } = await sql<{ itemID: string }>`select distinct step.item_id as "itemID"
      from production.production_step step
      where step.account_id = ${ctx.account.id} and not exists (
        select from production.flow_link link
        join production.production_step source on source.account_id = link.account_id
          and source.id = link.source_step_id
        where link.account_id = step.account_id and link.target_step_id = step.id
          and not ${isStockedColumn('source')})`.execute(ctx.em.query());
    return rows.map(({ itemID }) => itemID);
  }
}
