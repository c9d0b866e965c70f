import {
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  fractionOf,
  lesserFraction,
  multiplyFractions,
  noFraction,
} from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { isStockedColumn, type MakingStep } from '../making/made-items.ts';

/** A step with its input steps; measures are in base units. */
export interface FlowingStep extends Omit<MakingStep, 'consumptions'> {
  /** Item of its seconds. */
  secondsItemID: string | null;
  consumptions: readonly { itemID: string; baseMeasure: string; instructions: string | null }[];
  /** Steps whose products flow into this one. */
  inputs: readonly { stepID: string; itemID: string }[];
}

/** All steps that batches at these steps can reach, with all steps that flow into those. */
export async function stepsAround(
  ctx: AccountContext,
  start: { stepIDs?: readonly string[]; itemIDs?: readonly string[] },
): Promise<Map<string, FlowingStep>> {
  const { rows } = await sql<FlowingStep>`
    with recursive around (id) as (
      select step.id from production.production_step step where step.account_id = ${ctx.account.id}
        and (step.id = any(${start.stepIDs ?? []}::text[]) or step.item_id = any(${start.itemIDs ?? []}::text[]))
      union
      select case when around.id = link.source_step_id then link.target_step_id else link.source_step_id end
        from around
        join production.flow_link link on link.account_id = ${ctx.account.id}
          and around.id in (link.source_step_id, link.target_step_id)
        join production.production_step source on source.account_id = link.account_id
          and source.id = link.source_step_id
        where not ${isStockedColumn('source')})
    select step.id, step.name, step.item_id as "itemID", step.base_measure::text as "baseMeasure",
      ${isStockedColumn('step')} as "isStocked", step.seconds_item_id as "secondsItemID",
      step.labor_time::text as "laborTime", step.labor_time_unit as "laborTimeUnit",
      step.labor_rate::text as "laborRate", step.overhead_rate::text as "overheadRate",
      step.leveling_factor::text as "levelingFactor", step.allowances::text as allowances,
      coalesce((select json_agg(json_build_object('itemID', used.item_id, 'baseMeasure', used.base_measure::text,
          'instructions', used.instructions) order by used.position, used.id)
        from production.consumption used
        where used.account_id = step.account_id and used.step_id = step.id), '[]') as consumptions,
      coalesce((select json_agg(json_build_object('stepID', source.id, 'itemID', source.item_id)
          order by source.is_preferred desc, source.name)
        from production.flow_link link
        join production.production_step source on source.account_id = link.account_id
          and source.id = link.source_step_id
        where link.account_id = step.account_id and link.target_step_id = step.id
          and not ${isStockedColumn('source')}), '[]') as inputs
    from production.production_step step join around on around.id = step.id`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

/** Consumptions that a step takes from stock: all that do not flow in. */
export const usedFromStock = ({ consumptions, inputs }: FlowingStep) =>
  consumptions.filter(({ itemID }) => !inputs.some((input) => input.itemID === itemID));

/** Items that a step takes from stock or brings into it. */
export const outlookItems = (step: FlowingStep): string[] => [
  ...usedFromStock(step).map(({ itemID }) => itemID),
  ...(step.isStocked ? [step.itemID] : []),
  ...(step.secondsItemID ? [step.secondsItemID] : []),
];

/** Quantity of an item per base unit of the step's product. */
export function flowShareOf(step: FlowingStep, itemID: string): Fraction {
  const used = step.consumptions.find((own) => own.itemID === itemID);
  return used ? divideFractions(fractionOf(used.baseMeasure), fractionOf(step.baseMeasure)) : noFraction;
}

/** The next step of a flowing product: the first by name of its linked steps. */
export const nextOf = (steps: ReadonlyMap<string, FlowingStep>, step: FlowingStep): FlowingStep | undefined =>
  step.isStocked
    ? undefined
    : [...steps.values()]
        .filter(({ inputs }) => inputs.some(({ stepID }) => stepID === step.id))
        .toSorted((left, right) => (left.name < right.name ? -1 : 1))[0];

/** Whether a batch that goes from one step to another follows its bill. */
export function goesAsPlanned(steps: ReadonlyMap<string, FlowingStep>, fromID: string, toID: string): boolean {
  const from = steps.get(fromID);
  return from !== undefined && nextOf(steps, from)?.id === toID;
}

/**
 * The first steps of the flow to a step, with the quantity that each makes for the given quantity. If several steps
 * make an inflowing item, the first one is used.
 */
export function beginningsOf(
  steps: ReadonlyMap<string, FlowingStep>,
  step: FlowingStep,
  quantity: Fraction,
): { step: FlowingStep; quantity: Fraction }[] {
  const sources = new Map<string, FlowingStep>();
  for (const { stepID, itemID } of step.inputs) {
    const source = steps.get(stepID);
    if (source && !sources.has(itemID)) sources.set(itemID, source);
  }
  if (!sources.size) return [{ step, quantity }];
  return [...sources].flatMap(([itemID, source]) =>
    beginningsOf(steps, source, multiplyFractions(quantity, flowShareOf(step, itemID))),
  );
}

/** Quantities that batches will still bring into stock and take from it; base units by item. */
export interface Outlook {
  supply: Map<string, Fraction>;
  demand: Map<string, Fraction>;
}

/** The outlook of batches at steps: each step completes its present quantity and everything that reaches it. */
export function outlookOf(
  steps: ReadonlyMap<string, FlowingStep>,
  batches: readonly { stepID: string; quantity: string }[],
): Outlook {
  const standing = new Map<string, Fraction>();
  for (const { stepID, quantity } of batches)
    standing.set(stepID, addFractions(standing.get(stepID) ?? noFraction, fractionOf(quantity)));
  const whole = new Map<string, Fraction>();
  /** Total quantity of a step: present batches, and what its inputs suffice for. */
  const madeAt = (step: FlowingStep): Fraction => {
    const known = whole.get(step.id);
    if (known) return known;
    const coming = new Map<string, Fraction>();
    for (const { stepID, itemID } of step.inputs) {
      const source = steps.get(stepID);
      if (!source || nextOf(steps, source)?.id !== step.id) continue;
      coming.set(itemID, addFractions(coming.get(itemID) ?? noFraction, madeAt(source)));
    }
    let fed: Fraction | undefined;
    for (const [itemID, amount] of coming) {
      const share = flowShareOf(step, itemID);
      if (share.numerator === 0n) continue;
      const suffices = divideFractions(amount, share);
      fed = fed ? lesserFraction(fed, suffices) : suffices;
    }
    const made = addFractions(standing.get(step.id) ?? noFraction, fed ?? noFraction);
    whole.set(step.id, made);
    return made;
  };
  const outlook: Outlook = { supply: new Map(), demand: new Map() };
  const add = (to: Map<string, Fraction>, itemID: string, amount: Fraction) => {
    if (amount.numerator > 0n) to.set(itemID, addFractions(to.get(itemID) ?? noFraction, amount));
  };
  for (const step of steps.values()) {
    const made = madeAt(step);
    if (made.numerator === 0n) continue;
    if (step.isStocked) add(outlook.supply, step.itemID, made);
    for (const { itemID } of usedFromStock(step))
      add(outlook.demand, itemID, multiplyFractions(made, flowShareOf(step, itemID)));
  }
  return outlook;
}

/** Rounds up to a whole number. */
export const wholeUp = ({ numerator, denominator }: Fraction): Fraction =>
  fraction((numerator + denominator - 1n) / denominator);
