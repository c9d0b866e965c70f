import { Migration } from '@mikro-orm/migrations';

export class Migration20261123005324_station_devices extends Migration {
  override name = 'Migration20261123005324_station_devices';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "production"."station_device" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "station_id" text collate "C" not null, "key_id" text collate "C"
        not null, "name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "station_device_account_id_station_id_index" on "production"."station_device" ("account_id",
        "station_id");`,
    );
    this.addSql(
      `alter table "production"."station_device" add constraint "station_device_account_id_key_id_unique" unique
        ("account_id", "key_id");`,
    );

    this.addSql(
      `alter table "production"."station_device" add constraint "station_device_account_id_station_id_foreign"
        foreign key ("account_id", "station_id") references "production"."scanning_station" ("account_id", "id") on
        update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."station_device" add constraint "station_device_account_id_check" check (account_id
        <> '');`,
    );
    this.addSql(`alter table "production"."station_device" enable row level security;`);
    this.addSql(`alter table "production"."station_device" force row level security;`);
    this.addSql(
      `create policy "station_device_account" on "production"."station_device" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
  }
}
