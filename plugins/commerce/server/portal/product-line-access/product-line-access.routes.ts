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
import {
  accountGroupAccessByID,
  customerAccessByID,
  findAccountGroupAccess,
  findCustomerAccess,
  orderableLinesOf,
} from './product-line-access.queries.ts';
import type { ProductLineAccessService } from './product-line-access.service.ts';

export const productLineAccessRoutes = (access: ProductLineAccessService): Route[] => [
  route(listAccountGroupAccess, (ctx, { query }) => findAccountGroupAccess(ctx, access.catalogue, query)),
  route(getAccountGroupAccess, (ctx, { params }) =>
    accountGroupAccessByID(ctx, access.catalogue, params.accountGroupID),
  ),
  route(createAccountGroupAccess, (ctx, { body }) => access.limitGroup(ctx, body)),
  route(updateAccountGroupAccess, (ctx, { params, body }) => access.changeGroup(ctx, params.accountGroupID, body)),
  route(deleteAccountGroupAccess, (ctx, { params }) => access.freeGroup(ctx, params.accountGroupID)),
  route(listCustomerAccess, (ctx, { query }) => findCustomerAccess(ctx, access.catalogue, query)),
  route(getCustomerAccess, (ctx, { params }) => customerAccessByID(ctx, access.catalogue, params.customerID)),
  route(createCustomerAccess, (ctx, { body }) => access.limitCustomer(ctx, body)),
  route(updateCustomerAccess, (ctx, { params, body }) => access.changeCustomer(ctx, params.customerID, body)),
  route(getOrderableProductLines, (ctx, { params }) => orderableLinesOf(ctx, access.catalogue, params.customerID)),
  route(deleteCustomerAccess, (ctx, { params }) => access.freeCustomer(ctx, params.customerID)),
];
