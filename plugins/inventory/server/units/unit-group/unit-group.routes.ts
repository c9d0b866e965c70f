import { type Route, route } from '@millwright/core/server';
import {
  createUnitConversion,
  createUnitGroup,
  deleteUnitConversion,
  deleteUnitGroup,
  getUnitGroup,
  listUnitConversions,
  listUnitGroups,
  putUnitConversion,
  updateUnitGroup,
} from '../../../contracts/index.ts';
import { unitGroupView } from './unit-group.queries.ts';
import type { UnitGroupService } from './unit-group.service.ts';

export const unitGroupRoutes = (groups: UnitGroupService): Route[] => [
  route(listUnitGroups, (ctx, { query }) => unitGroupView.find(ctx, query)),
  route(getUnitGroup, (ctx, { params }) => unitGroupView.byID(ctx, params.unitGroupID)),
  route(createUnitGroup, (ctx, { body }) => groups.create(ctx, body)),
  route(updateUnitGroup, (ctx, { params, body }) => groups.update(ctx, params.unitGroupID, body)),
  route(deleteUnitGroup, (ctx, { params }) => groups.remove(ctx, params.unitGroupID)),
  route(listUnitConversions, async (ctx, { params }) => {
    const { conversions } = await unitGroupView.byID(ctx, params.unitGroupID);
    return { items: conversions, count: conversions.length };
  }),
  route(createUnitConversion, (ctx, { params, body }) => groups.addConversion(ctx, params.unitGroupID, body)),
  route(putUnitConversion, (ctx, { params, body }) =>
    groups.putConversion(ctx, params.unitGroupID, params.unitConversionID, body),
  ),
  route(deleteUnitConversion, (ctx, { params }) =>
    groups.removeConversion(ctx, params.unitGroupID, params.unitConversionID),
  ),
];
