import { definePart, plainImporter, service } from '@millwright/core/server';
import { departmentPermissions, departmentRecordTypes, departmentScreens } from '../../../contracts/index.ts';
import { Department } from './department.entity.ts';
import { departmentRoutes } from './department.routes.ts';
import { DepartmentService, departmentRecords } from './department.service.ts';
import { departmentImport } from './department-importer.ts';

export const departmentPart = definePart({
  permissions: departmentPermissions,
  records: departmentRecordTypes,
  screens: departmentScreens,
  entities: [Department],
  services: [service(DepartmentService)],
  routes: (services) => departmentRoutes(services.get(DepartmentService)),
  recordSources: () => [departmentRecords],
  imports: () => [plainImporter(departmentImport)],
  samples: [{ table: 'inventory.department', row: { name: 'Department {label}', notes: 'Canary {label}' } }],
});
