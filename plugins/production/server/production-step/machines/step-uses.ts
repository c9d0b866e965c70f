import { type AccountContext, sql } from '@millwright/core/server';
import { type ItemUse, ItemUsePort, namedUses, type UsedItem } from '@millwright/inventory/contracts';

interface Found {
  kind: 'made' | 'used';
  id: string;
  label: string;
  note: string;
  count: number;
}

const sorts = {
  made: { title: 'Made by production steps', filter: 'itemIDs' },
  used: { title: 'Used up by production steps', filter: 'consumedItemIDs' },
} as const;

/** Production steps for an item's screen: how it is made, and what is made of it. */
export class StepsUsingItem extends ItemUsePort {
  override async whereUsed(ctx: AccountContext, { id }: UsedItem): Promise<ItemUse[]> {
    if (!ctx.can('production_steps:read')) return [];
    const { rows } = await sql<Found>`select kind, id, label, note, count from (
        select 'made' as kind, step.id, step.name as label, concat(trim_scale(step.measure), ' ', unit.name) as note,
          count(*) over ()::int as count, row_number() over (order by step.is_preferred desc, step.name) as place
        from production.production_step step
        join inventory.v_units unit on unit.account_id = step.account_id and unit.id = step.unit_id
        where step.account_id = ${ctx.account.id} and step.item_id = ${id}
        union all
        select 'used', step.id, step.name, concat(trim_scale(used.measure), ' ', unit.name),
          count(*) over ()::int, row_number() over (order by step.name)
        from production.consumption used
        join production.production_step step on step.account_id = used.account_id and step.id = used.step_id
        join inventory.v_units unit on unit.account_id = used.account_id and unit.id = used.unit_id
        where used.account_id = ${ctx.account.id} and used.item_id = ${id}
      ) as found where place <= ${namedUses} order by kind, place`.execute(ctx.em.query());
    return (['made', 'used'] as const).flatMap((kind) => {
      const found = rows.filter((row) => row.kind === kind);
      if (!found[0]) return [];
      const records = found.map(({ id: stepID, label, note }) => ({
        id: stepID,
        label,
        note,
        path: `/dashboard/production-steps/${stepID}`,
      }));
      const { title, filter } = sorts[kind];
      const path = `/dashboard/production-steps?${filter}=${id}`;
      return [{ type: 'production_step', title, count: found[0].count, path, records }];
    });
  }
}
