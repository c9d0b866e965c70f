import { Migration } from '@mikro-orm/migrations';

export class Migration20261123003001_carrier_labels extends Migration {
  override name = 'Migration20261123003001_carrier_labels';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."freight_rate" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default
        1, "name" text not null, "carrier_id" text collate "C" not null, "carrier_option_id" text collate "C" null,
        "states" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "freight_rate_account_id_carrier_id_index" on "commerce"."freight_rate" ("account_id",
        "carrier_id");`,
    );
    this.addSql(
      `create index "freight_rate_account_id_carrier_option_id_index" on "commerce"."freight_rate" ("account_id",
        "carrier_option_id") where carrier_option_id is not null;`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate" add constraint "freight_rate_account_id_name_unique" unique
        ("account_id", "name");`,
    );

    this.addSql(
      `create table "commerce"."freight_rate_step" ("account_id" text collate "C" not null, "id" text collate "C"
        not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null
        default 1, "freight_rate_id" text collate "C" not null, "from_weight" numeric(18,6) not null default '0',
        "amount" numeric(14,2) not null default '0', "per_pound" numeric(18,6) not null default '0', primary key
        ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate_step" add constraint
        "freight_rate_step_account_id_freight_rate_id_from_weight_unique" unique ("account_id", "freight_rate_id",
        "from_weight");`,
    );

    this.addSql(
      `create table "commerce"."shipping_label" ("account_id" text collate "C" not null, "id" text collate "C" not
        null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default
        1, "shipment_id" text collate "C" not null, "shipping_case_id" text collate "C" not null, "customer_id"
        text collate "C" not null, "status" text not null, "integration_id" text collate "C" not null, "provider"
        text not null, "format" text not null, "quote_id" text null, "cost" numeric(14,2) null, "attempts" int not
        null default 0, "claimed_until" timestamptz null, "provider_id" text null, "tracking_number" text null,
        "file_id" text collate "C" null, "problem_code" text null, "problem_message" text null, "requested_by_id"
        text collate "C" null, "bought_at" timestamptz null, "voided_at" timestamptz null, primary key
        ("account_id", "id"));`,
    );
    this.addSql(
      `create index "shipping_label_account_id_shipment_id_index" on "commerce"."shipping_label" ("account_id",
        "shipment_id");`,
    );
    this.addSql(
      `create index "shipping_label_account_id_shipping_case_id_index" on "commerce"."shipping_label"
        ("account_id", "shipping_case_id");`,
    );
    this.addSql(
      `create index "shipping_label_account_id_requested_by_id_index" on "commerce"."shipping_label" ("account_id",
        "requested_by_id") where requested_by_id is not null;`,
    );
    this.addSql(
      `create unique index "shipping_label_account_id_shipping_case_id_unique" on "commerce"."shipping_label"
        ("account_id", "shipping_case_id") where status in ('requested', 'buying', 'bought', 'failed');`,
    );

    this.addSql(
      `alter table "commerce"."freight_rate" add constraint "freight_rate_account_id_carrier_id_foreign" foreign
        key ("account_id", "carrier_id") references "commerce"."carrier" ("account_id", "id") on update no action
        on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate" add constraint "freight_rate_account_id_carrier_option_id_foreign"
        foreign key ("account_id", "carrier_option_id") references "commerce"."carrier_option" ("account_id", "id")
        on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate" add constraint "freight_rate_text" check (name <> '' and states <> '');`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate" add constraint "freight_rate_account_id_check" check (account_id <>
        '');`,
    );
    this.addSql(`alter table "commerce"."freight_rate" enable row level security;`);
    this.addSql(`alter table "commerce"."freight_rate" force row level security;`);
    this.addSql(
      `create policy "freight_rate_account" on "commerce"."freight_rate" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "freight_rate_customer" on "commerce"."freight_rate" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."freight_rate_step" add constraint
        "freight_rate_step_account_id_freight_rate_id_foreign" foreign key ("account_id", "freight_rate_id")
        references "commerce"."freight_rate" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate_step" add constraint "freight_rate_step_amounts" check (from_weight >=
        0 and amount >= 0 and per_pound >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."freight_rate_step" add constraint "freight_rate_step_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."freight_rate_step" enable row level security;`);
    this.addSql(`alter table "commerce"."freight_rate_step" force row level security;`);
    this.addSql(
      `create policy "freight_rate_step_account" on "commerce"."freight_rate_step" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "freight_rate_step_customer" on "commerce"."freight_rate_step" as restrictive to
        "millwright_tenant" using (current_setting('app.customer_id') = '') with check
        (current_setting('app.customer_id') = '');`,
    );

    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_account_id_shipment_id_foreign"
        foreign key ("account_id", "shipment_id") references "commerce"."shipment" ("account_id", "id") on update
        no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_account_id_shipping_case_id_foreign"
        foreign key ("account_id", "shipping_case_id") references "commerce"."shipping_case" ("account_id", "id")
        on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_account_id_requested_by_id_foreign"
        foreign key ("account_id", "requested_by_id") references "core"."member" ("account_id", "id") on update no
        action on delete no action;`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_status" check (status in
        ('requested', 'buying', 'bought', 'failed', 'voiding', 'void_failed', 'voided'));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_format" check (format in ('pdf',
        'zpl'));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_bought" check (status <> 'bought' or
        file_id is not null);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_whole" check (num_nulls(bought_at,
        provider_id, tracking_number, file_id) in (0, 4));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_voided" check ((status = 'voided') =
        (voided_at is not null));`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_cost" check (cost >= 0 and attempts
        >= 0);`,
    );
    this.addSql(
      `alter table "commerce"."shipping_label" add constraint "shipping_label_account_id_check" check (account_id
        <> '');`,
    );
    this.addSql(`alter table "commerce"."shipping_label" enable row level security;`);
    this.addSql(`alter table "commerce"."shipping_label" force row level security;`);
    this.addSql(
      `create policy "shipping_label_account" on "commerce"."shipping_label" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "shipping_label_customer" on "commerce"."shipping_label" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') in ('', customer_id)) with check
        (current_setting('app.customer_id') in ('', customer_id));`,
    );
  }
}
