import { type AccountContext, sql } from '@millwright/core/server';
import type { CatalogueUse } from '../../contracts/index.ts';
import { usesByItems, usesByNames } from '../catalogue/item-counts.ts';
import { timeGroup } from '../item/item-amounts.ts';

/** Items whose lead time counts in this group; none unless it is the group of lead times. */
export const leadTimesIn = (ctx: AccountContext, unitGroupID: string): Promise<CatalogueUse[]> =>
  usesByItems(ctx, sql<boolean>`item.lead_time is not null and ${unitGroupID} = ${timeGroup(ctx)}`, [
    'lead time',
    'lead times',
  ]);

/** Order points, lead times, stock movements and expected receipts that were entered in this unit of the group. */
export async function amountsIn(ctx: AccountContext, unitGroupID: string, unitID: string): Promise<CatalogueUse[]> {
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

/** Categories that suggest the group. */
export async function categoriesOf(ctx: AccountContext, unitGroupID: string): Promise<CatalogueUse[]> {
  const { rows } = await sql<{ name: string }>`select name from inventory.category
    where account_id = ${ctx.account.id} and unit_group_id = ${unitGroupID} order by name`.execute(ctx.em.query());
  return usesByNames(
    rows.map(({ name }) => name),
    ['category', 'categories'],
  );
}
