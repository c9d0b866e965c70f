import { endpoint, quantity } from '@millwright/core/contracts';
import { z } from 'zod';
import { stepItem } from '../production-step/production-step.contract.ts';

const costs = {
  /** What is known of it, added up. */
  unitCost: z.number(),
  /** Null where no step on the way has a time and rates. */
  labor: z.number().nullable(),
  materials: z.number(),
  overhead: z.number().nullable(),
};

/** What one default unit of an item costs, in the account's currency, six decimals. */
export const costNode = z.object({
  item: stepItem,
  unit: z.string(),
  ...costs,
  /** `steps`: made; else the weighted average of what is in stock, or the item's own unit cost. */
  source: z.enum(['steps', 'layers', 'item']),
  /** The step that makes it. */
  step: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of the step itself; null where it lacks a time or a rate. */
  ownLabor: z.number().nullable(),
  ownOverhead: z.number().nullable(),
  /** What goes into one default unit; `cost` is what that much of it costs. */
  uses: z.array(z.object({ itemID: z.string(), measure: z.number(), unit: z.string(), cost: z.number() })),
});
export type CostNode = z.output<typeof costNode>;

/** Why an item costs what it costs: the item first, then everything that goes into it, each once. */
export const getItemCostTree = endpoint({
  name: 'getItemCostTree',
  method: 'GET',
  path: '/v1/items/{itemID}/cost-tree',
  permission: 'inventory:read',
  summary: 'Reads what an item costs and why.',
  reply: z.object({ nodes: z.array(costNode) }),
});

/** What one run of a step costs. 409 `step_cost_not_found` where the step lacks a time or a rate. */
export const getProductionStepCosts = endpoint({
  name: 'getProductionStepCosts',
  method: 'GET',
  path: '/v1/production-steps/{productionStepID}/costs',
  permission: 'production_steps:read',
  summary: 'Reads what the labour of a step costs.',
  reply: z.object({
    /** What the step makes at once, which the costs are of. */
    quantity,
    /** levelingFactor x allowances + levelingFactor + allowances + 1 */
    timeFactor: z.number(),
    laborSeconds: z.number(),
    labor: z.number(),
    overhead: z.number(),
  }),
});
