import { Migration } from '@mikro-orm/migrations';

export class Migration20261123001415_registrations extends Migration {
  override name = 'Migration20261123001415_registrations';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "commerce"."registration_request" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "status" text not null, "is_existing_customer" boolean not null, "name" text not null, "contact_name" text not null, "email" text not null, "number" text null, "phone" text null, "website" text null, "note" text null, "address" jsonb null, "customer_group_id" text collate "C" null, "shipping_term_id" text collate "C" null, "payment_term_id" text collate "C" null, "customer_id" text collate "C" null, "closing_words" text null, "is_let_in_at_once" boolean not null, "notified_emails" text[] not null default '{}', "code_hash" text collate "C" null, "code_tries" int not null default 0, "code_expires_at" timestamptz not null, "proven_at" timestamptz null, "decided_at" timestamptz null, "decided_by" text null, "decision_note" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "registration_request_account_id_proven_at_id_index" on "commerce"."registration_request" ("account_id", "proven_at", "id");`,
    );
    this.addSql(
      `create index "registration_request_account_id_status_proven_at_id_index" on "commerce"."registration_request" ("account_id", "status", "proven_at", "id");`,
    );
    this.addSql(
      `create index "registration_request_account_id_created_at_index" on "commerce"."registration_request" ("account_id", "created_at") where status = 'unproven';`,
    );

    this.addSql(
      `alter table "commerce"."registration_request" add constraint "registration_request_status" check (status in ('unproven', 'waiting', 'approved', 'merged', 'joined', 'declined'));`,
    );
    this.addSql(
      `alter table "commerce"."registration_request" add constraint "registration_request_proven" check ((proven_at is null) = (status = 'unproven'));`,
    );
    this.addSql(
      `alter table "commerce"."registration_request" add constraint "registration_request_decided" check ((decided_at is null) = (status in ('unproven', 'waiting')));`,
    );
    this.addSql(
      `alter table "commerce"."registration_request" add constraint "registration_request_email" check (email = lower(email));`,
    );
    this.addSql(
      `alter table "commerce"."registration_request" add constraint "registration_request_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "commerce"."registration_request" enable row level security;`);
    this.addSql(`alter table "commerce"."registration_request" force row level security;`);
    this.addSql(
      `create policy "registration_request_account" on "commerce"."registration_request" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "registration_request_customer" on "commerce"."registration_request" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
