import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override name = 'Migration20261121000000_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "core";`);
    this.addSql(
      `create table "core"."account" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "slug" text not null, "name" text not null, "email" text null, "phone" text null, "website" text null, "logo_url" text null, "logo_file_id" text null, "plan" text not null default 'free', "type" text not null default 'manufacturer', "onboarding_status" text not null default 'pending', "currency" text not null default 'USD', "time_zone" text not null default 'UTC', "locale" text not null default 'en-US', "bill_to_address" jsonb null, "is_demo" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(`alter table "core"."account" add constraint "account_slug_unique" unique ("slug");`);
    this.addSql(
      `alter table "core"."account" add constraint "account_slug_form" check (slug ~ '^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$');`,
    );
    this.addSql(`alter table "core"."account" add constraint "account_plan" check (plan in ('free', 'pro'));`);
    this.addSql(
      `alter table "core"."account" add constraint "account_type" check (type in ('manufacturer', 'distributor', 'both'));`,
    );
    this.addSql(
      `alter table "core"."account" add constraint "account_onboarding" check (onboarding_status in ('pending', 'complete'));`,
    );
    this.addSql(`alter table "core"."account" add constraint "account_currency" check (currency ~ '^[A-Z]{3}$');`);

    this.addSql(
      `create table "core"."account_key" ("account_id" text collate "C" not null, "key_id" text collate "C" not null, "sealed_with" text not null, "sealed_key" text not null, "created_at" timestamptz not null, primary key ("account_id", "key_id"));`,
    );
    this.addSql(
      `alter table "core"."account_key" add constraint "account_key_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."account_plugin" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "plugin_id" text collate "C" not null, "is_enabled" boolean not null default true, "settings" jsonb not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "core"."account_plugin" add constraint "account_plugin_account_id_plugin_id_unique" unique ("account_id", "plugin_id");`,
    );
    this.addSql(
      `alter table "core"."account_plugin" add constraint "account_plugin_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."api_key" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "secret_hash" text not null, "secret_hint" text not null, "previous_secret_hash" text null, "previous_expires_at" timestamptz null, "scopes" text[] not null, "expires_at" timestamptz null, "last_used_at" timestamptz null, "rotated_at" timestamptz null, "revoked_at" timestamptz null, "created_by_name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "api_key_id_index" on "core"."api_key" ("id");`);
    this.addSql(
      `alter table "core"."api_key" add constraint "api_key_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "core"."api_key" add constraint "api_key_secret_form" check (secret_hash ~ '^[0-9a-f]{64}$');`,
    );
    this.addSql(
      `alter table "core"."api_key" add constraint "api_key_previous" check ((previous_secret_hash is null) = (previous_expires_at is null));`,
    );
    this.addSql(`alter table "core"."api_key" add constraint "api_key_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."audit_event" ("account_id" text collate "C" not null, "id" text collate "C" not null, "record_type" text collate "C" not null, "record_id" text collate "C" not null, "action" text not null, "actor_type" text not null, "actor_id" text collate "C" not null, "actor_name" text not null, "ip" text not null, "request_id" text not null, "changes" jsonb not null, "note" text null, "occurred_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "audit_event_account_id_record_type_record_id_occur_f9ca0_index" on "core"."audit_event" ("account_id", "record_type", "record_id", "occurred_at", "id");`,
    );
    this.addSql(
      `alter table "core"."audit_event" add constraint "audit_event_actor" check (actor_type in ('user', 'api_key', 'system', 'anonymous'));`,
    );
    this.addSql(
      `alter table "core"."audit_event" add constraint "audit_event_action" check (action ~ '^[a-z][a-z_]*$');`,
    );
    this.addSql(
      `alter table "core"."audit_event" add constraint "audit_event_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."auth_link" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "user_id" text collate "C" not null, "type" text not null, "provider" text not null, "provider_account_id" text not null, "expires_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "auth_link_user_id_index" on "core"."auth_link" ("user_id");`);
    this.addSql(
      `alter table "core"."auth_link" add constraint "auth_link_provider_provider_account_id_unique" unique ("provider", "provider_account_id");`,
    );

    this.addSql(
      `create table "core"."claimed_number" ("account_id" text collate "C" not null, "kind" text collate "C" not null, "number" bigint not null, primary key ("account_id", "kind", "number"));`,
    );
    this.addSql(
      `alter table "core"."claimed_number" add constraint "claimed_number_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."demo_request" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "contact_name" text not null, "email" text not null, "company" text not null, "phone_number" text null, "message" text null, "source" text not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "demo_request_source_created_at_index" on "core"."demo_request" ("source", "created_at");`,
    );

    this.addSql(
      `create table "core"."email_log" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "has_sent" boolean not null default false, "is_captured" boolean not null default false, "recipients" text[] not null, "subject" text null, "filename" text null, "message_id" text null, "template" text not null, "props" jsonb null, "html" text null, "text" text null, "is_confidential" boolean not null default false, "error" text null, "sent_at" timestamptz null, "sent_by_id" text collate "C" null, "sent_by_name" text not null, "record_type" text null, "record_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "email_log_account_id_created_at_id_index" on "core"."email_log" ("account_id", "created_at", "id");`,
    );
    this.addSql(
      `create index "email_log_account_id_record_type_record_id_index" on "core"."email_log" ("account_id", "record_type", "record_id");`,
    );
    this.addSql(
      `alter table "core"."email_log" add constraint "email_log_recipients" check (cardinality(recipients) between 1 and 50);`,
    );
    this.addSql(
      `alter table "core"."email_log" add constraint "email_log_record" check ((record_type is null) = (record_id is null));`,
    );
    this.addSql(
      `alter table "core"."email_log" add constraint "email_log_sent" check (has_sent = (sent_at is not null));`,
    );
    this.addSql(
      `alter table "core"."email_log" add constraint "email_log_captured" check (has_sent or not is_captured);`,
    );
    this.addSql(`alter table "core"."email_log" add constraint "email_log_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."event_outbox" ("account_id" text collate "C" not null, "id" text collate "C" not null, "type" text not null, "version" int not null, "aggregate_type" text null, "aggregate_id" text collate "C" null, "payload" jsonb not null, "actor" jsonb not null, "request_id" text not null, "traceparent" text null, "occurred_at" timestamptz not null, "dispatched_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "event_outbox_waiting" on "core"."event_outbox" ("id") where dispatched_at is null;`);
    this.addSql(
      `create index "event_outbox_account_id_aggregate_type_aggregate_id_index" on "core"."event_outbox" ("account_id", "aggregate_type", "aggregate_id");`,
    );
    this.addSql(`alter table "core"."event_outbox" add constraint "event_outbox_version" check (version >= 1);`);
    this.addSql(
      `alter table "core"."event_outbox" add constraint "event_outbox_aggregate" check ((aggregate_type is null) = (aggregate_id is null));`,
    );
    this.addSql(
      `alter table "core"."event_outbox" add constraint "event_outbox_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."handled_event" ("account_id" text collate "C" not null, "subscriber" text collate "C" not null, "event_id" text collate "C" not null, "handled_at" timestamptz not null, primary key ("account_id", "subscriber", "event_id"));`,
    );
    this.addSql(
      `alter table "core"."handled_event" add constraint "handled_event_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."idempotency_key" ("account_id" text collate "C" not null, "key" text collate "C" not null, "actor_id" text collate "C" not null, "request_hash" text not null, "status" int null, "body" text null, "created_at" timestamptz not null, primary key ("account_id", "key"));`,
    );
    this.addSql(
      `create index "idempotency_key_account_id_created_at_index" on "core"."idempotency_key" ("account_id", "created_at");`,
    );
    this.addSql(
      `alter table "core"."idempotency_key" add constraint "idempotency_key_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."integration" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "code" text collate "C" not null, "is_active" boolean not null default true, "credentials" jsonb not null, "masks" jsonb not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "core"."integration" add constraint "integration_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "core"."integration" add constraint "integration_code" check (code in ('stripe', 'ups', 'shippo'));`,
    );
    this.addSql(
      `alter table "core"."integration" add constraint "integration_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."numbering_sequence" ("account_id" text collate "C" not null, "kind" text collate "C" not null, "next" bigint not null, "start" bigint not null, "claimed" int not null, "updated_at" timestamptz not null, primary key ("account_id", "kind"));`,
    );
    this.addSql(
      `alter table "core"."numbering_sequence" add constraint "numbering_sequence_order" check (next >= start and start >= 0 and claimed >= 0);`,
    );
    this.addSql(
      `alter table "core"."numbering_sequence" add constraint "numbering_sequence_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."party" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "kind" text not null, "number" text null, "name" text not null, "email" text null, "parent_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "party_account_id_parent_id_index" on "core"."party" ("account_id", "parent_id");`);
    this.addSql(
      `alter table "core"."party" add constraint "party_account_id_kind_number_unique" unique ("account_id", "kind", "number");`,
    );
    this.addSql(
      `alter table "core"."party" add constraint "party_kind" check (kind in ('self', 'customer', 'supplier'));`,
    );
    this.addSql(`alter table "core"."party" add constraint "party_self" check ((kind = 'self') = (id = account_id));`);
    this.addSql(
      `alter table "core"."party" add constraint "party_parent" check (parent_id is null or (parent_id <> id and kind = 'customer'));`,
    );
    this.addSql(`alter table "core"."party" add constraint "party_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."party_address" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "party_id" text collate "C" not null, "name" text not null, "line1" text null, "line2" text null, "city" text null, "state" text null, "postal_code" text null, "country" text not null, "phone" text null, "email" text null, "is_drop_ship" boolean not null default false, "place_id" text null, "address_details" jsonb null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "party_address_account_id_party_id_index" on "core"."party_address" ("account_id", "party_id");`,
    );
    this.addSql(
      `alter table "core"."party_address" add constraint "party_address_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."person_event" ("id" text collate "C" not null, "user_id" text collate "C" not null, "action" text not null, "session_id" text collate "C" null, "request_id" text not null, "ip" text not null, "user_agent" text not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "person_event_user_id_created_at_index" on "core"."person_event" ("user_id", "created_at");`,
    );

    this.addSql(
      `create table "core"."person_mail" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "recipient" text not null, "template" text not null, "props" jsonb null, "subject" text null, "html" text null, "has_sent" boolean not null default false, "is_captured" boolean not null default false, "message_id" text null, "error" text null, "sent_at" timestamptz null, "dispatched_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "person_mail_waiting" on "core"."person_mail" ("id") where dispatched_at is null;`);
    this.addSql(`create index "person_mail_created_at_index" on "core"."person_mail" ("created_at");`);
    this.addSql(
      `alter table "core"."person_mail" add constraint "person_mail_sent" check (has_sent = (sent_at is not null));`,
    );
    this.addSql(
      `alter table "core"."person_mail" add constraint "person_mail_captured" check (has_sent or not is_captured);`,
    );
    this.addSql(
      `alter table "core"."person_mail" add constraint "person_mail_body" check (is_captured or html is null);`,
    );

    this.addSql(
      `create table "core"."rate_limit" ("key" text collate "C" not null, "points" int not null, "window_ends_at" timestamptz not null, "blocked_until" timestamptz null, primary key ("key"));`,
    );
    this.addSql(`create index "rate_limit_window_ends_at_index" on "core"."rate_limit" ("window_ends_at");`);

    this.addSql(
      `create table "core"."refresh_token" ("token_hash" text collate "C" not null, "session_id" text collate "C" not null, "created_at" timestamptz not null, "rotated_at" timestamptz null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "refresh_token_session_id_index" on "core"."refresh_token" ("session_id");`);

    this.addSql(
      `create table "core"."registration_flow" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "title" text not null, "message" text null, "is_active" boolean not null default false, "allows_existing_customers" boolean not null default true, "asks_for_phone" boolean not null default true, "asks_for_address" boolean not null default true, "default_customer_group_id" text collate "C" null, "default_shipping_term_id" text collate "C" null, "default_payment_term_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `create unique index "registration_flow_one_active" on "core"."registration_flow" ("account_id") where is_active;`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."request_log" ("id" text collate "C" not null, "request_id" text not null, "method" text not null, "host" text not null, "path" text not null, "normalized_route" text not null, "query" jsonb null, "status_code" int not null, "latency" numeric(18,6) not null, "account_id" text null, "account_name" text null, "actor_id" text null, "actor_type" text not null, "actor_name" text null, "actor_username" text null, "actor_email" text null, "client_ip" text null, "user_agent" text null, "referrer" text null, "error_code" text null, "error_message" text null, "idempotency_key_id" text null, "stack_trace" text null, "internal_error_message" text null, "occurred_at" timestamptz not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "request_log_occurred_at_id_index" on "core"."request_log" ("occurred_at", "id");`);
    this.addSql(
      `create index "request_log_account_id_occurred_at_index" on "core"."request_log" ("account_id", "occurred_at");`,
    );
    this.addSql(
      `create index "request_log_actor_id_occurred_at_index" on "core"."request_log" ("actor_id", "occurred_at");`,
    );
    this.addSql(
      `create index "request_log_status_code_occurred_at_index" on "core"."request_log" ("status_code", "occurred_at");`,
    );

    this.addSql(
      `create table "core"."role" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "code" text collate "C" not null, "name" text not null, "description" text null, "type" text not null, "is_system" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "core"."role" add constraint "role_account_id_code_unique" unique ("account_id", "code");`,
    );
    this.addSql(
      `alter table "core"."role" add constraint "role_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "core"."role" add constraint "role_type" check (type in ('admin', 'user', 'scanner', 'sales_rep', 'customer'));`,
    );
    this.addSql(
      `alter table "core"."role" add constraint "role_admin_is_system" check (type <> 'admin' or (is_system and code = 'admin'));`,
    );
    this.addSql(`alter table "core"."role" add constraint "role_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."member" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "user_id" text collate "C" null, "name" text not null, "email" text not null, "image" text null, "role_id" text collate "C" not null, "status" text not null, "customer_id" text collate "C" null, "invited_at" timestamptz null, "joined_at" timestamptz null, "removed_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "member_account_id_role_id_index" on "core"."member" ("account_id", "role_id");`);
    this.addSql(`create index "member_account_id_customer_id_index" on "core"."member" ("account_id", "customer_id");`);
    this.addSql(`create index "member_user_id_index" on "core"."member" ("user_id");`);
    this.addSql(`create index "member_email_index" on "core"."member" ("email");`);
    this.addSql(
      `alter table "core"."member" add constraint "member_account_id_email_unique" unique ("account_id", "email");`,
    );
    this.addSql(
      `alter table "core"."member" add constraint "member_account_id_user_id_unique" unique ("account_id", "user_id");`,
    );
    this.addSql(
      `alter table "core"."member" add constraint "member_status" check (status in ('unclaimed', 'invited', 'active', 'suspended', 'deactivated'));`,
    );
    this.addSql(
      `alter table "core"."member" add constraint "member_active_has_user" check (status <> 'active' or user_id is not null);`,
    );
    this.addSql(
      `alter table "core"."member" add constraint "member_removed_is_deactivated" check (removed_at is null or status = 'deactivated');`,
    );
    this.addSql(`alter table "core"."member" add constraint "member_email_form" check (email = lower(email));`);
    this.addSql(`alter table "core"."member" add constraint "member_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."notification_preference" ("account_id" text collate "C" not null, "member_id" text collate "C" not null, "notification_type_code" text collate "C" not null, "is_enabled" boolean not null, primary key ("account_id", "member_id", "notification_type_code"));`,
    );
    this.addSql(
      `alter table "core"."notification_preference" add constraint "notification_preference_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."role_permission" ("account_id" text collate "C" not null, "role_id" text collate "C" not null, "domain" text collate "C" not null, "can_create" boolean not null, "can_read" boolean not null, "can_update" boolean not null, "can_delete" boolean not null, primary key ("account_id", "role_id", "domain"));`,
    );
    this.addSql(
      `alter table "core"."role_permission" add constraint "role_permission_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."sales_target" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "member_id" text collate "C" not null, "amount" numeric(14,2) not null, "starts_on" date not null, "ends_on" date not null, "note" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "sales_target_account_id_member_id_starts_on_index" on "core"."sales_target" ("account_id", "member_id", "starts_on");`,
    );
    this.addSql(`alter table "core"."sales_target" add constraint "sales_target_amount" check (amount >= 0);`);
    this.addSql(`alter table "core"."sales_target" add constraint "sales_target_period" check (ends_on >= starts_on);`);
    this.addSql(
      `alter table "core"."sales_target" add constraint "sales_target_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."saved_view" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "member_id" text collate "C" not null, "screen" text collate "C" not null, "name" text not null, "query" text not null, "columns" text[] not null, "is_shared" boolean not null default false, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "saved_view_account_id_screen_id_index" on "core"."saved_view" ("account_id", "screen", "id");`,
    );
    this.addSql(
      `alter table "core"."saved_view" add constraint "saved_view_account_id_member_id_screen_name_unique" unique ("account_id", "member_id", "screen", "name");`,
    );
    this.addSql(
      `alter table "core"."saved_view" add constraint "saved_view_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."search_document" ("account_id" text collate "C" not null, "id" text collate "C" not null, "record_type" text collate "C" not null, "customer_id" text collate "C" not null, "title" text not null, "subtitle" text not null, "title_text" text not null, "text" text not null, "updated_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "core"."search_document" add constraint "search_document_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."session" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "user_id" text collate "C" not null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, "revoked_reason" text null, "ip" text not null, "user_agent" text not null, primary key ("id"));`,
    );
    this.addSql(`create index "session_user_id_index" on "core"."session" ("user_id");`);
    this.addSql(
      `alter table "core"."session" add constraint "session_revoked_with_reason" check ((revoked_at is null) = (revoked_reason is null));`,
    );

    this.addSql(
      `create table "core"."file" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "content_type" text not null, "size" int not null, "sha256" text not null, "record_type" text collate "C" null, "record_id" text collate "C" null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "file_account_id_record_type_record_id_index" on "core"."file" ("account_id", "record_type", "record_id");`,
    );
    this.addSql(`alter table "core"."file" add constraint "file_size" check (size > 0);`);
    this.addSql(`alter table "core"."file" add constraint "file_sha256" check (sha256 ~ '^[0-9a-f]{64}$');`);
    this.addSql(
      `alter table "core"."file" add constraint "file_record" check ((record_type is null) = (record_id is null));`,
    );
    this.addSql(`alter table "core"."file" add constraint "file_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "core"."file_content" ("account_id" text collate "C" not null, "file_id" text collate "C" not null, "bytes" bytea not null, primary key ("account_id", "file_id"));`,
    );
    this.addSql(
      `alter table "core"."file_content" add constraint "file_content_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "core"."user" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "email" text not null, "name" text not null, "username" text null, "email_verified" boolean not null default false, "image" text null, "password_hash" text null, "is_operator" boolean not null default false, "color_scheme" text not null default 'auto', "preferences" jsonb not null, "current_account_id" text collate "C" null, primary key ("id"));`,
    );
    this.addSql(`alter table "core"."user" add constraint "user_email_unique" unique ("email");`);
    this.addSql(`alter table "core"."user" add constraint "user_username_unique" unique ("username");`);
    this.addSql(`alter table "core"."user" add constraint "user_email_lower_case" check (email = lower(email));`);
    this.addSql(
      `alter table "core"."user" add constraint "user_username_lower_case" check (username = lower(username) and username not like '%@%');`,
    );
    this.addSql(
      `alter table "core"."user" add constraint "user_color_scheme" check (color_scheme in ('light', 'dark', 'auto'));`,
    );

    this.addSql(
      `create table "core"."verification_token" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "user_id" text collate "C" not null, "identifier" text not null, "purpose" text not null, "token_hash" text collate "C" not null, "expires_at" timestamptz not null, "attempts" int not null default 0, primary key ("id"));`,
    );
    this.addSql(
      `alter table "core"."verification_token" add constraint "verification_token_user_id_purpose_unique" unique ("user_id", "purpose");`,
    );
    this.addSql(
      `alter table "core"."verification_token" add constraint "verification_token_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "core"."verification_token" add constraint "verification_token_purpose" check (purpose in ('email', 'reset'));`,
    );

    this.addSql(
      `alter table "core"."party" add constraint "party_account_id_parent_id_foreign" foreign key ("account_id", "parent_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."party_address" add constraint "party_address_account_id_party_id_foreign" foreign key ("account_id", "party_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."member" add constraint "member_account_id_role_id_foreign" foreign key ("account_id", "role_id") references "core"."role" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "core"."member" add constraint "member_account_id_customer_id_foreign" foreign key ("account_id", "customer_id") references "core"."party" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."notification_preference" add constraint "notification_preference_account_id_member_id_foreign" foreign key ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."role_permission" add constraint "role_permission_account_id_role_id_foreign" foreign key ("account_id", "role_id") references "core"."role" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."sales_target" add constraint "sales_target_account_id_member_id_foreign" foreign key ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."saved_view" add constraint "saved_view_account_id_member_id_foreign" foreign key ("account_id", "member_id") references "core"."member" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "core"."file_content" add constraint "file_content_account_id_file_id_foreign" foreign key ("account_id", "file_id") references "core"."file" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(`alter table "core"."account" enable row level security;`);
    this.addSql(`alter table "core"."account" force row level security;`);
    this.addSql(
      `create policy "account_own" on "core"."account" to "millwright_tenant" using (id = current_setting('app.account_id')) with check (id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "account_auth" on "core"."account" to "millwright_auth" using (true) with check (true);`,
    );
    this.addSql(`alter table "core"."account_key" enable row level security;`);
    this.addSql(`alter table "core"."account_key" force row level security;`);
    this.addSql(
      `create policy "account_key_account" on "core"."account_key" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."account_plugin" enable row level security;`);
    this.addSql(`alter table "core"."account_plugin" force row level security;`);
    this.addSql(
      `create policy "account_plugin_account" on "core"."account_plugin" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."api_key" enable row level security;`);
    this.addSql(`alter table "core"."api_key" force row level security;`);
    this.addSql(
      `create policy "api_key_account" on "core"."api_key" to "millwright_tenant" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "api_key_auth" on "core"."api_key" to "millwright_auth" using (true) with check (true);`,
    );
    this.addSql(`alter table "core"."audit_event" enable row level security;`);
    this.addSql(`alter table "core"."audit_event" force row level security;`);
    this.addSql(
      `create policy "audit_event_account" on "core"."audit_event" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."claimed_number" enable row level security;`);
    this.addSql(`alter table "core"."claimed_number" force row level security;`);
    this.addSql(
      `create policy "claimed_number_account" on "core"."claimed_number" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."email_log" enable row level security;`);
    this.addSql(`alter table "core"."email_log" force row level security;`);
    this.addSql(
      `create policy "email_log_account" on "core"."email_log" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."event_outbox" enable row level security;`);
    this.addSql(`alter table "core"."event_outbox" force row level security;`);
    this.addSql(
      `create policy "event_outbox_account" on "core"."event_outbox" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "event_outbox_job" on "core"."event_outbox" to "millwright_job" using (true) with check (true);`,
    );
    this.addSql(`alter table "core"."handled_event" enable row level security;`);
    this.addSql(`alter table "core"."handled_event" force row level security;`);
    this.addSql(
      `create policy "handled_event_account" on "core"."handled_event" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."idempotency_key" enable row level security;`);
    this.addSql(`alter table "core"."idempotency_key" force row level security;`);
    this.addSql(
      `create policy "idempotency_key_account" on "core"."idempotency_key" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."integration" enable row level security;`);
    this.addSql(`alter table "core"."integration" force row level security;`);
    this.addSql(
      `create policy "integration_account" on "core"."integration" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."numbering_sequence" enable row level security;`);
    this.addSql(`alter table "core"."numbering_sequence" force row level security;`);
    this.addSql(
      `create policy "numbering_sequence_account" on "core"."numbering_sequence" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."party" enable row level security;`);
    this.addSql(`alter table "core"."party" force row level security;`);
    this.addSql(
      `create policy "party_account" on "core"."party" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "party_customer" on "core"."party" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', id)) with check (current_setting('app.customer_id') in ('', id));`,
    );
    this.addSql(`alter table "core"."party_address" enable row level security;`);
    this.addSql(`alter table "core"."party_address" force row level security;`);
    this.addSql(
      `create policy "party_address_account" on "core"."party_address" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "party_address_customer" on "core"."party_address" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', party_id)) with check (current_setting('app.customer_id') in ('', party_id));`,
    );
    this.addSql(`alter table "core"."registration_flow" enable row level security;`);
    this.addSql(`alter table "core"."registration_flow" force row level security;`);
    this.addSql(
      `create policy "registration_flow_account" on "core"."registration_flow" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."role" enable row level security;`);
    this.addSql(`alter table "core"."role" force row level security;`);
    this.addSql(
      `create policy "role_account" on "core"."role" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."member" enable row level security;`);
    this.addSql(`alter table "core"."member" force row level security;`);
    this.addSql(
      `create policy "member_account" on "core"."member" to "millwright_tenant" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`create policy "member_auth" on "core"."member" to "millwright_auth" using (true) with check (true);`);
    this.addSql(`alter table "core"."notification_preference" enable row level security;`);
    this.addSql(`alter table "core"."notification_preference" force row level security;`);
    this.addSql(
      `create policy "notification_preference_account" on "core"."notification_preference" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."role_permission" enable row level security;`);
    this.addSql(`alter table "core"."role_permission" force row level security;`);
    this.addSql(
      `create policy "role_permission_account" on "core"."role_permission" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."sales_target" enable row level security;`);
    this.addSql(`alter table "core"."sales_target" force row level security;`);
    this.addSql(
      `create policy "sales_target_account" on "core"."sales_target" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."saved_view" enable row level security;`);
    this.addSql(`alter table "core"."saved_view" force row level security;`);
    this.addSql(
      `create policy "saved_view_account" on "core"."saved_view" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."search_document" enable row level security;`);
    this.addSql(`alter table "core"."search_document" force row level security;`);
    this.addSql(
      `create policy "search_document_account" on "core"."search_document" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "search_document_customer" on "core"."search_document" as restrictive to "millwright_tenant" using (current_setting('app.customer_id') in ('', customer_id)) with check (current_setting('app.customer_id') in ('', customer_id));`,
    );
    this.addSql(
      `create policy "search_document_search" on "core"."search_document" for select to "millwright_search" using (true);`,
    );
    this.addSql(`alter table "core"."file" enable row level security;`);
    this.addSql(`alter table "core"."file" force row level security;`);
    this.addSql(
      `create policy "file_account" on "core"."file" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "core"."file_content" enable row level security;`);
    this.addSql(`alter table "core"."file_content" force row level security;`);
    this.addSql(
      `create policy "file_content_account" on "core"."file_content" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`
      -- core/search: one gin index, with the type in it so that a rare type costs little (needs extensions btree_gin and pg_trgm, both in schema extensions) and one definer function.
      -- To be run as millwright_owner by a session that may become millwright_search (the migrate login is a member of both).
      create index search_document_text on core.search_document using gin (account_id extensions.text_ops, record_type extensions.text_ops, text extensions.gin_trgm_ops);
      -- Only search reads it here; row locks and writes stay with the tenant role.
      grant select on core.search_document to millwright_search;
      grant usage, create on schema core to millwright_search;
      set local role millwright_search;
      create function core.search_documents(wanted_type text, words text[], max integer)
        returns table (id text, title text, subtitle text)
        language plpgsql stable security definer rows 100
        set search_path = pg_catalog
      as $function$
      declare
        customer text := current_setting('app.customer_id');
        word text;
        pattern text;
        statement text;
      begin
        if coalesce(cardinality(words), 0) = 0 then
          return;
        end if;
        -- Every value is written as a quoted literal (%L), so that the planner sees what each word is worth.
        statement := format('select document.id, document.title, document.subtitle, document.title_text
          from core.search_document document
          where document.account_id = current_setting(%L) and document.record_type = %L', 'app.account_id', wanted_type);
        if customer <> '' then
          statement := statement || format(' and document.customer_id in (%L, %L)', '', customer);
        end if;
        foreach word in array words loop
          -- A word without three letters or digits in a row has no trigram of its own: it is looked for where words begin.
          pattern := case when word ~ '[[:alnum:]]{3}' then '%' else '% ' end || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%';
          statement := statement || format(' and document.text like %L', pattern);
        end loop;
        if max is null then
          return query execute 'select found.id, found.title, found.subtitle from (' || statement || ') found';
        else
          -- Ranked among the first finds only: ranking all of a word that thousands have would take as long as reading them.
          return query execute format('select found.id, found.title, found.subtitle from (%s limit %s) found
            order by found.title_text = %L desc, starts_with(found.title_text, %L) desc, found.id desc limit %s',
            statement, max * 25, ' ' || array_to_string(words, ' '), ' ' || array_to_string(words, ' '), max);
        end if;
      end
      $function$;
      revoke all on function core.search_documents(text, text[], integer) from public;
      grant execute on function core.search_documents(text, text[], integer) to millwright_tenant;
      reset role;
      revoke create on schema core from millwright_search;
      -- core/auth: attempts are worth no disk write; a crash may forget them
      alter table core.rate_limit set unlogged;

      -- People of an account as other domains name them (created by, sales rep); removed people keep their name.
      create view core.v_members with (security_invoker = true) as
        select account_id, id, user_id, name, email, image, role_id, status from core.member;
    `);
  }
}
