import { Migration } from '@mikro-orm/migrations';

/** SKUs differ by more than case. Of those that do not today the oldest counts; the others stay as they are, and doctor names them. */
export class Migration20261122173844_skus_in_any_case extends Migration {
  override name = 'Migration20261122173844_skus_in_any_case';

  override up(): void | Promise<void> {
    this.addSql(`alter table "inventory"."item" add "is_case_twin" boolean not null default false;`);
    // The owner of the table sees rows of all accounts only while the policies do not bind it.
    this.addSql(`alter table "inventory"."item" no force row level security;`);
    this.addSql(
      `update "inventory"."item" own set "is_case_twin" = true where exists (select from "inventory"."item" older where older.account_id = own.account_id and lower(older.sku) = lower(own.sku) and older.id < own.id);`,
    );
    this.addSql(`alter table "inventory"."item" force row level security;`);
    this.addSql(
      `create unique index item_account_id_sku_any_case_unique on inventory.item (account_id, lower(sku)) where not is_case_twin;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index inventory.item_account_id_sku_any_case_unique;`);
    this.addSql(`alter table "inventory"."item" drop column "is_case_twin";`);
  }
}
