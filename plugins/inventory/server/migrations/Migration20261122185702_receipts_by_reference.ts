import { Migration } from '@mikro-orm/migrations';

export class Migration20261122185702_receipts_by_reference extends Migration {
  override name = 'Migration20261122185702_receipts_by_reference';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "cost_layer_account_id_item_id_owner_id_reference_index" on "inventory"."cost_layer" ("account_id", "item_id", "owner_id", "reference") where reference is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "inventory"."cost_layer_account_id_item_id_owner_id_reference_index";`);
  }
}
