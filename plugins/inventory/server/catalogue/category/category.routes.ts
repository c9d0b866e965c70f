import { type Route, route } from '@millwright/core/server';
import {
  createCategory,
  deleteCategory,
  deleteCategoryProperty,
  getCategory,
  listCategories,
  putCategoryProperty,
  putCategoryUnitGroup,
  updateCategory,
} from '../../../contracts/index.ts';
import { categoryByID, findCategories } from './category.queries.ts';
import type { CategoryService } from './category.service.ts';

export const categoryRoutes = (categories: CategoryService): Route[] => [
  route(listCategories, (ctx, { query }) => findCategories(ctx, query)),
  route(getCategory, (ctx, { params }) => categoryByID(ctx, params.categoryID)),
  route(createCategory, (ctx, { body }) => categories.create(ctx, body)),
  route(updateCategory, (ctx, { params, body }) => categories.update(ctx, params.categoryID, body)),
  route(deleteCategory, (ctx, { params }) => categories.remove(ctx, params.categoryID)),
  route(putCategoryUnitGroup, (ctx, { params }) => categories.setUnitGroup(ctx, params.categoryID, params.unitGroupID)),
  route(putCategoryProperty, (ctx, { params }) => categories.addProperty(ctx, params.categoryID, params.propertyID)),
  route(deleteCategoryProperty, (ctx, { params }) =>
    categories.removeProperty(ctx, params.categoryID, params.propertyID),
  ),
];
