import { Migration } from '@mikro-orm/migrations';

export class Migration20261122184658_closed_accounts extends Migration {
  override name = 'Migration20261122184658_closed_accounts';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."account" add "closed_at" timestamptz null;`);
  }
}
