import { type Route, route } from '@millwright/core/server';
import { createUnit, deleteUnit, getUnit, listUnits, updateUnit, validateUnits } from '../../../contracts/index.ts';
import { findUnits, unitByID } from './unit.queries.ts';
import type { UnitService } from './unit.service.ts';

export const unitRoutes = (units: UnitService): Route[] => [
  route(listUnits, (ctx, { query }) => findUnits(ctx, query)),
  route(getUnit, (ctx, { params }) => unitByID(ctx, params.unitID)),
  route(createUnit, (ctx, { body }) => units.create(ctx, body)),
  route(updateUnit, (ctx, { params, body }) => units.update(ctx, params.unitID, body)),
  route(deleteUnit, (ctx, { params }) => units.remove(ctx, params.unitID)),
  route(validateUnits, (ctx, { body }) => units.validate(ctx, body.data)),
];
