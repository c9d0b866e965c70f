import { Migration } from '@mikro-orm/migrations';

export class Migration20261123040012_links_and_holds extends Migration {
  override name = 'Migration20261123040012_links_and_holds';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."document_link" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int
        not null default 1, "customer_id" text collate "C" not null, "order_id" text collate "C" null,
        "invoice_ids" text[] not null, "token_hash" text collate "C" not null, "sent_to" text not null,
        "expires_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "document_link_account_id_expires_at_index" on "commerce"."document_link"
        ("account_id", "expires_at");`,
    );
    this.addSql(
      `alter table "commerce"."document_link" add constraint "document_link_account_id_token_hash_unique"
        unique ("account_id", "token_hash");`,
    );

    this.addSql(
      `alter table "commerce"."card_event" add "payment_intent_id" text collate "C" null, add "dispute_id"
        text collate "C" null, add "reference" text collate "C" null;`,
    );

    this.addSql(`alter table "commerce"."checkout_session" drop constraint "checkout_session_status";`);
    this.addSql(
      `alter table "commerce"."checkout_session" add "invoice_ids" text[] not null default '{}', add
        "dispute" text null, add "hold_id" text collate "C" null, add "hold_expires_at" timestamptz null;`,
    );
    this.addSql(`alter table "commerce"."checkout_session" alter column "order_id" drop not null;`);
    this.addSql(`alter table "commerce"."checkout_session" rename column "order_number" to "title";`);
    // PostgreSQL names these constraints from version 18 on, after the column.
    this.addSql(`
      do $$ begin
        if exists (select from pg_constraint where conname = 'checkout_session_order_number_not_null') then
          alter table commerce.checkout_session
            rename constraint checkout_session_order_number_not_null to checkout_session_title_not_null;
        end if;
      end $$;
    `);
    this.addSql(`alter table "commerce"."checkout_session" no force row level security;`);
    this.addSql(`update "commerce"."checkout_session" set title = 'Order ' || title;`);
    this.addSql(`alter table "commerce"."checkout_session" force row level security;`);
    this.addSql(`alter table "commerce"."checkout_session" alter column "invoice_ids" drop default;`);
    this.addSql(
      `create index "checkout_session_account_id_expires_at_index" on "commerce"."checkout_session"
        ("account_id", "expires_at") where status in ('open', 'processing');`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_subject" check ((order_id
        is null) = (cardinality(invoice_ids) > 0));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_dispute" check (dispute
        in ('open', 'won', 'lost'));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_hold" check ((hold_id is
        null) = (hold_expires_at is null));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_status" check (status in
        ('open', 'processing', 'paid', 'failed', 'expired'));`,
    );

    this.addSql(`alter table "commerce"."customer" add "sees_children" boolean not null default false;`);

    this.addSql(
      `alter table "commerce"."document_link" add constraint "document_link_subject" check ((order_id is
        null) = (cardinality(invoice_ids) > 0));`,
    );
    this.addSql(
      `alter table "commerce"."document_link" add constraint "document_link_token" check
        (length(token_hash) = 64);`,
    );
    this.addSql(
      `alter table "commerce"."document_link" add constraint "document_link_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."document_link" enable row level security;`);
    this.addSql(`alter table "commerce"."document_link" force row level security;`);
    this.addSql(
      `create policy "document_link_account" on "commerce"."document_link" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "document_link_customer" on "commerce"."document_link" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check
        (current_setting('app.customer_id') in ('', customer_id));`,
    );
  }
}
