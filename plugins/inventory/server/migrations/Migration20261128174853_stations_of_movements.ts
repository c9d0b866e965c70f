import { Migration } from '@mikro-orm/migrations';

/** What a station of the shop floor moved is asked for by the station. */
export class Migration20261128174853_stations_of_movements extends Migration {
  override name = 'Migration20261128174853_stations_of_movements';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "movement_account_id_scanning_station_id_created_at_index" on "inventory"."movement" ("account_id", "scanning_station_id", "created_at") where scanning_station_id is not null;`,
    );
  }
}
