import { type Route, route } from '@millwright/core/server';
import {
  createProductLine,
  deleteProductLine,
  getProductLine,
  listProductLines,
  updateProductLine,
} from '../../../contracts/index.ts';
import { findProductLines, productLineByID } from './product-line.queries.ts';
import type { ProductLineService } from './product-line.service.ts';

export const productLineRoutes = (lines: ProductLineService): Route[] => [
  route(listProductLines, (ctx, { query }) => findProductLines(ctx, query)),
  route(getProductLine, (ctx, { params }) => productLineByID(ctx, params.productLineID)),
  route(createProductLine, (ctx, { body }) => lines.create(ctx, body)),
  route(updateProductLine, (ctx, { params, body }) => lines.update(ctx, params.productLineID, body)),
  route(deleteProductLine, (ctx, { params }) => lines.remove(ctx, params.productLineID)),
];
