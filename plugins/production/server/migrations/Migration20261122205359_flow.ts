import { Migration } from '@mikro-orm/migrations';

export class Migration20261122205359_flow extends Migration {
  override name = 'Migration20261122205359_flow';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "production"."flow_link" ("account_id" text collate "C" not null, "source_step_id" text collate "C" not null, "target_step_id" text collate "C" not null, primary key ("account_id", "source_step_id", "target_step_id"));`,
    );
    this.addSql(
      `create index "flow_link_account_id_target_step_id_index" on "production"."flow_link" ("account_id", "target_step_id");`,
    );

    this.addSql(
      `create table "production"."step_machine" ("account_id" text collate "C" not null, "step_id" text collate "C" not null, "machine_id" text collate "C" not null, primary key ("account_id", "step_id", "machine_id"));`,
    );
    this.addSql(
      `create index "step_machine_account_id_machine_id_index" on "production"."step_machine" ("account_id", "machine_id");`,
    );

    this.addSql(
      `alter table "production"."production_step" add "is_preferred" boolean not null default false, add "is_stocked" boolean null;`,
    );

    this.addSql(
      `alter table "production"."flow_link" add constraint "flow_link_account_id_source_step_id_foreign" foreign key ("account_id", "source_step_id") references "production"."production_step" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."flow_link" add constraint "flow_link_account_id_target_step_id_foreign" foreign key ("account_id", "target_step_id") references "production"."production_step" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."flow_link" add constraint "flow_link_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "production"."flow_link" enable row level security;`);
    this.addSql(`alter table "production"."flow_link" force row level security;`);
    this.addSql(
      `create policy "flow_link_account" on "production"."flow_link" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "production"."step_machine" add constraint "step_machine_account_id_step_id_foreign" foreign key ("account_id", "step_id") references "production"."production_step" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "production"."step_machine" add constraint "step_machine_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "production"."step_machine" enable row level security;`);
    this.addSql(`alter table "production"."step_machine" force row level security;`);
    this.addSql(
      `create policy "step_machine_account" on "production"."step_machine" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    // Of the steps that make an item, one is preferred.
    this.addSql(
      `create unique index production_step_account_id_item_id_unique on production.production_step (account_id, item_id) where is_preferred;`,
    );
  }
}
