import { endpoint, idOf, listOf, listQuery, noContent, noteText, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a department in requests. */
export const departmentReference = idOf('dpt', 'Department is required');

/** A part of the plant. */
export const department = z.object({
  /** `dpt_...` */
  id: z.string(),
  name: z.string(),
  notes: z.string().nullable(),
  machineCount: z.int(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Department = z.output<typeof department>;

const departmentName = requiredLine(100, 'Department name is required');

/** Body of `createDepartment`. */
export const createDepartmentBody = z.strictObject({ name: departmentName, notes: noteText.nullish() });

/** Body of `updateDepartment`. */
export const updateDepartmentBody = z.strictObject({
  name: departmentName.optional(),
  notes: noteText.nullish(),
  version: z.int().optional(),
});

/** Departments, by name. */
export const listDepartments = endpoint({
  name: 'listDepartments',
  method: 'GET',
  path: '/v1/departments',
  permission: 'departments:read',
  summary: 'Lists departments.',
  query: listQuery({ sortBy: ['name', 'machineCount', 'createdAt'] }),
  reply: listOf(department),
});

/** One department. */
export const getDepartment = endpoint({
  name: 'getDepartment',
  method: 'GET',
  path: '/v1/departments/{departmentID}',
  permission: 'departments:read',
  summary: 'Reads a department.',
  reply: department,
});

/** Adds a department; a name that exists is 409 `duplicate`. */
export const createDepartment = endpoint({
  name: 'createDepartment',
  method: 'POST',
  path: '/v1/departments',
  permission: 'departments:create',
  summary: 'Creates a department.',
  body: createDepartmentBody,
  reply: department,
});

/** Changes a department. */
export const updateDepartment = endpoint({
  name: 'updateDepartment',
  method: 'PATCH',
  path: '/v1/departments/{departmentID}',
  permission: 'departments:update',
  summary: 'Changes a department.',
  body: updateDepartmentBody,
  reply: department,
});

/** Deletes a department without machines; else 409 `in_use`. */
export const deleteDepartment = endpoint({
  name: 'deleteDepartment',
  method: 'DELETE',
  path: '/v1/departments/{departmentID}',
  permission: 'departments:delete',
  summary: 'Deletes a department.',
  reply: noContent,
});
