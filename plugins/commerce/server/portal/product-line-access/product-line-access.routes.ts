import { type Route, route } from '@millwright/core/server';
import {
  createAccountGroupAccess,
  createCustomerAccess,
  deleteAccountGroupAccess,
  deleteCustomerAccess,
  getAccountGroupAccess,
  getCustomerAccess,
  getOrderableProductLines,
  listAccountGroupAccess,
  listCustomerAccess,
  updateAccountGroupAccess,
  updateCustomerAccess,
} from '../../../contracts/index.ts';
import type { ProductLineAccessService } from './product-line-access.service.ts';
import type { ProductLineLimits } from './product-line-limits.ts';

export const productLineAccessRoutes = (access: ProductLineAccessService, limits: ProductLineLimits): Route[] => [
  route(listAccountGroupAccess, (ctx, { query }) => limits.findGroups(ctx, query)),
  route(getAccountGroupAccess, (ctx, { params }) => limits.groupByID(ctx, params.accountGroupID)),
  route(createAccountGroupAccess, (ctx, { body }) => access.limitGroup(ctx, body)),
  route(updateAccountGroupAccess, (ctx, { params, body }) => access.changeGroup(ctx, params.accountGroupID, body)),
  route(deleteAccountGroupAccess, (ctx, { params }) => access.freeGroup(ctx, params.accountGroupID)),
  route(listCustomerAccess, (ctx, { query }) => limits.findCustomers(ctx, query)),
  route(getCustomerAccess, (ctx, { params }) => limits.customerByID(ctx, params.customerID)),
  route(createCustomerAccess, (ctx, { body }) => access.limitCustomer(ctx, body)),
  route(updateCustomerAccess, (ctx, { params, body }) => access.changeCustomer(ctx, params.customerID, body)),
  route(getOrderableProductLines, (ctx, { params }) => limits.orderableLinesOf(ctx, params.customerID)),
  route(deleteCustomerAccess, (ctx, { params }) => access.freeCustomer(ctx, params.customerID)),
];
