import { Migration } from '@mikro-orm/migrations';

export class Migration20261123003037_batches extends Migration {
  override name = 'Migration20261123003037_batches';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "production"."scanning_station" ("account_id" text collate "C" not null, "id" text collate "C"
        not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null
        default 1, "name" text not null, "notes" text null, "type" text not null default 'single_part',
        "batch_label_tag_size" text not null default '1x3', "batch_label_type" text not null default 'qr_code',
        "material_check_required" boolean not null default false, "department_id" text collate "C" null, primary key
        ("account_id", "id"));`,
    );
    this.addSql(
      `create index "scanning_station_account_id_department_id_index" on "production"."scanning_station"
        ("account_id", "department_id");`,
    );
    this.addSql(
      `create index "scanning_station_account_id_created_at_id_index" on "production"."scanning_station"
        ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_account_id_name_unique" unique
        ("account_id", "name");`,
    );

    this.addSql(
      `create table "production"."batch_event" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "kind" text not null, "station_id" text collate "C" null, "scan_id"
        text collate "C" null, "scanned_at" timestamptz null, "actor_id" text collate "C" not null, "actor_name"
        text not null, "note" text null, "undoes_id" text collate "C" null, "request_hash" text not null, primary
        key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "batch_event_account_id_station_id_created_at_id_index" on "production"."batch_event"
        ("account_id", "station_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_account_id_station_id_scan_id_unique"
        unique ("account_id", "station_id", "scan_id");`,
    );
    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_account_id_undoes_id_unique" unique
        ("account_id", "undoes_id");`,
    );

    this.addSql(
      `create table "production"."batch_output" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "event_id" text collate "C" not null, "batch_id" text collate "C" not null, "run_id" text collate "C"
        not null, "item_id" text collate "C" not null, "quantity" numeric(18,6) not null, "value" numeric(20,6) not
        null, "lot_number" text not null, "location_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "batch_output_account_id_event_id_index" on "production"."batch_output" ("account_id",
        "event_id");`,
    );
    this.addSql(
      `create index "batch_output_account_id_batch_id_index" on "production"."batch_output" ("account_id",
        "batch_id");`,
    );

    this.addSql(
      `create table "production"."batch_material" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "event_id" text collate "C" not null, "batch_id" text collate "C" not null, "run_id" text collate "C"
        not null, "item_id" text collate "C" not null, "quantity" numeric(18,6) not null, "short" numeric(18,6) not
        null, "value" numeric(20,6) not null, "booked" numeric(18,6) not null default '0', "variance" numeric(20,6)
        not null default '0', "lots" text[] not null, "is_undone" boolean not null default false, primary key
        ("account_id", "id"));`,
    );
    this.addSql(
      `create index "batch_material_account_id_event_id_index" on "production"."batch_material" ("account_id",
        "event_id");`,
    );
    this.addSql(
      `create index "batch_material_account_id_batch_id_index" on "production"."batch_material" ("account_id",
        "batch_id");`,
    );
    this.addSql(
      `create index "batch_material_account_id_item_id_run_id_index" on "production"."batch_material" ("account_id",
        "item_id", "run_id");`,
    );

    this.addSql(
      `create table "production"."batch_edge" ("account_id" text collate "C" not null, "event_id" text collate "C"
        not null, "source_batch_id" text collate "C" not null, "target_batch_id" text collate "C" not null,
        "item_id" text collate "C" not null, "quantity" numeric(18,6) not null, primary key ("account_id",
        "event_id", "source_batch_id", "target_batch_id"));`,
    );
    this.addSql(
      `create index "batch_edge_account_id_source_batch_id_index" on "production"."batch_edge" ("account_id",
        "source_batch_id");`,
    );
    this.addSql(
      `create index "batch_edge_account_id_target_batch_id_index" on "production"."batch_edge" ("account_id",
        "target_batch_id");`,
    );

    this.addSql(
      `create table "production"."batch_change" ("account_id" text collate "C" not null, "event_id" text collate "C"
        not null, "batch_id" text collate "C" not null, "quantity" numeric(18,6) not null, "seconds" numeric(18,6)
        not null, "waste" numeric(18,6) not null, "value" numeric(20,6) not null, "materials" numeric(20,6) not
        null, "labor" numeric(20,6) not null, "overhead" numeric(20,6) not null, "stocked" numeric(20,6) not null,
        "lost" numeric(20,6) not null, "before" jsonb null, "status" text null, "step_id" text collate "C" not null,
        "item_id" text collate "C" not null, "counted" numeric(18,6) not null, primary key ("account_id",
        "event_id", "batch_id"));`,
    );
    this.addSql(
      `create index "batch_change_account_id_batch_id_event_id_index" on "production"."batch_change" ("account_id",
        "batch_id", "event_id");`,
    );

    this.addSql(
      `create table "production"."station_step" ("account_id" text collate "C" not null, "station_id" text collate
        "C" not null, "step_id" text collate "C" not null, primary key ("account_id", "station_id", "step_id"));`,
    );
    this.addSql(
      `create index "station_step_account_id_step_id_index" on "production"."station_step" ("account_id",
        "step_id");`,
    );

    this.addSql(`alter table "production"."production_step" add "seconds_item_id" text collate "C" null;`);

    this.addSql(
      `alter table "production"."batch" add "station_id" text collate "C" null, add "last_event_id" text collate "C"
        null;`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_account_id_station_id_foreign" foreign key
        ("account_id", "station_id") references "production"."scanning_station" ("account_id", "id") on update no
        action on delete no action;`,
    );
    this.addSql(
      `create index "batch_account_id_created_at_id_index" on "production"."batch" ("account_id", "created_at",
        "id");`,
    );
    this.addSql(
      `create index "batch_account_id_station_id_status_index" on "production"."batch" ("account_id", "station_id",
        "status");`,
    );

    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_name" check (name <> '');`,
    );
    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_type" check (type in
        ('single_part', 'multi_part'));`,
    );
    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_label" check
        (batch_label_tag_size in ('1x4', '1x1', '1x3', '2x4'));`,
    );
    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_label_type" check
        (batch_label_type in ('qr_code', 'code_128'));`,
    );
    this.addSql(
      `alter table "production"."scanning_station" add constraint "scanning_station_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "production"."scanning_station" enable row level security;`);
    this.addSql(`alter table "production"."scanning_station" force row level security;`);
    this.addSql(
      `create policy "scanning_station_account" on "production"."scanning_station" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_account_id_station_id_foreign" foreign key
        ("account_id", "station_id") references "production"."scanning_station" ("account_id", "id") on update no
        action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_kind" check (kind in ('init', 'move',
        'split', 'merge', 'consume', 'close', 'delete', 'undo'));`,
    );
    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_undo" check ((kind = 'undo') = (undoes_id
        is not null));`,
    );
    this.addSql(
      `alter table "production"."batch_event" add constraint "batch_event_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "production"."batch_event" enable row level security;`);
    this.addSql(`alter table "production"."batch_event" force row level security;`);
    this.addSql(
      `create policy "batch_event_account" on "production"."batch_event" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch_output" add constraint "batch_output_account_id_event_id_foreign" foreign key
        ("account_id", "event_id") references "production"."batch_event" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch_output" add constraint "batch_output_quantity" check (quantity > 0 and value
        >= 0);`,
    );
    this.addSql(
      `alter table "production"."batch_output" add constraint "batch_output_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "production"."batch_output" enable row level security;`);
    this.addSql(`alter table "production"."batch_output" force row level security;`);
    this.addSql(
      `create policy "batch_output_account" on "production"."batch_output" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch_material" add constraint "batch_material_account_id_event_id_foreign" foreign
        key ("account_id", "event_id") references "production"."batch_event" ("account_id", "id") on update no
        action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch_material" add constraint "batch_material_quantity" check (quantity >= 0 and
        short >= 0 and booked >= 0 and booked <= short and value >= 0 and variance >= 0);`,
    );
    this.addSql(
      `alter table "production"."batch_material" add constraint "batch_material_account_id_check" check (account_id
        <> '');`,
    );
    this.addSql(`alter table "production"."batch_material" enable row level security;`);
    this.addSql(`alter table "production"."batch_material" force row level security;`);
    this.addSql(
      `create policy "batch_material_account" on "production"."batch_material" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch_edge" add constraint "batch_edge_account_id_event_id_foreign" foreign key
        ("account_id", "event_id") references "production"."batch_event" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(`alter table "production"."batch_edge" add constraint "batch_edge_quantity" check (quantity > 0);`);
    this.addSql(
      `alter table "production"."batch_edge" add constraint "batch_edge_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "production"."batch_edge" enable row level security;`);
    this.addSql(`alter table "production"."batch_edge" force row level security;`);
    this.addSql(
      `create policy "batch_edge_account" on "production"."batch_edge" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch_change" add constraint "batch_change_account_id_event_id_foreign" foreign key
        ("account_id", "event_id") references "production"."batch_event" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch_change" add constraint "batch_change_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "production"."batch_change" enable row level security;`);
    this.addSql(`alter table "production"."batch_change" force row level security;`);
    this.addSql(
      `create policy "batch_change_account" on "production"."batch_change" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."station_step" add constraint "station_step_account_id_station_id_foreign" foreign
        key ("account_id", "station_id") references "production"."scanning_station" ("account_id", "id") on update
        no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."station_step" add constraint "station_step_account_id_step_id_foreign" foreign key
        ("account_id", "step_id") references "production"."production_step" ("account_id", "id") on update no action
        on delete no action;`,
    );
    this.addSql(
      `alter table "production"."station_step" add constraint "station_step_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "production"."station_step" enable row level security;`);
    this.addSql(`alter table "production"."station_step" force row level security;`);
    this.addSql(
      `create policy "station_step_account" on "production"."station_step" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "production"."batch_account_id_created_at_id_index";`);
    this.addSql(`drop index "production"."batch_account_id_station_id_status_index";`);
  }
}
