import { Migration } from '@mikro-orm/migrations';

export class Migration20261121174440_changes_digest extends Migration {
  override name = 'Migration20261121174440_changes_digest';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."change_set_row" add "changes_digest" text null;`);
  }
}
