import { Migration } from '@mikro-orm/migrations';

export class Migration20261122213656_order_prices extends Migration {
  override name = 'Migration20261122213656_order_prices';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "commerce"."sales_order" add "order_discount_terms" jsonb null, add "discount" numeric(14,2) not null default '0.00';`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_account_id_order_discount_id_foreign" foreign key ("account_id", "order_discount_id") references "commerce"."order_discount" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `create index "sales_order_account_id_order_discount_id_index" on "commerce"."sales_order" ("account_id", "order_discount_id") where order_discount_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_discount" check (discount >= 0 and (order_discount_terms is not null or discount = 0));`,
    );

    this.addSql(
      `alter table "commerce"."sales_order_line" add "is_price_typed" boolean not null default false, add "price_trace" jsonb not null default '[]';`,
    );
    // Nobody knows which of them were named by hand: all stay as they are until somebody takes them back. The owner of
    // the table sees rows of all accounts only while the policies do not bind it.
    this.addSql(`alter table "commerce"."sales_order_line" no force row level security;`);
    this.addSql(`update "commerce"."sales_order_line" set "is_price_typed" = true;`);
    this.addSql(`alter table "commerce"."sales_order_line" force row level security;`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `alter table "commerce"."sales_order" drop constraint "sales_order_account_id_order_discount_id_foreign";`,
    );

    this.addSql(`drop index "commerce"."sales_order_account_id_order_discount_id_index";`);
    this.addSql(`alter table "commerce"."sales_order" drop constraint "sales_order_discount";`);
  }
}
