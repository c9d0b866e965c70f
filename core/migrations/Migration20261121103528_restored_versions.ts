import { Migration } from '@mikro-orm/migrations';

export class Migration20261121103528_restored_versions extends Migration {
  override name = 'Migration20261121103528_restored_versions';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."restored_version" ("account_id" text collate "C" not null, "record_id" text collate "C" not null, "version" int not null, "stands_as" int not null, "restored_at" timestamptz not null, primary key ("account_id", "record_id", "version"));`,
    );
    this.addSql(
      `alter table "core"."restored_version" add constraint "restored_version_account_id_record_id_stands_as_unique" unique ("account_id", "record_id", "stands_as");`,
    );

    this.addSql(`alter table "core"."change_set_row" add "versions" jsonb null;`);

    this.addSql(
      `alter table "core"."restored_version" add constraint "restored_version_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."restored_version" enable row level security;`);
    this.addSql(`alter table "core"."restored_version" force row level security;`);
    this.addSql(
      `create policy "restored_version_account" on "core"."restored_version" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
