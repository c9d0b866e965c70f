import { endpoint, quantity } from '@millwright/core/contracts';
import { z } from 'zod';
import { stepItem } from '../production-step/production-step.contract.ts';

const costs = {
  /** Sum of the known costs. */
  unitCost: z.number(),
  /** Null if no step of the item has a time and rates. */
  labor: z.number().nullable(),
  materials: z.number(),
  overhead: z.number().nullable(),
};

/** Cost of one default unit of an item, in the account's currency, six decimals. */
export const costNode = z.object({
  item: stepItem,
  unit: z.string(),
  ...costs,
  /** `steps`: the item is made; otherwise the weighted average of the stock, or the item's own unit cost. */
  source: z.enum(['steps', 'layers', 'item']),
  /** The step that makes it. */
  step: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Labor of that step alone; null if it lacks a time or a rate. */
  ownLabor: z.number().nullable(),
  ownOverhead: z.number().nullable(),
  /** Components of one default unit; `cost` is the cost of the component's quantity. */
  uses: z.array(z.object({ itemID: z.string(), measure: z.number(), unit: z.string(), cost: z.number() })),
});
export type CostNode = z.output<typeof costNode>;

/** Composition of an item's cost: the item first, then all its components, each once. */
export const getItemCostTree = endpoint({
  name: 'getItemCostTree',
  method: 'GET',
  path: '/v1/items/{itemID}/cost-tree',
  permission: 'inventory:read',
  summary: 'Reads what an item costs and why.',
  reply: z.object({ nodes: z.array(costNode) }),
});

/** Costs of one run of a step. 409 `step_cost_not_found` if the step lacks a time or a rate. */
export const getProductionStepCosts = endpoint({
  name: 'getProductionStepCosts',
  method: 'GET',
  path: '/v1/production-steps/{productionStepID}/costs',
  permission: 'production_steps:read',
  summary: 'Reads what the labour of a step costs.',
  reply: z.object({
    /** Quantity that the step makes at once, to which the costs refer. */
    quantity,
    /** levelingFactor x allowances + levelingFactor + allowances + 1 */
    timeFactor: z.number(),
    laborSeconds: z.number(),
    labor: z.number(),
    overhead: z.number(),
  }),
});
