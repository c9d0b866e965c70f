import { definePart } from '@millwright/core/server';
import { ProductsForCustomer, productDeclarations, productEvents } from '../../../contracts/index.ts';
import { ItemService } from '../item/item.service.ts';
import { CustomerProducts } from '../item/reference/customer-products.ts';
import { makerShown } from '../item/use/maker-state.ts';
import { productRoutes } from './product.routes.ts';

export const productPart = definePart({
  ...productDeclarations,
  events: productEvents,
  routes: (services) =>
    productRoutes(services.get(ItemService), new CustomerProducts(services.all(ProductsForCustomer))),
  forbids: [makerShown],
  slots: ['inventory.product.panels'],
});
