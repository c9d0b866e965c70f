import { definePart } from '@millwright/core/server';
import {
  ProductsForCustomer,
  productEvents,
  productPermissions,
  productRecordTypes,
  productScreens,
} from '../../../contracts/index.ts';
import { CustomerProducts } from '../item/customer-products.ts';
import { ItemService } from '../item/item.service.ts';
import { productRoutes } from './product.routes.ts';

export const productPart = definePart({
  permissions: productPermissions,
  records: productRecordTypes,
  screens: productScreens,
  events: productEvents,
  routes: (services) =>
    productRoutes(services.get(ItemService), new CustomerProducts(services.all(ProductsForCustomer))),
  slots: ['inventory.product.panels'],
});
