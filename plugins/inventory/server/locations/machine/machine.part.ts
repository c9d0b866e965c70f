import { definePart, plainImporter, service } from '@millwright/core/server';
import { machinePermissions, machineRecordTypes, machineScreens } from '../../../contracts/index.ts';
import { Machine } from './machine.entity.ts';
import { machineRoutes } from './machine.routes.ts';
import { MachineService, machineRecords } from './machine.service.ts';
import { machineImport } from './machine-importer.ts';

export const machinePart = definePart({
  permissions: machinePermissions,
  records: machineRecordTypes,
  screens: machineScreens,
  entities: [Machine],
  references: [
    {
      to: 'department',
      what: ['machine', 'machines'],
      table: 'inventory.machine',
      column: 'department_id',
      label: 'referrer.name',
    },
  ],
  services: [service(MachineService)],
  routes: (services) => machineRoutes(services.get(MachineService)),
  recordSources: () => [machineRecords],
  imports: () => [plainImporter(machineImport)],
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
