import {
  applyChangeSet,
  cancelChangeSet,
  checkChangeSet,
  getChangeSet,
  getChangeSetFaults,
  listChangeSetRows,
  listChangeSets,
  undoChangeSet,
} from '../contracts/work/change-set.contract.ts';
import { type Route, route } from '../kernel/route.ts';
import type { ChangeSets } from './change-sets.service.ts';

export const changeSetRoutes = (sets: ChangeSets): Route[] => [
  route(listChangeSets, (ctx, { query }) => sets.list(ctx, query)),
  route(getChangeSet, (ctx, { params }) => sets.read(ctx, params.changeSetID)),
  route(listChangeSetRows, (ctx, { params, query }) => sets.listRows(ctx, params.changeSetID, query)),
  route(getChangeSetFaults, (ctx, { params }) => sets.faults(ctx, params.changeSetID)),
  route(checkChangeSet, (ctx, { params, body }) => sets.check(ctx, params.changeSetID, body.version)),
  route(applyChangeSet, (ctx, { params, body }) => sets.apply(ctx, params.changeSetID, body)),
  route(undoChangeSet, (ctx, { params, body }) => sets.undo(ctx, params.changeSetID, body)),
  route(cancelChangeSet, (ctx, { params }) => sets.cancel(ctx, params.changeSetID)),
];
