import { Migration } from '@mikro-orm/migrations';

export class Migration20261129140137_unchecked_files extends Migration {
  override name = 'Migration20261129140137_unchecked_files';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."file" add "is_unchecked" boolean not null default false;`);
    this.addSql(`create index "file_unchecked" on "core"."file" ("account_id", "created_at") where is_unchecked;`);
    this.addSql(`create policy "file_job" on "core"."file" to "millwright_job" using (true) with check (true);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "core"."file_unchecked";`);
  }
}
