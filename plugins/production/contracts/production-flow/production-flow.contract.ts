import { endpoint, idOf, listOf, listQuery, noContent, quantity, repeated } from '@millwright/core/contracts';
import { z } from 'zod';
import { stepItem } from '../production-step/production-step.contract.ts';

const linkBody = z.strictObject({
  sourceProductionStepID: idOf('pst', 'Source is required'),
  targetProductionStepID: idOf('pst', 'Target is required'),
});
const linkShape = { sourceProductionStepID: z.string(), targetProductionStepID: z.string() };

const flowLink = z.object({
  ...linkShape,
  /** What the source makes and the target uses up. */
  item: stepItem,
  /** False: the target could take it from the source, and does not. */
  isLinked: z.boolean(),
  /** Whether it goes through stock on its way. */
  isStocked: z.boolean(),
});
export type FlowLink = z.output<typeof flowLink>;

const flowStep = z.object({
  id: z.string(),
  name: z.string(),
  item: stepItem,
  /** What it makes at once. */
  quantity,
  /** For that much; null where the step lacks a time or a rate. In seconds, and in the account's currency. */
  laborSeconds: z.number().nullable(),
  labor: z.number().nullable(),
  overhead: z.number().nullable(),
  isStocked: z.boolean(),
});
export type FlowStep = z.output<typeof flowStep>;

/** How an item is made and what it goes into: all steps that lead to it and all that it leads to. */
export const productionFlow = z.object({
  item: stepItem,
  steps: z.array(flowStep),
  links: z.array(flowLink),
});
export type ProductionFlow = z.output<typeof productionFlow>;

/** The flow of an item; 404 for an item that is not there. */
export const getItemProductionFlow = endpoint({
  name: 'getItemProductionFlow',
  method: 'GET',
  path: '/v1/items/{itemID}/production-flow',
  permission: 'production_steps:read',
  summary: 'Reads the steps that lead to an item and from it.',
  reply: productionFlow,
});

/**
 * Lets what the source makes flow into the target; a link that stands is as good. Errors: 404 `input_step_not_found`,
 * 404 `target_step_not_found`, 404 `target_production_not_found`, 400 `common_consumption_not_found`, 400
 * `normalization_factor_not_found`, 409 `flow_cycle` with the names of the circle in `details.path`.
 */
export const putProductionFlow = endpoint({
  name: 'putProductionFlow',
  method: 'PUT',
  path: '/v1/production-flow',
  permission: 'production_steps:update',
  summary: 'Lets what a step makes flow into another.',
  body: linkBody,
  reply: z.object({ ...linkShape, item: stepItem }),
});

/** Takes a link away; the target then takes the item from stock. 404 where there is none. */
export const deleteProductionFlow = endpoint({
  name: 'deleteProductionFlow',
  method: 'DELETE',
  path: '/v1/production-flow',
  permission: 'production_steps:update',
  summary: 'Takes a link of the flow away.',
  body: linkBody,
  reply: noContent,
});

/** What a step makes of one thing that it uses up. */
export const transformation = z.object({
  /** Id of the consumption. */
  id: z.string(),
  step: z.object({ id: z.string(), name: z.string() }),
  in: z.object({ item: stepItem, quantity }),
  out: z.object({ item: stepItem, quantity }),
  /** Of one unit of `in` come this many units of `out`; six significant decimals. */
  yield: z.number(),
});
export type Transformation = z.output<typeof transformation>;

/** What goes into steps and what comes out of them, one row for each thing used up. */
export const listProductionStepTransformations = endpoint({
  name: 'listProductionStepTransformations',
  method: 'GET',
  path: '/v1/production-step-transformations',
  permission: 'production_steps:read',
  summary: 'Lists what steps make of what.',
  query: listQuery({
    sortBy: ['step', 'in', 'out', 'yield'],
    filters: { inItemIDs: repeated(z.string()), outItemIDs: repeated(z.string()), stepIDs: repeated(z.string()) },
  }),
  reply: listOf(transformation),
});

/** What there is to make of something: an item on a level of the explosion. */
const explodedItem = z.object({
  item: stepItem,
  /** In the item's default unit. */
  measure: z.number(),
  unit: z.string(),
  /** 0 for the item itself; the deepest level on which it is needed. */
  level: z.int(),
  /** The step that makes it; null for what is bought. */
  step: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ExplodedItem = z.output<typeof explodedItem>;

/**
 * Everything that a quantity of an item takes, through all steps, whatever is in stock: each item once. 409
 * `flow_cycle` where an item is made of itself.
 */
export const explodeItem = endpoint({
  name: 'explodeItem',
  method: 'POST',
  path: '/v1/items/{itemID}/actions/explode',
  permission: 'production_steps:read',
  summary: 'Reads everything that a quantity of an item takes.',
  reads: true,
  body: z.strictObject({ quantity: z.number().gt(0, { error: 'Must be above 0' }).max(1_000_000_000) }),
  reply: z.object({ items: z.array(explodedItem) }),
});
