import { Migration } from '@mikro-orm/migrations';

export class Migration20261123194355_attribute_codes extends Migration {
  override name = 'Migration20261123194355_attribute_codes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."attribute" add "code" text null;`);
    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_account_id_property_id_code_unique"
        unique ("account_id", "property_id", "code");`,
    );
    this.addSql(
      `alter table "inventory"."attribute" add constraint "attribute_code" check (code ~ '^[A-Z0-9-]{1,20}$');`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "inventory"."attribute" drop constraint "attribute_account_id_property_id_code_unique";`);
    this.addSql(`alter table "inventory"."attribute" drop constraint "attribute_code";`);
  }
}
