import { Migration } from '@mikro-orm/migrations';

export class Migration20261122184639_initial extends Migration {
  override name = 'Migration20261122184639_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "production";`);
    this.addSql(
      `create table "production"."production_step" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "item_id" text collate "C" not null, "measure" numeric(18,6) not null, "unit_id" text collate "C" not null, "base_measure" numeric(18,6) not null, "labor_time" numeric(18,6) null, "labor_time_unit" text not null default 'hr', "labor_rate" numeric(18,6) null, "overhead_rate" numeric(18,6) null, "leveling_factor" numeric(9,6) not null default '0', "allowances" numeric(9,6) not null default '0', "notes" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "production_step_account_id_item_id_index" on "production"."production_step" ("account_id", "item_id");`,
    );
    this.addSql(
      `create index "production_step_account_id_created_at_id_index" on "production"."production_step" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(`alter table "production"."production_step" add constraint "production_step_name" check (name <> '');`);
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_measure" check (measure > 0 and base_measure > 0);`,
    );
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_time_unit" check (labor_time_unit in ('sec', 'min', 'hr', 'day'));`,
    );
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_rates" check (labor_time > 0 and labor_rate > 0 and overhead_rate > 0);`,
    );
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_factor" check (leveling_factor >= 0 and allowances >= 0);`,
    );
    this.addSql(
      `alter table "production"."production_step" add constraint "production_step_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "production"."consumption" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "step_id" text collate "C" not null, "position" int not null, "item_id" text collate "C" not null, "measure" numeric(18,6) not null, "unit_id" text collate "C" not null, "base_measure" numeric(18,6) not null, "instructions" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "consumption_account_id_item_id_index" on "production"."consumption" ("account_id", "item_id");`,
    );
    this.addSql(
      `alter table "production"."consumption" add constraint "consumption_account_id_step_id_item_id_unique" unique ("account_id", "step_id", "item_id");`,
    );
    this.addSql(
      `alter table "production"."consumption" add constraint "consumption_measure" check (measure > 0 and base_measure > 0);`,
    );
    this.addSql(
      `alter table "production"."consumption" add constraint "consumption_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `alter table "production"."consumption" add constraint "consumption_account_id_step_id_foreign" foreign key ("account_id", "step_id") references "production"."production_step" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(`alter table "production"."production_step" enable row level security;`);
    this.addSql(`alter table "production"."production_step" force row level security;`);
    this.addSql(
      `create policy "production_step_account" on "production"."production_step" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "production"."consumption" enable row level security;`);
    this.addSql(`alter table "production"."consumption" force row level security;`);
    this.addSql(
      `create policy "consumption_account" on "production"."consumption" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
