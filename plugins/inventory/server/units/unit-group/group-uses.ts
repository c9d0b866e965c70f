import {
  type AccountContext,
  addUse,
  joinUses,
  type RecordUse,
  type RecordUses,
  sql,
  usesOf,
} from '@millwright/core/server';
import { usesByItems, usesByNames } from './item-uses.ts';
import { timeGroup } from './time-group.ts';

/**
 * Items that are measured in these groups, and lead times that count in them: their base units and factors are fixed.
 */
export async function measuredIn(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, RecordUse[]>> {
  const { rows } = await sql<{ id: string; kind: 'item' | 'lead time'; count: number; examples: string[] }>`
    select own.unit_group_id as id, 'item' as kind, count(*)::int as count,
      (array_agg(item.sku order by item.sku))[1:5] as examples
      from inventory.item item
      join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
      where item.account_id = ${ctx.account.id} and own.unit_group_id = any(${[...ids]}::text[])
      group by own.unit_group_id
    union all select ${timeGroup(ctx)}, 'lead time', count(*)::int, (array_agg(item.sku order by item.sku))[1:5]
      from inventory.item item
      where item.account_id = ${ctx.account.id} and item.lead_time is not null
        and ${timeGroup(ctx)} = any(${[...ids]}::text[])
      having count(*) > 0`.execute(ctx.em.query());
  const uses = new Map<string, RecordUse[]>();
  for (const { id, kind, count, examples } of rows)
    uses.set(id, [...(uses.get(id) ?? []), { what: count === 1 ? kind : `${kind}s`, count, examples }]);
  return uses;
}

/** References to these groups: what is measured in them, and records that suggest them. */
export const usesOfGroups = async (ctx: AccountContext, ids: readonly string[]): Promise<RecordUses> =>
  joinUses(await measuredIn(ctx, ids), await usesOf(ctx, 'unit_group', ids));

/** Order points, lead times, stock movements and expected receipts entered in this unit of the group. */
export async function amountsIn(ctx: AccountContext, unitGroupID: string, unitID: string): Promise<RecordUse[]> {
  const isOfGroup = sql`exists (select from inventory.unit_conversion own where own.account_id = item.account_id
    and own.id = item.default_conversion_id and own.unit_group_id = ${unitGroupID})`;
  return [
    ...(await usesByItems(ctx, sql<boolean>`item.order_point_unit_id = ${unitID} and ${isOfGroup}`, [
      'order point',
      'order points',
    ])),
    ...(await usesByItems(
      ctx,
      sql<boolean>`item.lead_time_unit_id = ${unitID} and ${unitGroupID} = ${timeGroup(ctx)}`,
      ['lead time', 'lead times'],
    )),
    ...(await usesByItems(
      ctx,
      sql<boolean>`${isOfGroup} and (
        exists (select from inventory.movement movement where movement.account_id = item.account_id
          and movement.item_id = item.id and movement.unit_id = ${unitID})
        or exists (select from inventory.supply supply where supply.account_id = item.account_id
          and supply.item_id = item.id and supply.unit_id = ${unitID}))`,
      ['item that was counted in it', 'items that were counted in it'],
    )),
  ];
}

/** References that keep each of these conversions in its group: items, amounts entered in the unit, and documents. */
export async function usesOfConversions(
  ctx: AccountContext,
  ids: readonly string[],
): Promise<Map<string, RecordUse[]>> {
  const { rows } = await sql<{ id: string; unitID: string; items: string[]; using: string[] }>`
    select conversion.id, conversion.unit_id as "unitID", array_agg(item.id) as items,
      array_remove(array_agg(case
        when item.default_conversion_id = conversion.id or item.order_point_unit_id = conversion.unit_id
        or exists (select from inventory.movement movement where movement.account_id = item.account_id
          and movement.item_id = item.id and movement.unit_id = conversion.unit_id)
        or exists (select from inventory.supply supply where supply.account_id = item.account_id
          and supply.item_id = item.id and supply.unit_id = conversion.unit_id)
        then item.sku end order by item.sku), null) as using
    from inventory.unit_conversion conversion
    join inventory.unit_conversion own on own.account_id = conversion.account_id
      and own.unit_group_id = conversion.unit_group_id
    join inventory.item item on item.account_id = own.account_id and item.default_conversion_id = own.id
    where conversion.account_id = ${ctx.account.id} and conversion.id = any(${[...ids]}::text[])
    group by conversion.id, conversion.unit_id`.execute(ctx.em.query());
  const uses = new Map<string, RecordUse[]>(
    rows.map(({ id, using }) => [id, usesByNames(using, ['item that counts in it', 'items that count in it'])]),
  );
  const { rows: times } = await sql<{ id: string; skus: string[] }>`select conversion.id,
      array_agg(item.sku order by item.sku) as skus
    from inventory.unit_conversion conversion
    join inventory.item item on item.account_id = conversion.account_id and item.lead_time_unit_id = conversion.unit_id
    where conversion.account_id = ${ctx.account.id} and conversion.id = any(${[...ids]}::text[])
      and conversion.unit_group_id = ${timeGroup(ctx)}
    group by conversion.id`.execute(ctx.em.query());
  for (const { id, skus } of times)
    uses.set(id, [...(uses.get(id) ?? []), ...usesByNames(skus, ['lead time', 'lead times'])]);
  // A query per conversion is acceptable: item groups are few, and a file adds few units.
  for (const { id, unitID, items } of rows)
    for (const use of (await usesOf(ctx, 'unit', [unitID], { items })).get(unitID) ?? []) addUse(uses, id, use);
  return new Map([...uses].filter(([, own]) => own.length > 0));
}
