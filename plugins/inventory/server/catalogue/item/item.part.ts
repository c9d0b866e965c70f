import { CurrencyUsePort } from '@millwright/core/contracts';
import {
  bulkWork,
  contribution,
  definePart,
  Imports,
  implementation,
  type Reference,
  service,
} from '@millwright/core/server';
import {
  attributesView,
  CataloguePort,
  catalogueProblems,
  categoriesView,
  ItemMakingPort,
  ItemUsePort,
  itemCostsView,
  itemDeclarations,
  itemEvents,
  itemsView,
  itemTypes,
  ProductsForCustomer,
  productLinesView,
} from '../../../contracts/index.ts';
import { CatalogueService } from '../shared/catalogue.service.ts';
import { catalogueInvariants } from '../shared/invariants.ts';
import { ItemsInCurrency } from './amount/currency-use.ts';
import { ItemAttribute } from './edit/item-attribute.entity.ts';
import { itemEdits } from './edit/item-edit.ts';
import { itemImportRoutes } from './import/item-import.routes.ts';
import { itemImportParts } from './import/item-import-parts.ts';
import { itemImporter } from './import/item-importer.ts';
import { Item } from './item.entity.ts';
import { itemRoutes } from './item.routes.ts';
import { ItemService } from './item.service.ts';
import { CustomerProducts } from './reference/customer-products.ts';
import { itemRecordSources } from './reference/item-records.ts';

const items = (to: string, column: string, what: Reference['what']): Reference => ({
  to,
  what,
  table: 'inventory.item',
  column,
  label: 'referrer.sku',
});

export const itemPart = definePart({
  ...itemDeclarations,
  problems: catalogueProblems,
  events: itemEvents,
  views: [itemsView, itemCostsView, productLinesView, categoriesView, attributesView],
  entities: [Item, ItemAttribute],
  references: [
    items('product_line', 'product_line_id', ['product', 'products']),
    items('product_group', 'product_group_id', ['product', 'products']),
    items('category', 'category_id', ['item', 'items']),
  ],
  provides: [CataloguePort],
  services: [implementation(CataloguePort, CatalogueService), service(ItemService)],
  routes: (services) => [
    ...itemRoutes(services.get(ItemService), services.all(ItemUsePort), services.all(ItemMakingPort)),
    ...itemImportRoutes(services.get(Imports)),
  ],
  contributes: () => [contribution(CurrencyUsePort, new ItemsInCurrency())],
  slots: ['inventory.item.panels'],
  recordSources: (services) =>
    itemRecordSources(services.get(ItemService), new CustomerProducts(services.all(ProductsForCustomer))),
  changeSets: (services) => [
    ...services.get(ItemService).removals().map(bulkWork),
    ...Object.values(itemEdits).map((edit) => bulkWork(edit)),
  ],
  imports: () => itemTypes.map((type) => itemImporter({ type, ...itemImportParts })),
  invariants: catalogueInvariants,
  samples: [
    {
      table: 'inventory.item',
      row: (ids) => ({
        type: 'product',
        sku: 'SKU-{label}',
        description: 'Canary {label}',
        product_type: 'sale',
        unit_value: '1.500000',
        unit_cost: '0.750000',
        default_conversion_id: ids('inventory.unit_conversion'),
        product_line_id: ids('inventory.product_line'),
      }),
    },
    {
      table: 'inventory.item_attribute',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        property_id: ids('inventory.property'),
        attribute_id: ids('inventory.attribute'),
      }),
    },
  ],
});
