import { Migration } from '@mikro-orm/migrations';

export class Migration20261123004711_customer_portal extends Migration {
  override name = 'Migration20261123004711_customer_portal';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."cart" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "member_id" text collate "C" not null, "customer_id" text collate "C" not null, "lines" jsonb not null,
        primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."cart" add constraint "cart_account_id_member_id_customer_id_unique" unique
        ("account_id", "member_id", "customer_id");`,
    );

    this.addSql(
      `create table "commerce"."portal_request" ("account_id" text collate "C" not null, "id" text collate "C"
        not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null
        default 1, "kind" text not null, "customer_id" text collate "C" not null, "order_id" text collate "C"
        null, "order_number" text null, "message" text null, "lines" jsonb not null, "asked_by" text not null,
        "done_at" timestamptz null, "done_by" text null, "answer" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "portal_request_account_id_created_at_id_index" on "commerce"."portal_request"
        ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "portal_request_account_id_order_id_index" on "commerce"."portal_request" ("account_id",
        "order_id") where order_id is not null;`,
    );
    this.addSql(
      `create index "portal_request_account_id_customer_id_created_at_id_index" on "commerce"."portal_request"
        ("account_id", "customer_id", "created_at", "id");`,
    );

    this.addSql(`alter table "commerce"."cart" add constraint "cart_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "commerce"."cart" enable row level security;`);
    this.addSql(`alter table "commerce"."cart" force row level security;`);
    this.addSql(
      `create policy "cart_account" on "commerce"."cart" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "cart_customer" on "commerce"."cart" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') in ('', customer_id)) with check
        (current_setting('app.customer_id') in ('', customer_id));`,
    );

    this.addSql(
      `alter table "commerce"."portal_request" add constraint "portal_request_kind" check (kind in ('return',
        'estimate_accepted', 'estimate_declined', 'payment'));`,
    );
    this.addSql(
      `alter table "commerce"."portal_request" add constraint "portal_request_done" check ((done_at is null) =
        (done_by is null));`,
    );
    this.addSql(
      `alter table "commerce"."portal_request" add constraint "portal_request_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."portal_request" enable row level security;`);
    this.addSql(`alter table "commerce"."portal_request" force row level security;`);
    this.addSql(
      `create policy "portal_request_account" on "commerce"."portal_request" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "portal_request_customer" on "commerce"."portal_request" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check
        (current_setting('app.customer_id') in ('', customer_id));`,
    );
  }
}
