import { type Route, route } from '@millwright/core/server';
import {
  createDepartment,
  deleteDepartment,
  getDepartment,
  listDepartments,
  updateDepartment,
} from '../../../contracts/index.ts';
import { departmentByID, findDepartments } from './department.queries.ts';
import type { DepartmentService } from './department.service.ts';

export const departmentRoutes = (departments: DepartmentService): Route[] => [
  route(listDepartments, (ctx, { query }) => findDepartments(ctx, query)),
  route(getDepartment, (ctx, { params }) => departmentByID(ctx, params.departmentID)),
  route(createDepartment, (ctx, { body }) => departments.create(ctx, body)),
  route(updateDepartment, (ctx, { params, body }) => departments.update(ctx, params.departmentID, body)),
  route(deleteDepartment, (ctx, { params }) => departments.remove(ctx, params.departmentID)),
];
