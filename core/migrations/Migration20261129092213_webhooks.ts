import { Migration } from '@mikro-orm/migrations';

export class Migration20261129092213_webhooks extends Migration {
  override name = 'Migration20261129092213_webhooks';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."webhook_delivery" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "endpoint_id" text collate "C" not null, "event_id" text collate "C" not null,
        "type" text not null, "record_type" text not null, "record_id" text collate "C" null, "body"
        text not null, "status" text collate "C" not null, "attempts" int not null, "due_at"
        timestamptz null, "claimed_until" timestamptz null, "tries" jsonb not null, "last_status"
        int null, "last_error" text null, "last_answer" text null, "last_tried_at" timestamptz null,
        "created_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "webhook_delivery_account_id_created_at_index" on "core"."webhook_delivery"
        ("account_id", "created_at");`,
    );
    this.addSql(
      `create index "webhook_delivery_due" on "core"."webhook_delivery" ("account_id", "endpoint_id",
        "due_at") where due_at is not null;`,
    );
    this.addSql(
      `create index "webhook_delivery_claimed" on "core"."webhook_delivery" ("account_id", "endpoint_id",
        "claimed_until") where claimed_until is not null;`,
    );
    this.addSql(
      `alter table "core"."webhook_delivery" add constraint
        "webhook_delivery_account_id_endpoint_id_event_id_unique" unique ("account_id",
        "endpoint_id", "event_id");`,
    );
    this.addSql(
      `create table "core"."webhook_endpoint" ("account_id" text collate "C" not null, "id" text collate
        "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null,
        "version" int not null default 1, "name" text not null, "url" text not null, "events" text[]
        not null, "scopes" text[] not null, "status" text collate "C" not null, "sealed" jsonb not
        null, "secret_hint" text not null, "previous_expires_at" timestamptz null, "failing_since"
        timestamptz null, "told_at" timestamptz null, "last_delivered_at" timestamptz null,
        "created_by_name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "webhook_endpoint_failing" on "core"."webhook_endpoint" ("account_id", "failing_since")
        where failing_since is not null;`,
    );
    this.addSql(
      `alter table "core"."webhook_endpoint" add constraint "webhook_endpoint_account_id_name_unique"
        unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "core"."webhook_delivery" add constraint "webhook_delivery_status" check (status in
        ('waiting', 'held', 'delivered', 'dead'));`,
    );
    this.addSql(
      `alter table "core"."webhook_delivery" add constraint "webhook_delivery_waits" check ((due_at is not
        null) = (status = 'waiting'));`,
    );
    this.addSql(
      `alter table "core"."webhook_delivery" add constraint "webhook_delivery_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "core"."webhook_delivery" enable row level security;`);
    this.addSql(`alter table "core"."webhook_delivery" force row level security;`);
    this.addSql(
      `create policy "webhook_delivery_account" on "core"."webhook_delivery" to "millwright_tenant",
        "millwright_auth" using (account_id = current_setting('app.account_id')) with check
        (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "webhook_delivery_job" on "core"."webhook_delivery" to "millwright_job" using (true)
        with check (true);`,
    );
    this.addSql(
      `alter table "core"."webhook_endpoint" add constraint "webhook_endpoint_status" check (status in
        ('active', 'paused', 'failing', 'off'));`,
    );
    this.addSql(
      `alter table "core"."webhook_endpoint" add constraint "webhook_endpoint_events" check
        (cardinality(events) > 0);`,
    );
    this.addSql(
      `alter table "core"."webhook_endpoint" add constraint "webhook_endpoint_account_id_check" check
        (account_id <> '');`,
    );
    this.addSql(`alter table "core"."webhook_endpoint" enable row level security;`);
    this.addSql(`alter table "core"."webhook_endpoint" force row level security;`);
    this.addSql(
      `create policy "webhook_endpoint_account" on "core"."webhook_endpoint" to "millwright_tenant" using
        (account_id = current_setting('app.account_id') and current_setting('app.customer_id') = '')
        with check (account_id = current_setting('app.account_id') and
        current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "webhook_endpoint_auth" on "core"."webhook_endpoint" to "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "webhook_endpoint_job" on "core"."webhook_endpoint" to "millwright_job" using (true)
        with check (true);`,
    );
  }
}
