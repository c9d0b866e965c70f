import { type Route, route } from '@millwright/core/server';
import {
  bulkDeleteProducts,
  createProduct,
  deleteProduct,
  getProduct,
  listProducts,
  setProductLine,
  updateProduct,
  validateProducts,
} from '../../contracts/index.ts';
import { findProducts, productByID } from './product.queries.ts';
import type { ProductService } from './product.service.ts';
import { validateProductRows } from './product-import.ts';

export const productRoutes = (products: ProductService): Route[] => [
  route(listProducts, (ctx, { query }) => findProducts(ctx, query)),
  route(getProduct, (ctx, { params }) => productByID(ctx, params.itemID)),
  route(createProduct, (ctx, { body }) => products.create(ctx, body)),
  route(updateProduct, (ctx, { params, body }) => products.update(ctx, params.itemID, body)),
  route(deleteProduct, (ctx, { params }) => products.remove(ctx, params.itemID)),
  route(bulkDeleteProducts, (ctx, { body }) => products.bulkDelete(ctx, body)),
  route(setProductLine, (ctx, { params }) => products.setProductLine(ctx, params.itemID, params.productLineID)),
  route(validateProducts, (ctx, { body }) => validateProductRows(ctx, body.data)),
];
