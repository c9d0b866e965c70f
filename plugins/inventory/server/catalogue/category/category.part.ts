import { definePart, plainImporter, service } from '@millwright/core/server';
import { categoryPermissions, categoryRecordTypes, categoryScreens } from '../../../contracts/index.ts';
import { Category, CategoryProperty } from './category.entity.ts';
import { categoryRoutes } from './category.routes.ts';
import { CategoryService, categoryRecords } from './category.service.ts';
import { categoryImport } from './category-importer.ts';

export const categoryPart = definePart({
  permissions: categoryPermissions,
  records: categoryRecordTypes,
  screens: categoryScreens,
  entities: [Category, CategoryProperty],
  services: [service(CategoryService)],
  routes: (services) => categoryRoutes(services.get(CategoryService)),
  recordSources: () => [categoryRecords],
  imports: () => [plainImporter(categoryImport)],
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
