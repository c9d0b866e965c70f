import { projection, sql } from '@millwright/core/server';
import { listProductGroups, productGroups } from '../../../contracts/index.ts';

/** The attributes of `item` in the properties of its group, in the group's order; null for a missing one. */
export const combinationOfItem = sql<(string | null)[]>`array(select own.attribute_id
  from inventory.product_group_property chosen
  left join inventory.item_attribute own on own.account_id = chosen.account_id and own.item_id = item.id
    and own.property_id = chosen.property_id
  where chosen.account_id = item.account_id and chosen.product_group_id = item.product_group_id
  order by chosen.position, chosen.property_id)`;

/** Product groups by name. */
export const productGroupView = projection(productGroups.row, {
  list: listProductGroups,
  table: 'inventory.product_group',
  computed: {
    properties: sql`coalesce((select jsonb_agg(jsonb_build_object('id', property.id, 'name', property.name)
        order by chosen.position, property.id)
      from inventory.product_group_property chosen
      join inventory.property property on property.account_id = chosen.account_id and property.id = chosen.property_id
      where chosen.account_id = product_group.account_id and chosen.product_group_id = product_group.id), '[]')`,
    productCount: sql`(select count(*)::int from inventory.item item
      where item.account_id = product_group.account_id and item.product_group_id = product_group.id)`,
    variationCount: sql`(select count(distinct ${combinationOfItem})::int from inventory.item item
      where item.account_id = product_group.account_id and item.product_group_id = product_group.id)`,
  },
  search: ['name'],
  filters: {
    propertyID: (id, ctx) => sql<boolean>`product_group.id in (select product_group_id
      from inventory.product_group_property where account_id = ${ctx.account.id} and property_id = ${id})`,
  },
  order: ['name'],
});
