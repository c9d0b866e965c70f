import { Migration } from '@mikro-orm/migrations';

export class Migration20261121184154_optional_references extends Migration {
  override name = 'Migration20261121184154_optional_references';

  override up(): void | Promise<void> {
    this.addSql(`drop index "inventory"."item_account_id_category_id_sku_id_index";`);
    this.addSql(`drop index "inventory"."item_account_id_product_line_id_index";`);
    this.addSql(
      `create index "item_account_id_category_id_sku_id_index" on "inventory"."item" ("account_id", "category_id", "sku", "id") where category_id is not null;`,
    );
    this.addSql(
      `create index "item_account_id_product_line_id_index" on "inventory"."item" ("account_id", "product_line_id") where product_line_id is not null;`,
    );

    this.addSql(`drop index "inventory"."supply_account_id_location_id_index";`);
    this.addSql(
      `create index "supply_account_id_location_id_index" on "inventory"."supply" ("account_id", "location_id") where location_id is not null;`,
    );

    this.addSql(`drop index "inventory"."movement_account_id_lot_id_index";`);
    this.addSql(
      `create index "movement_account_id_lot_id_index" on "inventory"."movement" ("account_id", "lot_id") where lot_id is not null;`,
    );

    this.addSql(`drop index "inventory"."demand_account_id_customer_id_index";`);
    this.addSql(
      `create index "demand_account_id_customer_id_index" on "inventory"."demand" ("account_id", "customer_id") where customer_id is not null;`,
    );

    this.addSql(`drop index "inventory"."cost_layer_account_id_lot_id_index";`);
    this.addSql(
      `create index "cost_layer_account_id_lot_id_index" on "inventory"."cost_layer" ("account_id", "lot_id") where lot_id is not null;`,
    );

    this.addSql(`drop index "inventory"."balance_account_id_lot_id_index";`);
    this.addSql(
      `create index "balance_account_id_lot_id_index" on "inventory"."balance" ("account_id", "lot_id") where lot_id is not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "inventory"."balance_account_id_lot_id_index";`);
    this.addSql(`create index "balance_account_id_lot_id_index" on "inventory"."balance" ("account_id", "lot_id");`);

    this.addSql(`drop index "inventory"."cost_layer_account_id_lot_id_index";`);
    this.addSql(
      `create index "cost_layer_account_id_lot_id_index" on "inventory"."cost_layer" ("account_id", "lot_id");`,
    );

    this.addSql(`drop index "inventory"."demand_account_id_customer_id_index";`);
    this.addSql(
      `create index "demand_account_id_customer_id_index" on "inventory"."demand" ("account_id", "customer_id");`,
    );

    this.addSql(`drop index "inventory"."item_account_id_product_line_id_index";`);
    this.addSql(`drop index "inventory"."item_account_id_category_id_sku_id_index";`);
    this.addSql(
      `create index "item_account_id_product_line_id_index" on "inventory"."item" ("account_id", "product_line_id");`,
    );
    this.addSql(
      `create index "item_account_id_category_id_sku_id_index" on "inventory"."item" ("account_id", "category_id", "sku", "id");`,
    );

    this.addSql(`drop index "inventory"."movement_account_id_lot_id_index";`);
    this.addSql(`create index "movement_account_id_lot_id_index" on "inventory"."movement" ("account_id", "lot_id");`);

    this.addSql(`drop index "inventory"."supply_account_id_location_id_index";`);
    this.addSql(
      `create index "supply_account_id_location_id_index" on "inventory"."supply" ("account_id", "location_id");`,
    );
  }
}
