import { crudEndpoints, idOf, noteText, requiredLine } from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a department in requests. */
export const departmentReference = idOf('dpt', 'Department is required');

/** A part of the plant. */
export const departments = crudEndpoints({
  one: 'Department',
  many: 'Departments',
  words: ['department', 'departments'],
  path: '/v1/departments',
  domain: 'departments',
  row: { name: z.string(), notes: z.string().nullable(), machineCount: z.int() },
  sortBy: ['name', 'machineCount', 'createdAt'],
  body: { name: requiredLine(100, 'Department name is required'), notes: noteText.nullish() },
});

export const {
  list: listDepartments,
  get: getDepartment,
  create: createDepartment,
  update: updateDepartment,
  remove: deleteDepartment,
  createBody: createDepartmentBody,
  updateBody: updateDepartmentBody,
} = departments;
export type Department = z.output<typeof departments.row>;
