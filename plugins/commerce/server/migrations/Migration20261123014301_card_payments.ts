import { Migration } from '@mikro-orm/migrations';

export class Migration20261123014301_card_payments extends Migration {
  override name = 'Migration20261123014301_card_payments';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."card_event" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null
        default 1, "event_id" text collate "C" not null, "type" text not null, "provider_session_id" text
        collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."card_event" add constraint "card_event_account_id_event_id_unique" unique
        ("account_id", "event_id");`,
    );

    this.addSql(
      `create table "commerce"."checkout_session" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not
        null default 1, "customer_id" text collate "C" not null, "order_id" text collate "C" not null,
        "order_number" text not null, "amount" numeric(14,2) not null, "currency" text not null, "provider"
        text not null, "status" text not null, "provider_session_id" text collate "C" null, "payment_intent_id"
        text collate "C" null, "paid" numeric(14,2) null, "transaction_id" text collate "C" null, "refunded"
        numeric(14,2) not null default '0.00', "expires_at" timestamptz not null, primary key ("account_id",
        "id"));`,
    );
    this.addSql(
      `create index "checkout_session_account_id_order_id_created_at_id_index" on "commerce"."checkout_session"
        ("account_id", "order_id", "created_at", "id");`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint
        "checkout_session_account_id_provider_session_id_unique" unique ("account_id", "provider_session_id");`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint
        "checkout_session_account_id_payment_intent_id_unique" unique ("account_id", "payment_intent_id");`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint
        "checkout_session_account_id_transaction_id_unique" unique ("account_id", "transaction_id");`,
    );

    this.addSql(
      `alter table "commerce"."card_event" add constraint "card_event_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."card_event" enable row level security;`);
    this.addSql(`alter table "commerce"."card_event" force row level security;`);
    this.addSql(
      `create policy "card_event_account" on "commerce"."card_event" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "card_event_customer" on "commerce"."card_event" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_provider" check (provider in
        ('stripe', 'practice'));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_status" check (status in
        ('open', 'paid', 'failed', 'expired'));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_paid" check ((status =
        'paid') = (transaction_id is not null) and (status = 'paid') = (paid is not null));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_amount" check (amount > 0);`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_refunded" check (refunded >=
        0 and refunded <= coalesce(paid, 0));`,
    );
    this.addSql(
      `alter table "commerce"."checkout_session" add constraint "checkout_session_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."checkout_session" enable row level security;`);
    this.addSql(`alter table "commerce"."checkout_session" force row level security;`);
    this.addSql(
      `create policy "checkout_session_account" on "commerce"."checkout_session" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "checkout_session_customer" on "commerce"."checkout_session" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check
        (current_setting('app.customer_id') in ('', customer_id));`,
    );
  }
}
