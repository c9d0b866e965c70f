import { type Route, route } from '@millwright/core/server';
import { bulkReconcile } from '../../../contracts/index.ts';
import { reconcileItems } from './reconcile.service.ts';

export const reconcileRoutes = (): Route[] => [route(bulkReconcile, (ctx, { body }) => reconcileItems(ctx, body))];
