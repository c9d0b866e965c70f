import { definePart } from '@millwright/core/server';
import { productEvents, productPermissions, productRecordTypes, productScreens } from '../../../contracts/index.ts';
import { ItemService } from '../item/item.service.ts';
import { productRoutes } from './product.routes.ts';

export const productPart = definePart({
  permissions: productPermissions,
  records: productRecordTypes,
  screens: productScreens,
  events: productEvents,
  routes: (services) => productRoutes(services.get(ItemService)),
  slots: ['inventory.product.panels'],
});
