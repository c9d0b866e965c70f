import { Migration } from '@mikro-orm/migrations';

export class Migration20261123001351_invoice_credits extends Migration {
  override name = 'Migration20261123001351_invoice_credits';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."credit_line" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "transaction_id" text collate "C" not null, "invoice_line_id" text collate "C" not null, "customer_id" text collate "C" not null, "position" int not null, "quantity" numeric(18,6) not null, "amount" numeric(14,2) not null, "why" text not null, "restock" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "credit_line_account_id_invoice_line_id_index" on "commerce"."credit_line" ("account_id", "invoice_line_id");`,
    );
    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_account_id_transaction_id_position_unique" unique ("account_id", "transaction_id", "position");`,
    );

    this.addSql(
      `create table "commerce"."returned_goods" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "credit_line_id" text collate "C" not null, "shipment_line_id" text collate "C" null, "lot_number" text null, "location_id" text collate "C" not null, "location_name" text not null, "quantity" numeric(18,6) not null, "value" numeric(20,6) not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "returned_goods_account_id_credit_line_id_index" on "commerce"."returned_goods" ("account_id", "credit_line_id");`,
    );
    this.addSql(
      `create index "returned_goods_account_id_shipment_line_id_index" on "commerce"."returned_goods" ("account_id", "shipment_line_id") where shipment_line_id is not null;`,
    );

    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_account_id_transaction_id_foreign" foreign key ("account_id", "transaction_id") references "commerce"."transaction" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_account_id_invoice_line_id_foreign" foreign key ("account_id", "invoice_line_id") references "commerce"."invoice_line" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_amounts" check (quantity >= 0 and amount >= 0 and quantity + amount > 0);`,
    );
    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_restock" check (restock in ('place', 'scrap', 'none') and (restock is null or quantity > 0));`,
    );
    this.addSql(
      `alter table "commerce"."credit_line" add constraint "credit_line_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."credit_line" enable row level security;`);
    this.addSql(`alter table "commerce"."credit_line" force row level security;`);
    this.addSql(
      `create policy "credit_line_account" on "commerce"."credit_line" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "credit_line_customer" on "commerce"."credit_line" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."returned_goods" add constraint "returned_goods_account_id_credit_line_id_foreign" foreign key ("account_id", "credit_line_id") references "commerce"."credit_line" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."returned_goods" add constraint "returned_goods_amounts" check (quantity > 0 and value >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."returned_goods" add constraint "returned_goods_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."returned_goods" enable row level security;`);
    this.addSql(`alter table "commerce"."returned_goods" force row level security;`);
    this.addSql(
      `create policy "returned_goods_account" on "commerce"."returned_goods" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "returned_goods_customer" on "commerce"."returned_goods" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
