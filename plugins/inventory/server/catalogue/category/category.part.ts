import { problems } from '@millwright/core/contracts';
import { type AccountContext, definePart, plainImporter, referenceAggregate, route } from '@millwright/core/server';
import {
  categories,
  categoryDeclarations,
  deleteCategoryProperty,
  listCategories,
  listProperties,
  putCategoryProperty,
  putCategoryUnitGroup,
} from '../../../contracts/index.ts';
import { UnitGroup, unitGroupReferences } from '../../units/unit-group/unit-group.entity.ts';
import { itemLists } from '../item/reference/item-kinds.ts';
import { chosenProperties } from '../property/chosen-properties.ts';
import { Property } from '../property/property.entity.ts';
import { Category, CategoryProperty } from './category.entity.ts';
import { categoryView } from './category.queries.ts';
import { categoryImport } from './category-importer.ts';

/** Categories, with their commands for imports of items. */
export const categoryRecord = referenceAggregate({
  entity: Category,
  table: 'inventory.category',
  endpoints: categories,
  tables: unitGroupReferences,
  view: categoryView,
  lists: [listCategories, listProperties],
  shownIn: itemLists,
  subtitle: ({ type }) => (type === 'product' ? 'Product category' : 'Material category'),
  links: [
    {
      field: 'propertyIDs',
      table: 'inventory.category_property',
      owner: 'category_id',
      target: 'property_id',
      to: 'inventory.property',
      what: 'property',
    },
  ],
  fields: ['name', 'notes', 'unitGroup', 'properties'],
  facts: ({ name, notes, unitGroup, properties }) => ({
    name,
    notes,
    unitGroup: unitGroup?.name ?? null,
    properties: properties.map((property) => property.name).join(', ') || null,
  }),
  refuse: async (ctx, _, { propertyIDs = [] }) => {
    await chosenProperties(ctx, propertyIDs);
  },
});

/** Ids of a category's properties, which nobody else changes until the transaction ends. */
async function propertiesOf(ctx: AccountContext, categoryID: string): Promise<string[]> {
  await ctx.em.getForUpdate(Category, categoryID);
  return (await categoryView.byID(ctx, categoryID)).properties.map(({ id }) => id);
}

export const categoryPart = definePart({
  ...categoryRecord,
  ...categoryDeclarations,
  entities: [Category, CategoryProperty],
  routes: () => [
    ...categoryRecord.routes(),
    route(putCategoryUnitGroup, async (ctx, { params: { categoryID, unitGroupID } }) => {
      await ctx.em.get(UnitGroup, unitGroupID);
      return categoryRecord.update(ctx, categoryID, { unitGroupID });
    }),
    route(putCategoryProperty, async (ctx, { params: { categoryID, propertyID } }) => {
      const ids = await propertiesOf(ctx, categoryID);
      await ctx.em.get(Property, propertyID);
      return categoryRecord.update(ctx, categoryID, { propertyIDs: [...new Set([...ids, propertyID])] });
    }),
    route(deleteCategoryProperty, async (ctx, { params: { categoryID, propertyID } }) => {
      const ids = await propertiesOf(ctx, categoryID);
      if (!ids.includes(propertyID)) throw problems.not_found();
      await categoryRecord.update(ctx, categoryID, { propertyIDs: ids.filter((id) => id !== propertyID) });
      return undefined;
    }),
  ],
  imports: () => [plainImporter(categoryImport)],
  references: [
    {
      to: 'unit_group',
      what: ['category', 'categories'],
      table: 'inventory.category',
      column: 'unit_group_id',
      label: 'referrer.name',
    },
  ],
  samples: [
    {
      table: 'inventory.category',
      row: (ids) => ({
        type: 'product',
        name: 'Category {label}',
        notes: 'Canary {label}',
        unit_group_id: ids('inventory.unit_group'),
      }),
    },
    {
      table: 'inventory.category_property',
      row: (ids) => ({ category_id: ids('inventory.category'), property_id: ids('inventory.property') }),
    },
  ],
});
