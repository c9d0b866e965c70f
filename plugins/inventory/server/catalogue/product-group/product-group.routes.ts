import { type Route, route } from '@millwright/core/server';
import {
  createProductGroup,
  createVariations,
  deleteProductGroup,
  deleteProductGroupProduct,
  getProductGroup,
  listProductGroups,
  listProductVariations,
  putProductGroupProduct,
  updateProductGroup,
} from '../../../contracts/index.ts';
import type { ItemService } from '../item/item.service.ts';
import { makeVariations } from './create-variations.ts';
import { productGroupView } from './product-group.queries.ts';
import type { ProductGroupService } from './product-group.service.ts';
import { findProductVariations } from './product-variation.queries.ts';

export const productGroupRoutes = (groups: ProductGroupService, items: ItemService): Route[] => [
  route(listProductGroups, (ctx, { query }) => productGroupView.find(ctx, query)),
  route(getProductGroup, (ctx, { params }) => productGroupView.byID(ctx, params.productGroupID)),
  route(createProductGroup, (ctx, { body }) => groups.create(ctx, body)),
  route(updateProductGroup, (ctx, { params, body }) => groups.update(ctx, params.productGroupID, body)),
  route(deleteProductGroup, (ctx, { params }) => groups.remove(ctx, params.productGroupID)),
  route(putProductGroupProduct, (ctx, { params }) => groups.addProduct(ctx, params.productGroupID, params.itemID)),
  route(deleteProductGroupProduct, (ctx, { params }) =>
    groups.removeProduct(ctx, params.productGroupID, params.itemID),
  ),
  route(listProductVariations, (ctx, { query }) => findProductVariations(ctx, query)),
  route(createVariations, (ctx, { params, body }) => makeVariations(ctx, items, params.productGroupID, body)),
];
