import { type EndpointRequest, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  definePart,
  named,
  otherName,
  projection,
  referenceAggregate,
  sql,
} from '@millwright/core/server';
import {
  listDepartments,
  listMachines,
  machineDeclarations,
  machines,
  machinesView,
} from '../../../contracts/index.ts';
import { Department } from '../department/department.entity.ts';
import { Machine } from './machine.entity.ts';
import { machineImport } from './machine-import.ts';

const department = ['inventory.department', 'machine.department_id'] as const;

const view = projection<typeof machines.row, EndpointRequest<typeof listMachines>['query']>(machines.row, {
  list: listMachines,
  table: 'inventory.machine',
  computed: { department: named(...department) },
  search: ['name', 'serialNumber'],
  filters: { departmentIDs: (ids) => sql<boolean>`machine.department_id = any(${ids}::text[])` },
  sortable: { department: otherName(...department) },
  order: ['name'],
});

/** Null takes the department away, undefined leaves it. */
async function departmentOf(ctx: AccountContext, id: string | null | undefined) {
  if (id === undefined) return {};
  const found = id === null ? null : await ctx.em.findOne(Department, { accountID: ctx.account.id, id });
  if (id !== null && !found)
    throw problems.invalid_input({ errors: [{ path: 'departmentID', message: 'There is no such department' }] });
  return { department: found };
}

export const machinePart = definePart({
  ...referenceAggregate({
    entity: Machine,
    table: 'inventory.machine',
    endpoints: machines,
    view,
    lists: [listMachines, listDepartments],
    fields: ['name', 'serialNumber', 'notes', 'department'],
    facts: ({ department: at, ...machine }) => ({ ...machine, department: at?.name ?? null }),
    subtitle: ({ serialNumber }) => serialNumber ?? undefined,
    data: async (ctx, { departmentID, ...fields }) => ({ ...fields, ...(await departmentOf(ctx, departmentID)) }),
    import: machineImport,
  }),
  slots: ['inventory.machine.panels'],
  ...machineDeclarations,
  views: [machinesView],
  references: [
    {
      to: 'department',
      what: ['machine', 'machines'],
      table: 'inventory.machine',
      column: 'department_id',
      label: 'referrer.name',
    },
  ],
  samples: [
    {
      table: 'inventory.machine',
      row: (ids) => ({
        name: 'Machine {label}',
        serial_number: 'SN-{label}',
        notes: 'Canary {label}',
        department_id: ids('inventory.department'),
      }),
    },
  ],
});
