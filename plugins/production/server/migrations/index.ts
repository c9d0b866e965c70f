import { Migration20261122184639_initial } from './Migration20261122184639_initial.ts';
import { Migration20261122205359_flow } from './Migration20261122205359_flow.ts';
import { Migration20261122212456_production_runs } from './Migration20261122212456_production_runs.ts';
import { Migration20261123003037_batches } from './Migration20261123003037_batches.ts';
import { Migration20261123005324_station_devices } from './Migration20261123005324_station_devices.ts';
import { Migration20261123010000_work_views } from './Migration20261123010000_work_views.ts';
import { Migration20261123034406_run_costs } from './Migration20261123034406_run_costs.ts';
import { Migration20261123090349_columns_of_work } from './Migration20261123090349_columns_of_work.ts';
import { Migration20261123203500_station_of_work } from './Migration20261123203500_station_of_work.ts';
import { Migration20261123233500_marks_of_work } from './Migration20261123233500_marks_of_work.ts';
import { Migration20261128172105_bills_of_runs } from './Migration20261128172105_bills_of_runs.ts';
import { Migration20261128180000_benches_of_movements } from './Migration20261128180000_benches_of_movements.ts';
import { Migration20261128235328_looks_of_jobs } from './Migration20261128235328_looks_of_jobs.ts';

/** Frozen: a change of the schema is a new migration at the end. */
export const migrations = [
  { name: 'Migration20261122184639_initial', class: Migration20261122184639_initial },
  { name: 'Migration20261122205359_flow', class: Migration20261122205359_flow },
  { name: 'Migration20261122212456_production_runs', class: Migration20261122212456_production_runs },
  { name: 'Migration20261123003037_batches', class: Migration20261123003037_batches },
  { name: 'Migration20261123005324_station_devices', class: Migration20261123005324_station_devices },
  { name: 'Migration20261123010000_work_views', class: Migration20261123010000_work_views },
  { name: 'Migration20261123034406_run_costs', class: Migration20261123034406_run_costs },
  { name: 'Migration20261123090349_columns_of_work', class: Migration20261123090349_columns_of_work },
  { name: 'Migration20261123203500_station_of_work', class: Migration20261123203500_station_of_work },
  { name: 'Migration20261123233500_marks_of_work', class: Migration20261123233500_marks_of_work },
  { name: 'Migration20261128172105_bills_of_runs', class: Migration20261128172105_bills_of_runs },
  { name: 'Migration20261128180000_benches_of_movements', class: Migration20261128180000_benches_of_movements },
  { name: 'Migration20261128235328_looks_of_jobs', class: Migration20261128235328_looks_of_jobs },
];
