import { Migration } from '@mikro-orm/migrations';

/** Work was done at the station where a batch stood, not at the one that took it on. */
export class Migration20261123203500_station_of_work extends Migration {
  override name = 'Migration20261123203500_station_of_work';

  override up(): void | Promise<void> {
    this.addSql(`
      alter table production.batch_change no force row level security;
      update production.batch_change set station_id = before ->> 'stationID'
        where worked_at is not null and before ->> 'stationID' <> coalesce(station_id, '');
      alter table production.batch_change force row level security;
    `);
  }
}
