import { definePart, plainImporter, service } from '@millwright/core/server';
import { productGroupDeclarations } from '../../../contracts/index.ts';
import { ItemService } from '../item/item.service.ts';
import { ProductGroup, ProductGroupProperty } from './product-group.entity.ts';
import { productGroupRoutes } from './product-group.routes.ts';
import { ProductGroupService, productGroupRecords } from './product-group.service.ts';
import { productGroupImport } from './product-group-importer.ts';

export const productGroupPart = definePart({
  ...productGroupDeclarations,
  entities: [ProductGroup, ProductGroupProperty],
  services: [service(ProductGroupService, ItemService)],
  routes: (services) => productGroupRoutes(services.get(ProductGroupService), services.get(ItemService)),
  recordSources: () => [productGroupRecords],
  imports: () => [plainImporter(productGroupImport)],
  samples: [
    { table: 'inventory.product_group', row: { name: 'Group {label}', notes: 'Canary {label}' } },
    {
      table: 'inventory.product_group_property',
      row: (ids) => ({
        product_group_id: ids('inventory.product_group'),
        property_id: ids('inventory.property'),
        position: 0,
      }),
    },
  ],
});
