import { Migration } from '@mikro-orm/migrations';

/**
 * A note for the customer beside the internal one, which every note of today is. Deleted orders let go of their customer. The
 * lists sorted by a date have an index for each direction: orders without the date are last in both.
 */
export class Migration20261122173326_order_notes extends Migration {
  override name = 'Migration20261122173326_order_notes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "commerce"."sales_order" add "customer_note" text null;`);
    this.addSql(`alter table "commerce"."sales_order" alter column "customer_id" drop not null;`);
    // The owner of the table sees rows of all accounts only while the policies do not bind it.
    this.addSql(`alter table "commerce"."sales_order" no force row level security;`);
    this.addSql(`update "commerce"."sales_order" set "customer_id" = null where "deleted_at" is not null;`);
    this.addSql(`alter table "commerce"."sales_order" force row level security;`);
    this.addSql(
      `alter table "commerce"."sales_order" add constraint "sales_order_customer" check ((customer_id is null) = (deleted_at is not null));`,
    );
    this.addSql(
      `create index sales_order_list_issued_first on commerce.sales_order (account_id, issued_at, id, customer_id) where deleted_at is null;`,
    );
    this.addSql(
      `create index sales_order_list_promised_first on commerce.sales_order (account_id, promised_at, id, customer_id) where deleted_at is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index commerce.sales_order_list_promised_first;`);
    this.addSql(`drop index commerce.sales_order_list_issued_first;`);
    this.addSql(`alter table "commerce"."sales_order" drop constraint "sales_order_customer";`);
    this.addSql(`alter table "commerce"."sales_order" no force row level security;`);
    // Each line still says whose order it was; an order of which nobody can say that goes.
    this.addSql(
      `update "commerce"."sales_order" sold set "customer_id" = line.customer_id from "commerce"."sales_order_line" line, "commerce"."customer" customer where line.account_id = sold.account_id and line.order_id = sold.id and customer.account_id = sold.account_id and customer.id = line.customer_id and sold.customer_id is null;`,
    );
    this.addSql(`alter table "commerce"."sales_order" force row level security;`);
    this.addSql(`alter table "commerce"."sales_order" alter column "customer_id" set not null;`);
    this.addSql(`alter table "commerce"."sales_order" drop column "customer_note";`);
  }
}
