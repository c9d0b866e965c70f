import { type Route, route } from '@millwright/core/server';
import {
  bulkDeleteProducts,
  bulkEditProducts,
  createProduct,
  deleteProduct,
  findProducts,
  getProduct,
  type Item,
  type ItemRow,
  listProducts,
  type Product,
  type ProductRow,
  previewBulkEditProducts,
  setProductLine,
  updateProduct,
  validateProducts,
} from '../../../contracts/index.ts';
import { editItems, previewEditItems } from '../item/edit/item-edit.ts';
import { findItems, itemByID, itemsByName } from '../item/item.queries.ts';
import type { ItemService } from '../item/item.service.ts';
import type { CustomerProducts } from '../item/reference/customer-products.ts';
import { validateProductRows } from './product-import.ts';

// A check constraint guarantees that exactly the products have a product type.
const asProduct = (item: Item): Product => item as Product;
const asRows = (items: ItemRow[]): ProductRow[] => items as ProductRow[];

export const productRoutes = (items: ItemService, customers: CustomerProducts): Route[] => [
  route(listProducts, async (ctx, { query }) => {
    const page = await findItems(ctx, ['product'], query, await customers.openTo(ctx));
    return { ...page, items: asRows(await customers.asSeen(ctx, page.items)) };
  }),
  route(getProduct, async (ctx, { params }) => {
    const found = await itemByID(ctx, params.itemID, 'product', await customers.openTo(ctx));
    const [seen = found] = await customers.asSeen(ctx, [found]);
    return asProduct(seen);
  }),
  route(findProducts, async (ctx, { body }) => {
    const found = await itemsByName(ctx, 'product', body, await customers.openTo(ctx));
    return { items: (await customers.asSeen(ctx, found)).map(asProduct) };
  }),
  route(createProduct, async (ctx, { body }) => asProduct(await items.create(ctx, 'product', body))),
  route(updateProduct, async (ctx, { params, body }) =>
    asProduct(await items.update(ctx, params.itemID, body, 'product')),
  ),
  route(deleteProduct, (ctx, { params }) => items.remove(ctx, params.itemID, 'product')),
  route(bulkDeleteProducts, (ctx, { body }) => items.bulkDelete(ctx, 'product', body)),
  route(bulkEditProducts, (ctx, { body }) => editItems(ctx, 'product', body)),
  route(previewBulkEditProducts, (ctx, { body }) => previewEditItems(ctx, 'product', body)),
  route(setProductLine, async (ctx, { params }) =>
    asProduct(await items.setProductLine(ctx, params.itemID, params.productLineID)),
  ),
  route(validateProducts, (ctx, { body }) => validateProductRows(ctx, body.data)),
];
