import type { EndpointRequest } from '@millwright/core/contracts';
import { definePart, projection, referenceAggregate } from '@millwright/core/server';
import {
  listDepartments,
  listMachines,
  machineDeclarations,
  machineFields,
  machines,
  machinesView,
} from '../../../contracts/index.ts';
import { plantReferences } from '../department/department.entity.ts';
import { Machine } from './machine.entity.ts';

const view = projection<
  typeof machines.row,
  EndpointRequest<typeof listMachines>['query'],
  never,
  typeof machineFields
>(machines.row, {
  list: listMachines,
  table: 'inventory.machine',
  fields: machineFields,
  tables: plantReferences,
  search: ['name', 'serialNumber'],
  order: ['name'],
});

export const machinePart = definePart({
  ...referenceAggregate({
    entity: Machine,
    table: 'inventory.machine',
    endpoints: machines,
    tables: plantReferences,
    view,
    lists: [listMachines, listDepartments],
    subtitle: ({ serialNumber }) => serialNumber ?? undefined,
    import: {
      description:
        'Creates machines, or changes those whose serial number exists; without one the name says which. ' +
        'Empty cells leave what is there.',
      keys: ['serialNumber', 'name'],
      named: {
        synonyms: ['machine', 'machine name', 'asset', 'equipment'],
        description: 'Says which machine the row is about where there is no serial number.',
        example: 'Circular knitter 3',
      },
      labelOf: ({ serialNumber, name }) => [serialNumber, name].filter(Boolean).join(' '),
    },
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
