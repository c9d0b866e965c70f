import { type PlainImport, reasonsOf, usesOf } from '@millwright/core/server';
import { createDepartmentBody } from '../../../contracts/index.ts';
import { nameOf, notesField } from '../../catalogue/shared/plain-fields.ts';

/** Departments from files: created, or changed where the name exists. */
export const departmentImport: PlainImport = {
  name: 'departments',
  title: 'Departments',
  description: 'Creates departments, or changes those whose name exists. Empty cells leave what is there.',
  recordType: 'department',
  prefix: 'dpt',
  table: 'inventory.department',
  domain: 'departments',
  words: ['department', 'departments'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: createDepartmentBody.shape.name,
      synonyms: ['department', 'department name', 'dept', 'dept name'],
      description: 'Unique; says whether the row is a new department.',
      example: 'Knitting',
    },
    notesField,
  ],
  lists: ['departments', 'machines'],
  document: (values) => ({ title: nameOf(values), text: '' }),
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'department', ids)),
};
