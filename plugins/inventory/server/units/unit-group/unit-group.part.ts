import { definePart, plainImporter, service } from '@millwright/core/server';
import { unitGroupPermissions, unitGroupRecordTypes, unitGroupScreens } from '../../../contracts/index.ts';
import { UnitConversion, UnitGroup } from './unit-group.entity.ts';
import { unitGroupRoutes } from './unit-group.routes.ts';
import { UnitGroupService, unitGroupRecords } from './unit-group.service.ts';
import { unitGroupImport } from './unit-group-importer.ts';

export const unitGroupPart = definePart({
  permissions: unitGroupPermissions,
  records: unitGroupRecordTypes,
  screens: unitGroupScreens,
  entities: [UnitConversion, UnitGroup],
  services: [service(UnitGroupService)],
  routes: (services) => unitGroupRoutes(services.get(UnitGroupService)),
  recordSources: () => [unitGroupRecords],
  imports: () => [plainImporter(unitGroupImport)],
  samples: [
    {
      table: 'inventory.unit_group',
      row: (ids) => ({ name: 'Group {label}', notes: 'Canary {label}', base_unit_id: ids('inventory.unit') }),
    },
    {
      table: 'inventory.unit_conversion',
      row: (ids) => ({
        unit_group_id: ids('inventory.unit_group'),
        unit_id: ids('inventory.unit'),
        numerator: 1,
        denominator: 1,
      }),
    },
  ],
});
