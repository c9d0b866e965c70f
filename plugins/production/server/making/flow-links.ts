import { type AccountContext, audit, sql } from '@millwright/core/server';
import { productionFlowProblems } from '../../contracts/index.ts';
import { preferredSteps } from './made-items.ts';

const flowKey = (ctx: AccountContext) => sql`hashtextextended('production.flow ' || ${ctx.account.id}, 0)`;

/** Locks recipes for writing, before steps are locked: concurrent changes could together create a cycle. */
export async function lockFlow(ctx: AccountContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(${flowKey(ctx)})`.execute(ctx.em.query());
}

/** Keeps recipes from being changed until the transaction ends; for planning, before a run is locked. */
export async function shareFlow(ctx: AccountContext): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${flowKey(ctx)})`.execute(ctx.em.query());
}

/** A step in the graph of recipes: it leads to all steps that consume its product, linked or not. */
export interface RecipeNode {
  id: string;
  name: string;
  itemID: string;
  usedIDs: readonly string[];
}

/** These steps, and all steps that they lead to. */
async function recipesAhead(ctx: AccountContext, stepIDs: readonly string[]): Promise<RecipeNode[]> {
  const { rows } = await sql<RecipeNode>`
    with recursive ahead (id) as (
      select step.id from production.production_step step
        where step.account_id = ${ctx.account.id} and step.id = any(${[...stepIDs]}::text[])
      union
      select used.step_id from ahead
        join production.production_step step on step.account_id = ${ctx.account.id} and step.id = ahead.id
        join production.consumption used on used.account_id = step.account_id and used.item_id = step.item_id)
    select step.id, step.name, step.item_id as "itemID",
      coalesce((select json_agg(used.item_id order by used.item_id) from production.consumption used
        where used.account_id = step.account_id and used.step_id = step.id), '[]') as "usedIDs"
    from ahead join production.production_step step on step.account_id = ${ctx.account.id} and step.id = ahead.id
    order by step.name`.execute(ctx.em.query());
  return rows;
}

/** All steps of the account, for checking files before anything is written. */
export async function allRecipes(ctx: AccountContext): Promise<RecipeNode[]> {
  const { rows } = await sql<RecipeNode>`select step.id, step.name, step.item_id as "itemID",
      coalesce((select json_agg(used.item_id order by used.item_id) from production.consumption used
        where used.account_id = step.account_id and used.step_id = step.id), '[]') as "usedIDs"
    from production.production_step step where step.account_id = ${ctx.account.id} order by step.name`.execute(
    ctx.em.query(),
  );
  return rows;
}

/**
 * A function that finds the shortest cycle through a step: the steps from the step back to itself, or an empty list.
 */
export function circlesOf(nodes: readonly RecipeNode[]): (startID: string) => RecipeNode[] | undefined {
  const users = new Map<string, RecipeNode[]>();
  for (const node of nodes) for (const id of node.usedIDs) users.set(id, [...(users.get(id) ?? []), node]);
  const byID = new Map(nodes.map((node) => [node.id, node]));
  return (startID) => {
    const start = byID.get(startID);
    if (!start) return undefined;
    const cameFrom = new Map<string, RecipeNode>();
    const waiting = [start];
    for (const node of waiting)
      for (const next of users.get(node.itemID) ?? []) {
        if (next.id === startID) {
          const way = [start];
          for (let at = node; at.id !== startID; at = cameFrom.get(at.id) as RecipeNode) way.unshift(at);
          return [start, ...way];
        }
        if (cameFrom.has(next.id)) continue;
        cameFrom.set(next.id, node);
        waiting.push(next);
      }
    return undefined;
  };
}

/** '... in a circle: Knit > Dye > Knit' */
export const circleText = (circle: readonly RecipeNode[]): string =>
  `The flow would go in a circle: ${circle.map(({ name }) => name).join(' > ')}`;

/**
 * Refuses steps whose item is made of itself. Consumptions are checked; links only connect consumptions, so they need
 * no check of their own. Called under `lockFlow` after all writes.
 * @throws Problem 409 `flow_cycle` with the names of the cycle
 */
export async function requireNoCircle(ctx: AccountContext, stepIDs: readonly string[]): Promise<void> {
  if (!stepIDs.length) return;
  const circleOf = circlesOf(await recipesAhead(ctx, stepIDs));
  const circle = stepIDs.map(circleOf).find((each) => each !== undefined);
  if (circle)
    throw productionFlowProblems.flow_cycle({
      message: circleText(circle),
      details: { path: circle.map(({ name }) => name) },
    });
}

/** Adds a link; answers whether it is new. */
export async function addLink(ctx: AccountContext, sourceID: string, targetID: string): Promise<boolean> {
  const { rows } = await sql`insert into production.flow_link (account_id, source_step_id, target_step_id)
    values (${ctx.account.id}, ${sourceID}, ${targetID}) on conflict do nothing
    returning account_id`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Removes a link; answers whether it existed. */
export async function removeLink(ctx: AccountContext, sourceID: string, targetID: string): Promise<boolean> {
  const { rows } = await sql`delete from production.flow_link
    where account_id = ${ctx.account.id} and source_step_id = ${sourceID} and target_step_id = ${targetID}
    returning account_id`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Removes links that are impossible now, because a step makes or consumes something else. */
export async function dropIdleLinks(ctx: AccountContext, stepID: string): Promise<void> {
  await sql`delete from production.flow_link link
    where link.account_id = ${ctx.account.id} and ${stepID} in (link.source_step_id, link.target_step_id)
      and not exists (select from production.production_step source
        join production.consumption used on used.account_id = source.account_id and used.item_id = source.item_id
        where source.account_id = link.account_id and source.id = link.source_step_id
          and used.step_id = link.target_step_id)`.execute(ctx.em.query());
}

export async function removeLinksOf(ctx: AccountContext, stepID: string): Promise<void> {
  await sql`delete from production.flow_link
    where account_id = ${ctx.account.id} and ${stepID} in (source_step_id, target_step_id)`.execute(ctx.em.query());
}

/**
 * Links a step with the flow: its consumptions come from the steps that make them, its product goes to the steps that
 * consume it. Unwanted links can be removed later. `itemIDs` are its new consumptions or its new product; absent for a
 * new step. Called under `lockFlow`.
 */
export async function joinFlow(ctx: AccountContext, stepID: string, itemIDs?: readonly string[]): Promise<void> {
  if (itemIDs && !itemIDs.length) return;
  await sql`insert into production.flow_link (account_id, source_step_id, target_step_id)
    select used.account_id, source.id, used.step_id
    from production.consumption used
    join ${preferredSteps(ctx)} source on source.account_id = used.account_id and source.item_id = used.item_id
    where used.account_id = ${ctx.account.id} and ${stepID} in (source.id, used.step_id) and source.id <> used.step_id
      and (${itemIDs ?? null}::text[] is null or source.item_id = any(${itemIDs ?? null}::text[]))
    on conflict do nothing`.execute(ctx.em.query());
}

/** A link is part of the history of both steps. */
export function auditLink(
  ctx: AccountContext,
  action: string,
  source: { id: string; name: string },
  target: { id: string; name: string },
): void {
  audit(ctx, { record: { type: 'production_step', id: source.id }, action, note: `to ${target.name}` });
  audit(ctx, { record: { type: 'production_step', id: target.id }, action, note: `from ${source.name}` });
}
