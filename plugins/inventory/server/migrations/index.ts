import { Migration20261121000000_initial } from './Migration20261121000000_initial.ts';
import { Migration20261121103545_stock } from './Migration20261121103545_stock.ts';
import { Migration20261121184154_optional_references } from './Migration20261121184154_optional_references.ts';
import { Migration20261122013000_room_for_updates } from './Migration20261122013000_room_for_updates.ts';
import { Migration20261122031044_written_faster } from './Migration20261122031044_written_faster.ts';
import { Migration20261122173844_skus_in_any_case } from './Migration20261122173844_skus_in_any_case.ts';
import * as closedPlacesAndPortalHolds from './Migration20261122175522_closed_places_and_portal_holds.ts';
import { Migration20261122180631_stock_value } from './Migration20261122180631_stock_value.ts';
import { Migration20261122185702_receipts_by_reference } from './Migration20261122185702_receipts_by_reference.ts';
import { Migration20261122205000_catalogue_views } from './Migration20261122205000_catalogue_views.ts';
import { Migration20261122205000_machines_and_costs } from './Migration20261122205000_machines_and_costs.ts';
import { Migration20261122210519_places_and_allocations } from './Migration20261122210519_places_and_allocations.ts';
import { Migration20261123002300_lots_view } from './Migration20261123002300_lots_view.ts';
import { Migration20261123044045_revalued_stock } from './Migration20261123044045_revalued_stock.ts';
import { Migration20261123090400_items_view } from './Migration20261123090400_items_view.ts';
import { Migration20261123194355_attribute_codes } from './Migration20261123194355_attribute_codes.ts';
import { Migration20261124040000_turn_of_demands } from './Migration20261124040000_turn_of_demands.ts';
import { Migration20261127164121_lower_skus } from './Migration20261127164121_lower_skus.ts';
import { Migration20261128172054_books_follow_the_stock } from './Migration20261128172054_books_follow_the_stock.ts';
import { Migration20261128174853_stations_of_movements } from './Migration20261128174853_stations_of_movements.ts';
import { Migration20261128174944_blocked_lots } from './Migration20261128174944_blocked_lots.ts';
import { Migration20261128235239_looks_of_jobs } from './Migration20261128235239_looks_of_jobs.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261121000000_initial', class: Migration20261121000000_initial },
  { name: 'Migration20261121103545_stock', class: Migration20261121103545_stock },
  { name: 'Migration20261121184154_optional_references', class: Migration20261121184154_optional_references },
  { name: 'Migration20261122013000_room_for_updates', class: Migration20261122013000_room_for_updates },
  { name: 'Migration20261122031044_written_faster', class: Migration20261122031044_written_faster },
  { name: 'Migration20261122173844_skus_in_any_case', class: Migration20261122173844_skus_in_any_case },
  {
    name: 'Migration20261122175522_closed_places_and_portal_holds',
    class: closedPlacesAndPortalHolds.Migration20261122175522_closed_places_and_portal_holds,
  },
  { name: 'Migration20261122180631_stock_value', class: Migration20261122180631_stock_value },
  { name: 'Migration20261122185702_receipts_by_reference', class: Migration20261122185702_receipts_by_reference },
  { name: 'Migration20261122205000_catalogue_views', class: Migration20261122205000_catalogue_views },
  { name: 'Migration20261122205000_machines_and_costs', class: Migration20261122205000_machines_and_costs },
  { name: 'Migration20261122210519_places_and_allocations', class: Migration20261122210519_places_and_allocations },
  { name: 'Migration20261123002300_lots_view', class: Migration20261123002300_lots_view },
  { name: 'Migration20261123044045_revalued_stock', class: Migration20261123044045_revalued_stock },
  { name: 'Migration20261123090400_items_view', class: Migration20261123090400_items_view },
  { name: 'Migration20261123194355_attribute_codes', class: Migration20261123194355_attribute_codes },
  { name: 'Migration20261124040000_turn_of_demands', class: Migration20261124040000_turn_of_demands },
  { name: 'Migration20261127164121_lower_skus', class: Migration20261127164121_lower_skus },
  { name: 'Migration20261128172054_books_follow_the_stock', class: Migration20261128172054_books_follow_the_stock },
  { name: 'Migration20261128174853_stations_of_movements', class: Migration20261128174853_stations_of_movements },
  { name: 'Migration20261128174944_blocked_lots', class: Migration20261128174944_blocked_lots },
  { name: 'Migration20261128235239_looks_of_jobs', class: Migration20261128235239_looks_of_jobs },
];
