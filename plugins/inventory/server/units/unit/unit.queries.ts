import { type AccountContext, projection, sql } from '@millwright/core/server';
import { listUnits, units } from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';

/** Units by name. */
export const unitView = projection(units.row, {
  list: listUnits,
  table: 'inventory.unit',
  computed: {
    unitGroups: sql`coalesce((select jsonb_agg(jsonb_build_object('id', unit_group.id, 'name', unit_group.name)
        order by unit_group.name)
      from inventory.unit_conversion conversion
      join inventory.unit_group unit_group
        on unit_group.account_id = conversion.account_id and unit_group.id = conversion.unit_group_id
      where conversion.account_id = unit.account_id and conversion.unit_id = unit.id), '[]')`,
  },
  search: ['name', 'description'],
  filters: {
    isBuiltIn: (value) => sql<boolean>`unit.is_built_in = ${value}`,
    unitGroupID: (id, ctx) => sql<boolean>`unit.id in (select unit_id from inventory.unit_conversion
      where account_id = ${ctx.account.id} and unit_group_id = ${id})`,
  },
  order: ['name'],
});

/** Id of the unit of prices: the account's currency. */
export async function currencyUnitID(ctx: AccountContext): Promise<string> {
  const { id } = await ctx.em
    .query<Tables>()
    .selectFrom('inventory.unit')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('name', '=', 'dollar')
    .executeTakeFirstOrThrow();
  return id;
}
