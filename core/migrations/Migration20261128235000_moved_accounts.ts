import { Migration } from '@mikro-orm/migrations';

export class Migration20261128235000_moved_accounts extends Migration {
  override name = 'Migration20261128235000_moved_accounts';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."account" add "moving_since" timestamptz null, add "moved_to" text null;`);
    this.addSql(`alter table "core"."account" add constraint "account_moved"
        check (moved_to is null or (closed_at is not null and moving_since is null));`);
  }
}
