import { Migration } from '@mikro-orm/migrations';

export class Migration20261124110124_widget_second_factor extends Migration {
  override name = 'Migration20261124110124_widget_second_factor';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."widget_session" drop constraint "widget_session_stage";`);
    this.addSql(`alter table "core"."widget_session" add "factor_hash" text collate "C" null,
        add "second_factor" text null;`);
    this.addSql(`alter table "core"."widget_session"
        add constraint "widget_session_account_id_factor_hash_unique" unique ("account_id", "factor_hash");`);
    this.addSql(`alter table "core"."widget_session"
        add constraint "widget_session_stage" check (num_nonnulls(code_hash, factor_hash, token_hash) = 1);`);
  }
}
