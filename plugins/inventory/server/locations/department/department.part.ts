import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  createDepartmentBody,
  departmentPermissions,
  departmentRecordTypes,
  departmentScreens,
  departments,
  departmentsView,
} from '../../../contracts/index.ts';
import { notesField } from '../../catalogue/shared/plain-fields.ts';
import { Department } from './department.entity.ts';

const view = projection(departments.row, {
  list: 'departments',
  table: 'inventory.department',
  computed: {
    machineCount: sql`(select count(*)::int from inventory.machine machine
      where machine.account_id = department.account_id and machine.department_id = department.id)`,
  },
  search: ['name'],
  order: ['name'],
});

export const departmentPart = definePart({
  ...referenceAggregate({
    type: 'department',
    prefix: 'dpt',
    entity: Department,
    table: 'inventory.department',
    endpoints: departments,
    view,
    lists: ['departments', 'machines'],
    fields: ['name', 'notes'],
    import: {
      name: 'departments',
      title: 'Departments',
      description: 'Creates departments, or changes those whose name exists. Empty cells leave what is there.',
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
    },
  }),
  slots: ['inventory.department.panels'],
  permissions: departmentPermissions,
  records: departmentRecordTypes,
  screens: departmentScreens,
  views: [departmentsView],
  samples: [{ table: 'inventory.department', row: { name: 'Department {label}', notes: 'Canary {label}' } }],
});
