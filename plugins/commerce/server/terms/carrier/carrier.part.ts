import { definePart, plainImporter, service } from '@millwright/core/server';
import { carrierPermissions, carrierProblems, carrierRecordTypes, carrierScreens } from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from './carrier.entity.ts';
import { carrierRoutes } from './carrier.routes.ts';
import { CarrierService, carrierRecords } from './carrier.service.ts';
import { carrierImport } from './carrier-import.ts';
import { CarrierOptionService } from './carrier-option.service.ts';
import { seedCarriers } from './seed-carriers.ts';

export const carrierPart = definePart({
  permissions: carrierPermissions,
  problems: carrierProblems,
  records: carrierRecordTypes,
  screens: carrierScreens,
  entities: [Carrier, CarrierOption],
  services: [service(CarrierService), service(CarrierOptionService)],
  routes: (services) => carrierRoutes(services.get(CarrierService), services.get(CarrierOptionService)),
  recordSources: () => [carrierRecords],
  imports: () => [plainImporter(carrierImport)],
  onEnable: seedCarriers,
  samples: [
    {
      table: 'commerce.carrier',
      row: { code: 'carrier_{label}', name: 'Carrier {label}', is_built_in: false, tracking_url_template: null },
    },
    {
      table: 'commerce.carrier_option',
      row: (ids) => ({
        carrier_id: ids('commerce.carrier'),
        code: 'O{label}',
        name: 'Option {label}',
        is_built_in: false,
      }),
    },
  ],
});
