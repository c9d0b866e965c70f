import { Migration } from '@mikro-orm/migrations';

export class Migration20261129134807_files_of_mails extends Migration {
  override name = 'Migration20261129134807_files_of_mails';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."email_log" add "files" jsonb not null default '[]';`);
  }
}
