import { definePart, implementation, optional, service } from '@millwright/core/server';
import {
  BooksPort,
  CataloguePort,
  ItemMakingPort,
  ItemSupplierPort,
  stockEvents,
  stockPermissions,
  stockProblems,
  stockScreens,
  stockSettings,
  stockViews,
} from '../../../contracts/index.ts';
import { stockSettingRoutes } from '../../catalogue/shared/large-quantities.ts';
import { ClosedPlacesPort } from '../../locations/storage-location/places/closed-places.port.ts';
import { Allocation } from '../allocation/allocation.entity.ts';
import { ClosedPlaces } from '../demand/closed-stock.ts';
import { inventoryListRoutes } from '../inventory-list/inventory-list.routes.ts';
import { InventoryChangeService } from './change/inventory-change.service.ts';
import { Balance } from './entity/balance.entity.ts';
import { CostLayer } from './entity/cost-layer.entity.ts';
import { ItemPosition } from './entity/item-position.entity.ts';
import { Movement, MovementLayer } from './entity/movement.entity.ts';
import { stockInvariants } from './invariants.ts';
import { stockRoutes } from './stock.routes.ts';
import { stockReferrers } from './stock-referrers.ts';

export const stockPart = definePart({
  permissions: stockPermissions,
  screens: stockScreens,
  settings: stockSettings,
  problems: stockProblems,
  events: stockEvents,
  views: stockViews,
  entities: [ItemPosition, Balance, Allocation, CostLayer, Movement, MovementLayer],
  references: stockReferrers,
  consumes: { optional: [ItemSupplierPort, BooksPort] },
  services: [
    service(InventoryChangeService, CataloguePort, optional(BooksPort)),
    implementation(ClosedPlacesPort, ClosedPlaces),
  ],
  routes: (services) => [
    ...inventoryListRoutes(services.find(ItemSupplierPort), services.all(ItemMakingPort)),
    ...stockSettingRoutes(),
    ...stockRoutes(services.get(InventoryChangeService)),
  ],
  invariants: stockInvariants,
  samples: [
    {
      table: 'inventory.item_position',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        owner_id: ids('core.party'),
        on_hand: '5.000000',
        value: '3.750000',
        last_value: '1.500000',
        last_quantity: '2.000000',
        carried: '0.01',
        carried_on: '2026-01-02',
        withheld: '0.000000',
        held: '0.000000',
        reserved: '0.000000',
        demanded: '0.000000',
      }),
    },
    {
      table: 'inventory.balance',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        owner_id: ids('core.party'),
        location_id: ids('inventory.storage_location'),
        lot_id: ids('inventory.lot'),
        on_hand: '5.000000',
        allocated: '0.000000',
      }),
    },
    {
      table: 'inventory.allocation',
      row: (ids) => ({
        source_type: 'sales_order',
        source_id: 'so_{label}',
        line_id: 'line_{label}',
        item_id: ids('inventory.item'),
        location_id: ids('inventory.storage_location'),
        lot_id: ids('inventory.lot'),
        quantity: '2.000000',
      }),
    },
    {
      table: 'inventory.cost_layer',
      row: (ids) => ({
        item_id: ids('inventory.item'),
        owner_id: ids('core.party'),
        location_id: ids('inventory.storage_location'),
        lot_id: ids('inventory.lot'),
        received_at: '2026-01-02T00:00:00.000Z',
        quantity: '5.000000',
        remaining: '5.000000',
        value: '3.750000',
        remaining_value: '3.750000',
        origin_id: 'lay_{label}',
        likeness: 'lay_{label}',
        reference: 'Canary {label}',
      }),
    },
    {
      table: 'inventory.movement',
      row: (ids) => ({
        operation_id: 'op_{label}',
        action: 'receive',
        item_id: ids('inventory.item'),
        owner_id: ids('core.party'),
        location_id: ids('inventory.storage_location'),
        lot_id: ids('inventory.lot'),
        quantity: '5.000000',
        measure: '5.000000',
        unit_id: ids('inventory.unit'),
        value: '3.750000',
        book_amount: '3.75',
        source_type: 'expected_receipt',
        source_id: 'exr_{label}',
        source_line_id: 'line_{label}',
        served_type: 'purchase_order',
        served_id: 'po_{label}',
        served_line_id: 'line_{label}',
        reason: 'Canary {label}',
        member_id: ids('core.member'),
        actor_name: 'Person {label}',
      }),
    },
    {
      table: 'inventory.movement_layer',
      row: (ids) => ({
        movement_id: ids('inventory.movement'),
        layer_id: ids('inventory.cost_layer'),
        quantity: '5.000000',
        value: '3.750000',
      }),
    },
  ],
});
