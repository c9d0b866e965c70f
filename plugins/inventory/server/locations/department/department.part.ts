import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import {
  departmentDeclarations,
  departments,
  departmentsView,
  listDepartments,
  listMachines,
} from '../../../contracts/index.ts';
import { Department } from './department.entity.ts';

const view = projection(departments.row, {
  list: listDepartments,
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
    entity: Department,
    table: 'inventory.department',
    endpoints: departments,
    view,
    lists: [listDepartments, listMachines],
    import: {
      named: { synonyms: ['department', 'department name', 'dept', 'dept name'], example: 'Knitting' },
    },
  }),
  slots: ['inventory.department.panels'],
  ...departmentDeclarations,
  views: [departmentsView],
  samples: [{ table: 'inventory.department', row: { name: 'Department {label}', notes: 'Canary {label}' } }],
});
