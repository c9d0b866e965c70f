import { definePart, plainImporter, service } from '@millwright/core/server';
import { productLineDeclarations, productLineEvents } from '../../../contracts/index.ts';
import { ProductLine } from './product-line.entity.ts';
import { productLineRoutes } from './product-line.routes.ts';
import { ProductLineService, productLineRecords } from './product-line.service.ts';
import { productLineImport } from './product-line-importer.ts';

export const productLinePart = definePart({
  ...productLineDeclarations,
  entities: [ProductLine],
  events: productLineEvents,
  services: [service(ProductLineService)],
  routes: (services) => productLineRoutes(services.get(ProductLineService)),
  recordSources: () => [productLineRecords],
  imports: () => [plainImporter(productLineImport)],
  samples: [
    {
      table: 'inventory.product_line',
      row: (ids) => ({
        name: 'Line {label}',
        is_commission_exempt: true,
        is_freight_exempt: false,
        unit_group_id: ids('inventory.unit_group'),
      }),
    },
  ],
});
