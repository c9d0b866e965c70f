import { Migration } from '@mikro-orm/migrations';

export class Migration20261121184142_optional_references extends Migration {
  override name = 'Migration20261121184142_optional_references';

  override up(): void | Promise<void> {
    this.addSql(`drop index "core"."party_account_id_parent_id_index";`);
    this.addSql(
      `create index "party_account_id_parent_id_index" on "core"."party" ("account_id", "parent_id") where parent_id is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "core"."party_account_id_parent_id_index";`);
    this.addSql(`create index "party_account_id_parent_id_index" on "core"."party" ("account_id", "parent_id");`);
  }
}
