import { Migration } from '@mikro-orm/migrations';

export class Migration20261123034340_document_orders extends Migration {
  override name = 'Migration20261123034340_document_orders';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "edi"."document_order" ("account_id" text collate "C" not null, "document_id" text collate "C"
        not null, "order_id" text collate "C" not null, "order_number" text not null, "code_kind" text not null,
        "code" text not null, primary key ("account_id", "document_id", "order_id"));`,
    );
    this.addSql(
      `create index "document_order_account_id_order_id_index" on "edi"."document_order" ("account_id", "order_id");`,
    );

    this.addSql(
      `alter table "edi"."document_order" add constraint "document_order_account_id_document_id_foreign" foreign key
        ("account_id", "document_id") references "edi"."document" ("account_id", "id") on update no action on delete
        no action;`,
    );
    this.addSql(
      `alter table "edi"."document_order" add constraint "document_order_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "edi"."document_order" enable row level security;`);
    this.addSql(`alter table "edi"."document_order" force row level security;`);
    this.addSql(
      `create policy "document_order_account" on "edi"."document_order" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "document_order_customer" on "edi"."document_order" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`update "edi"."partner" set "settings" = "settings" || '{"splitsStores": false}';`);
  }
}
