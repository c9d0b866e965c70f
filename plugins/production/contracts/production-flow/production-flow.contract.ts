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
  /** The source's product, which the target consumes. */
  item: stepItem,
  /** False: the target could take it from the source, but is not linked. */
  isLinked: z.boolean(),
  /** Whether it goes through stock between the steps. */
  isStocked: z.boolean(),
});
export type FlowLink = z.output<typeof flowLink>;

const flowStep = z.object({
  id: z.string(),
  name: z.string(),
  item: stepItem,
  /** Quantity that the step makes at once. */
  quantity,
  /** For that quantity, in seconds and in the account's currency; null if the step lacks a time or a rate. */
  laborSeconds: z.number().nullable(),
  labor: z.number().nullable(),
  overhead: z.number().nullable(),
  isStocked: z.boolean(),
});
export type FlowStep = z.output<typeof flowStep>;

/** How an item is made and used: all steps that lead to it, and all steps that it leads to. */
export const productionFlow = z.object({
  item: stepItem,
  steps: z.array(flowStep),
  links: z.array(flowLink),
});
export type ProductionFlow = z.output<typeof productionFlow>;

/** The flow of an item; 404 for an unknown item. */
export const getItemProductionFlow = endpoint({
  name: 'getItemProductionFlow',
  method: 'GET',
  path: '/v1/items/{itemID}/production-flow',
  permission: 'production_steps:read',
  summary: 'Reads the steps that lead to an item and from it.',
  reply: productionFlow,
});

/**
 * Links two steps, so that the source's product flows into the target; an existing link stays. Errors: 404
 * `input_step_not_found`, 404 `target_step_not_found`, 404 `target_production_not_found`, 400
 * `common_consumption_not_found`, 400 `normalization_factor_not_found`, 409 `flow_cycle` with the names of the cycle in
 * `details.path`.
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

/** Removes a link; the target then takes the item from stock. 404 without a link. */
export const deleteProductionFlow = endpoint({
  name: 'deleteProductionFlow',
  method: 'DELETE',
  path: '/v1/production-flow',
  permission: 'production_steps:update',
  summary: 'Takes a link of the flow away.',
  body: linkBody,
  reply: noContent,
});

/** A step's product and one of its consumptions. */
export const transformation = z.object({
  /** Id of the consumption. */
  id: z.string(),
  step: z.object({ id: z.string(), name: z.string() }),
  in: z.object({ item: stepItem, quantity }),
  out: z.object({ item: stepItem, quantity }),
  /** Units of `out` per unit of `in`; six significant decimals. */
  yield: z.number(),
});
export type Transformation = z.output<typeof transformation>;

/** Inputs and outputs of steps, one row per consumption. */
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

/** An item of an explosion, with its level. */
const explodedItem = z.object({
  item: stepItem,
  /** In the item's default unit. */
  measure: z.number(),
  unit: z.string(),
  /** 0 for the item itself; otherwise the deepest level on which it is needed. */
  level: z.int(),
  /** The step that makes it; null for purchased items. */
  step: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ExplodedItem = z.output<typeof explodedItem>;

/**
 * All items and quantities that a quantity of an item takes, through all steps, regardless of stock: each item once.
 * 409 `flow_cycle` if an item is made of itself.
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
