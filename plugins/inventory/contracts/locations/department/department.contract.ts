import {
  crudEndpoints,
  declareText,
  fieldTable,
  idOf,
  namedRecord,
  noteText,
  referencedKind,
  requiredLine,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Id of a department in requests. */
export const departmentReference = idOf('dpt', 'Department is required');

export const departmentKind = referencedKind({
  type: 'department',
  noun: 'department',
  id: departmentReference,
  shown: namedRecord,
  by: ['name'],
  needs: 'departments:read',
  home: '/dashboard/departments',
});

/** Notes of departments and machines. */
export const plantNotes = declareText({
  label: 'Notes',
  input: noteText.nullish(),
  control: 'note',
  synonyms: ['note', 'comment', 'comments', 'remarks', 'memo', 'description'],
});

/** Fields of a department besides its name. */
export const departmentFields = fieldTable({ notes: plantNotes });

/** A department of the plant. */
export const departments = crudEndpoints({
  one: 'Department',
  many: 'Departments',
  words: ['department', 'departments'],
  path: '/v1/departments',
  domain: 'departments',
  prefix: 'dpt',
  fields: departmentFields,
  row: { name: z.string(), ...departmentFields.reply, machineCount: z.int() },
  sortBy: ['name', 'machineCount', 'createdAt'],
  body: { name: requiredLine(100, 'Department name is required'), ...departmentFields.input },
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
