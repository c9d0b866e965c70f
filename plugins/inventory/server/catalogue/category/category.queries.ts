import { projection, sql } from '@millwright/core/server';
import { categories, categoryFields, listCategories } from '../../../contracts/index.ts';
import { unitGroupReferences } from '../../units/unit-group/unit-group.entity.ts';

/** Categories by name. */
export const categoryView = projection(categories.row, {
  list: listCategories,
  table: 'inventory.category',
  fields: categoryFields,
  tables: unitGroupReferences,
  computed: {
    properties: sql`coalesce((select jsonb_agg(jsonb_build_object('id', property.id, 'name', property.name)
        order by property.name)
      from inventory.category_property own
      join inventory.property property on property.account_id = own.account_id and property.id = own.property_id
      where own.account_id = category.account_id and own.category_id = category.id), '[]')`,
    itemCount: sql`(select count(*)::int from inventory.item item
      where item.account_id = category.account_id and item.category_id = category.id)`,
  },
  search: ['name'],
  filters: {
    type: (type) => sql<boolean>`category.type = ${type}`,
    propertyID: (id, ctx) => sql<boolean>`category.id in (select category_id from inventory.category_property
      where account_id = ${ctx.account.id} and property_id = ${id})`,
  },
  order: ['name', 'type'],
});
