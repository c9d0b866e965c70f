import { Migration } from '@mikro-orm/migrations';

const tables = [
  'inventory.movement',
  ...['batch_material', 'batch_output', 'batch_event', 'scanning_station'].map((table) => `production.${table}`),
];

/** Movements that scans caused say which station it was: of those of the past the events of batches know it. */
export class Migration20261128180000_benches_of_movements extends Migration {
  override name = 'Migration20261128180000_benches_of_movements';

  override up(): void | Promise<void> {
    for (const table of tables) this.addSql(`alter table ${table} no force row level security;`);
    this.addSql(`
      update inventory.movement movement
        set scanning_station_id = station.id, scanning_station_name = station.name
        from (select account_id, id, event_id, run_id from production.batch_material
            union all
            select account_id, id, event_id, run_id from production.batch_output) line
          join production.batch_event event on event.account_id = line.account_id and event.id = line.event_id
          join production.scanning_station station on station.account_id = event.account_id
            and station.id = event.station_id
        where movement.account_id = line.account_id and movement.source_type = 'production_run'
          and movement.source_id = line.run_id and movement.source_line_id = line.id
          and movement.scanning_station_id is null;
    `);
    for (const table of tables) this.addSql(`alter table ${table} force row level security;`);
  }
}
