import { Migration } from '@mikro-orm/migrations';

export class Migration20261122212456_production_runs extends Migration {
  override name = 'Migration20261122212456_production_runs';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "production"."production_run" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "number" text not null, "due_at" date null, "responsible_user_id" text collate "C" null, "notes" text null, "started_at" timestamptz null, "completed_at" timestamptz null, "last_batch" int not null default 0, "deleted_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "production_run_account_id_created_at_id_index" on "production"."production_run" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "production_run_account_id_due_at_id_index" on "production"."production_run" ("account_id", "due_at", "id");`,
    );
    this.addSql(
      `alter table "production"."production_run" add constraint "production_run_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `create table "production"."production_run_order" ("account_id" text collate "C" not null, "run_id" text collate "C" not null, "order_id" text collate "C" not null, "order_number" text not null, primary key ("account_id", "run_id", "order_id"));`,
    );
    this.addSql(
      `create index "production_run_order_account_id_order_id_index" on "production"."production_run_order" ("account_id", "order_id");`,
    );

    this.addSql(
      `create table "production"."batch" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "run_id" text collate "C" not null, "number" text not null, "status" text not null default 'planned', "step_id" text collate "C" not null, "item_id" text collate "C" not null, "quantity" numeric(18,6) not null, "seconds" numeric(18,6) not null default '0', "waste" numeric(18,6) not null default '0', "value" numeric(20,6) not null default '0', "scanned_at" timestamptz null, "closed_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "batch_account_id_run_id_id_index" on "production"."batch" ("account_id", "run_id", "id");`,
    );
    this.addSql(
      `create index "batch_account_id_step_id_status_index" on "production"."batch" ("account_id", "step_id", "status");`,
    );
    this.addSql(`create index "batch_account_id_item_id_index" on "production"."batch" ("account_id", "item_id");`);
    this.addSql(
      `alter table "production"."batch" add constraint "batch_account_id_number_unique" unique ("account_id", "number");`,
    );

    this.addSql(
      `alter table "production"."production_run" add constraint "production_run_number" check (number <> '');`,
    );
    this.addSql(
      `alter table "production"."production_run" add constraint "production_run_progress" check (completed_at is null or started_at is not null);`,
    );
    this.addSql(
      `alter table "production"."production_run" add constraint "production_run_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "production"."production_run" enable row level security;`);
    this.addSql(`alter table "production"."production_run" force row level security;`);
    this.addSql(
      `create policy "production_run_account" on "production"."production_run" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."production_run_order" add constraint "production_run_order_account_id_run_id_foreign" foreign key ("account_id", "run_id") references "production"."production_run" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."production_run_order" add constraint "production_run_order_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "production"."production_run_order" enable row level security;`);
    this.addSql(`alter table "production"."production_run_order" force row level security;`);
    this.addSql(
      `create policy "production_run_order_account" on "production"."production_run_order" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."batch" add constraint "batch_account_id_run_id_foreign" foreign key ("account_id", "run_id") references "production"."production_run" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_account_id_step_id_foreign" foreign key ("account_id", "step_id") references "production"."production_step" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_status" check (status in ('planned', 'open', 'closed'));`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_quantity" check (quantity >= 0 and seconds >= 0 and waste >= 0 and value >= 0);`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_planned" check (status <> 'planned' or (quantity > 0 and scanned_at is null));`,
    );
    this.addSql(
      `alter table "production"."batch" add constraint "batch_closed" check ((status = 'closed') = (closed_at is not null));`,
    );
    this.addSql(`alter table "production"."batch" add constraint "batch_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "production"."batch" enable row level security;`);
    this.addSql(`alter table "production"."batch" force row level security;`);
    this.addSql(
      `create policy "batch_account" on "production"."batch" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
