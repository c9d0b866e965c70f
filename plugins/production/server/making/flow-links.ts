import { type AccountContext, audit, sql } from '@millwright/core/server';
import { preferredSteps } from './made-items.ts';

/** Links are written by one transaction of the account at a time, so that no two close a circle together. */
export async function lockFlow(ctx: AccountContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('production.flow ' || ${ctx.account.id}, 0))`.execute(
    ctx.em.query(),
  );
}

/** Names of the steps on a way along links, from the first to the second; undefined where there is none. */
export async function wayBetween(ctx: AccountContext, fromID: string, toID: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ names: string[] }>`
    with recursive way (id, names) as (
      select step.id, array[step.name] from production.production_step step
        where step.account_id = ${ctx.account.id} and step.id = ${fromID}
      union all
      select step.id, way.names || step.name from way
        join production.flow_link link on link.account_id = ${ctx.account.id} and link.source_step_id = way.id
        join production.production_step step on step.account_id = link.account_id and step.id = link.target_step_id
      where way.id <> ${toID}
    ) cycle id set is_seen using visited
    select names from way where id = ${toID} order by cardinality(names), names limit 1`.execute(ctx.em.query());
  return rows[0]?.names;
}

/** Adds a link; answers whether it is new. */
export async function addLink(ctx: AccountContext, sourceID: string, targetID: string): Promise<boolean> {
  const { rows } = await sql`insert into production.flow_link (account_id, source_step_id, target_step_id)
    values (${ctx.account.id}, ${sourceID}, ${targetID}) on conflict do nothing
    returning account_id`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Takes a link away; answers whether there was one. */
export async function removeLink(ctx: AccountContext, sourceID: string, targetID: string): Promise<boolean> {
  const { rows } = await sql`delete from production.flow_link
    where account_id = ${ctx.account.id} and source_step_id = ${sourceID} and target_step_id = ${targetID}
    returning account_id`.execute(ctx.em.query());
  return rows.length > 0;
}

/** Links that became impossible, because a step makes or uses up something else now, go with what they carried. */
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
 * A step joins the flow: what it uses up comes from the steps that make it, what it makes goes to those that use it up,
 * unless that would go in a circle. Whoever wants it otherwise takes the link away. `itemIDs` are what it uses up or
 * makes newly; all where it is new itself.
 */
export async function joinFlow(ctx: AccountContext, stepID: string, itemIDs?: readonly string[]): Promise<void> {
  if (itemIDs && !itemIDs.length) return;
  await lockFlow(ctx);
  const { rows } = await sql<{ sourceID: string; targetID: string }>`
    with preferred as ${preferredSteps(ctx)}
    select source.id as "sourceID", used.step_id as "targetID"
    from production.consumption used
    join preferred source on source.account_id = used.account_id and source.item_id = used.item_id
    where used.account_id = ${ctx.account.id} and ${stepID} in (source.id, used.step_id)
      and (${itemIDs ?? null}::text[] is null or source.item_id = any(${itemIDs ?? null}::text[]))
    order by source.name, used.step_id`.execute(ctx.em.query());
  for (const { sourceID, targetID } of rows)
    if (!(await wayBetween(ctx, targetID, sourceID))) await addLink(ctx, sourceID, targetID);
}

/** A link is part of the history of both its ends. */
export function auditLink(
  ctx: AccountContext,
  action: string,
  source: { id: string; name: string },
  target: { id: string; name: string },
): void {
  audit(ctx, { record: { type: 'production_step', id: source.id }, action, note: `to ${target.name}` });
  audit(ctx, { record: { type: 'production_step', id: target.id }, action, note: `from ${source.name}` });
}
