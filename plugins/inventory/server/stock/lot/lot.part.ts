import { definePart, service } from '@millwright/core/server';
import { lotDeclarations } from '../../../contracts/index.ts';
import { Lot } from './lot.entity.ts';
import { lotRoutes } from './lot.routes.ts';
import { LotService, lotRecords } from './lot.service.ts';

export const lotPart = definePart({
  ...lotDeclarations,
  entities: [Lot],
  references: [
    { to: 'item', what: ['lot', 'lots'], table: 'inventory.lot', column: 'item_id', label: 'referrer.lot_number' },
  ],
  services: [service(LotService)],
  routes: (services) => lotRoutes(services.get(LotService)),
  recordSources: () => [lotRecords],
  samples: [
    {
      table: 'inventory.lot',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        lot_number: 'LOT-{label}',
        expires_on: '2031-01-31',
        is_blocked: false,
        notes: 'Canary {label}',
      }),
    },
  ],
});
