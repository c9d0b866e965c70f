import { definePart, plainImporter, service } from '@millwright/core/server';
import { groupUnitsView, unitPermissions, unitRecordTypes, unitScreens, unitsView } from '../../../contracts/index.ts';
import { seedUnits } from './seed-units.ts';
import { Unit } from './unit.entity.ts';
import { unitRoutes } from './unit.routes.ts';
import { UnitService, unitRecords } from './unit.service.ts';
import { unitImport } from './unit-importer.ts';

export const unitPart = definePart({
  permissions: unitPermissions,
  records: unitRecordTypes,
  screens: unitScreens,
  entities: [Unit],
  views: [unitsView, groupUnitsView],
  onEnable: seedUnits,
  services: [service(UnitService)],
  routes: (services) => unitRoutes(services.get(UnitService)),
  recordSources: () => [unitRecords],
  imports: () => [plainImporter(unitImport)],
  samples: [
    { table: 'inventory.unit', row: { name: 'unit {label}', description: 'Canary {label}', is_built_in: false } },
  ],
});
