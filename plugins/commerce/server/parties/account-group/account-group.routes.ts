import { type Route, route } from '@millwright/core/server';
import {
  createAccountGroup,
  deleteAccountGroup,
  getAccountGroup,
  listAccountGroups,
  updateAccountGroup,
} from '../../../contracts/index.ts';
import { accountGroupByID, findAccountGroups } from './account-group.queries.ts';
import type { AccountGroupService } from './account-group.service.ts';

export const accountGroupRoutes = (groups: AccountGroupService): Route[] => [
  route(listAccountGroups, (ctx, { query }) => findAccountGroups(ctx, query)),
  route(getAccountGroup, (ctx, { params }) => accountGroupByID(ctx, params.accountGroupID)),
  route(createAccountGroup, (ctx, { body }) => groups.create(ctx, body)),
  route(updateAccountGroup, (ctx, { params, body }) => groups.update(ctx, params.accountGroupID, body)),
  route(deleteAccountGroup, (ctx, { params }) => groups.remove(ctx, params.accountGroupID)),
];
