import { Migration } from '@mikro-orm/migrations';

export class Migration20261123005333_initial extends Migration {
  override name = 'Migration20261123005333_initial';

  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "edi";`);
    this.addSql(
      `create table "edi"."connection" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "name" text not null, "kind" text not null, "folder" text null, "host" text null, "port" int null,
        "username" text null, "host_key" text null, "secret" text null, "allows_old_algorithms" boolean not null
        default false, "is_active" boolean not null default true, "failures" int not null default 0, "retry_at"
        timestamptz null, "last_error" text null, "last_contact_at" timestamptz null, primary key ("account_id",
        "id"));`,
    );
    this.addSql(
      `alter table "edi"."connection" add constraint "connection_account_id_name_unique" unique ("account_id",
        "name");`,
    );
    this.addSql(`alter table "edi"."connection" add constraint "connection_name" check (name <> '');`);
    this.addSql(
      `alter table "edi"."connection" add constraint "connection_kind" check (kind in ('directory', 'mailbox',
        'simulated', 'sftp'));`,
    );
    this.addSql(
      `alter table "edi"."connection" add constraint "connection_sftp" check (kind <> 'sftp' or (host is not null
        and username is not null));`,
    );
    this.addSql(
      `alter table "edi"."connection" add constraint "connection_folder" check (kind <> 'directory' or folder ~
        '^[a-z0-9][a-z0-9-]*$');`,
    );
    this.addSql(`alter table "edi"."connection" add constraint "connection_failures" check (failures >= 0);`);
    this.addSql(
      `alter table "edi"."connection" add constraint "connection_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."run" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "kind" text not null, "completed_at" timestamptz null, "has_succeeded" boolean not null default false,
        "file_count" int not null default 0, "duplicate_count" int not null default 0, "document_count" int not
        null default 0, "imported_count" int not null default 0, "held_count" int not null default 0, "sent_count"
        int not null default 0, "messages" text[] not null, "person_name" text not null, primary key ("account_id",
        "id"));`,
    );
    this.addSql(`create index "run_account_id_created_at_id_index" on "edi"."run" ("account_id", "created_at",
        "id");`);
    this.addSql(
      `alter table "edi"."run" add constraint "run_kind" check (kind in ('pull', 'upload', 'send', 'reprocess'));`,
    );
    this.addSql(
      `alter table "edi"."run" add constraint "run_success" check (not has_succeeded or completed_at is not null);`,
    );
    this.addSql(`alter table "edi"."run" add constraint "run_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "edi"."file" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "direction" text not null, "name" text not null, "bytes" bytea not null, "size" int not null, "sha256" text
        collate "C" not null, "connection_id" text collate "C" null, "run_id" text collate "C" null, "delivery"
        text null, "attempts" int not null default 0, "attempted_at" timestamptz null, "retry_at" timestamptz null,
        "sent_at" timestamptz null, "error" text null, "findings" jsonb not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "file_account_id_sha256_index" on "edi"."file" ("account_id", "sha256");`);
    this.addSql(
      `create index "file_account_id_created_at_id_index" on "edi"."file" ("account_id", "created_at", "id") where
        delivery in ('pending', 'sending');`,
    );
    this.addSql(
      `create index "file_account_id_connection_id_index" on "edi"."file" ("account_id", "connection_id") where
        connection_id is not null;`,
    );
    this.addSql(
      `create index "file_account_id_run_id_index" on "edi"."file" ("account_id", "run_id") where run_id is not
        null;`,
    );
    this.addSql(
      `alter table "edi"."file" add constraint "file_direction" check (direction in ('in', 'out') and (direction =
        'out') = (delivery is not null));`,
    );
    this.addSql(
      `alter table "edi"."file" add constraint "file_delivery" check (delivery in ('pending', 'sending', 'sent',
        'failed'));`,
    );
    this.addSql(
      `alter table "edi"."file" add constraint "file_sent" check ((delivery = 'sent') = (sent_at is not null));`,
    );
    this.addSql(`alter table "edi"."file" add constraint "file_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "edi"."mailbox_file" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "connection_id" text collate "C" not null, "direction" text not null, "name" text not null, "bytes" bytea
        not null, "claimed_at" timestamptz null, "archived_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "edi"."mailbox_file" add constraint
        "mailbox_file_account_id_connection_id_direction_name_unique" unique ("account_id", "connection_id",
        "direction", "name");`,
    );
    this.addSql(
      `alter table "edi"."mailbox_file" add constraint "mailbox_file_direction" check (direction in ('in', 'out')
        and name <> '');`,
    );
    this.addSql(
      `alter table "edi"."mailbox_file" add constraint "mailbox_file_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."partner" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "name" text not null, "customer_id" text collate "C" not null, "connection_id" text collate "C" null,
        "is_test" boolean not null default false, "is_active" boolean not null default true, "our_qualifier" text
        not null, "our_id" text not null, "our_group_id" text not null, "their_qualifier" text not null, "their_id"
        text not null, "their_group_id" text not null, "settings" jsonb not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "partner_account_id_customer_id_index" on "edi"."partner" ("account_id", "customer_id");`,
    );
    this.addSql(
      `create index "partner_account_id_connection_id_index" on "edi"."partner" ("account_id", "connection_id")
        where connection_id is not null;`,
    );
    this.addSql(
      `alter table "edi"."partner" add constraint "partner_account_id_name_unique" unique ("account_id", "name");`,
    );
    this.addSql(
      `alter table "edi"."partner" add constraint "partner_account_id_is_test_their_id_unique" unique
        ("account_id", "is_test", "their_qualifier", "their_group_id", "their_id");`,
    );
    this.addSql(
      `alter table "edi"."partner" add constraint "partner_named" check (name <> '' and our_id <> '' and their_id
        <> '' and our_group_id <> '' and their_group_id <> '');`,
    );
    this.addSql(`alter table "edi"."partner" add constraint "partner_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "edi"."partner_item" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "partner_id" text collate "C" not null, "qualifier" text collate "C" not null, "name" text collate "C" not
        null, "item_id" text collate "C" not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "partner_item_account_id_item_id_index" on "edi"."partner_item" ("account_id", "item_id");`,
    );
    this.addSql(
      `create index "partner_item_account_id_name_id_index" on "edi"."partner_item" ("account_id", "name", "id");`,
    );
    this.addSql(
      `alter table "edi"."partner_item" add constraint "partner_item_account_id_partner_id_qualifier_name_unique"
        unique ("account_id", "partner_id", "qualifier", "name");`,
    );
    this.addSql(
      `alter table "edi"."partner_item" add constraint "partner_item_name" check (name <> '' and qualifier <> '');`,
    );
    this.addSql(
      `alter table "edi"."partner_item" add constraint "partner_item_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."interchange" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "file_id" text collate "C" not null, "position" int not null, "direction" text not null, "partner_id" text
        collate "C" null, "sender_qualifier" text not null, "sender_id" text not null, "receiver_qualifier" text
        not null, "receiver_id" text not null, "control_number" text not null, "is_test" boolean not null,
        "element_separator" text not null, "sha256" text collate "C" not null, "repeat" int not null default 0,
        primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "interchange_account_id_partner_id_index" on "edi"."interchange" ("account_id", "partner_id")
        where partner_id is not null;`,
    );
    this.addSql(
      `alter table "edi"."interchange" add constraint "interchange_account_id_file_id_position_unique" unique
        ("account_id", "file_id", "position");`,
    );
    this.addSql(
      `create unique index "interchange_once" on "edi"."interchange" ("account_id", "direction",
        "sender_qualifier", "sender_id", "receiver_qualifier", "receiver_id", "control_number", "repeat") where
        direction = 'in';`,
    );
    this.addSql(
      `create unique index "interchange_content_once" on "edi"."interchange" ("account_id", "sender_qualifier",
        "sender_id", "control_number", "sha256") where direction = 'in';`,
    );
    this.addSql(
      `create unique index "interchange_sent_once" on "edi"."interchange" ("account_id", "partner_id",
        "control_number") where direction = 'out';`,
    );
    this.addSql(
      `alter table "edi"."interchange" add constraint "interchange_direction" check (direction in ('in', 'out') and
        repeat >= 0);`,
    );
    this.addSql(
      `alter table "edi"."interchange" add constraint "interchange_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."document" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "interchange_id" text collate "C" not null, "file_id" text collate "C" not null, "partner_id" text collate
        "C" null, "direction" text not null, "position" int not null, "type" text collate "C" not null,
        "group_code" text not null, "group_control_number" text not null, "control_number" text not null,
        "business_key" text collate "C" null, "record_type" text null, "record_id" text collate "C" null,
        "record_number" text null, "processing" text not null, "acknowledgment" text not null default 'none',
        "due_at" timestamptz null, "segments" jsonb not null, "first_segment" int not null, "is_edited" boolean not
        null default false, "findings" jsonb not null, "releases" text[] not null, "answers_id" text collate "C"
        null, "replaces_id" text collate "C" null, "after_id" text collate "C" null, "is_live" boolean not null
        default true, "note" text null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "document_account_id_created_at_id_index" on "edi"."document" ("account_id", "created_at",
        "id");`,
    );
    this.addSql(`create index "document_account_id_file_id_index" on "edi"."document" ("account_id", "file_id");`);
    this.addSql(
      `create index "document_account_id_partner_id_group_control_number_index" on "edi"."document" ("account_id",
        "partner_id", "group_control_number") where direction = 'out';`,
    );
    this.addSql(
      `create index "document_account_id_partner_id_type_business_key_index" on "edi"."document" ("account_id",
        "partner_id", "type", "business_key") where partner_id is not null;`,
    );
    this.addSql(
      `create index "document_account_id_record_id_index" on "edi"."document" ("account_id", "record_id") where
        record_id is not null;`,
    );
    this.addSql(
      `create index "document_account_id_answers_id_index" on "edi"."document" ("account_id", "answers_id") where
        answers_id is not null;`,
    );
    this.addSql(
      `create index "document_account_id_replaces_id_index" on "edi"."document" ("account_id", "replaces_id") where
        replaces_id is not null;`,
    );
    this.addSql(
      `create index "document_account_id_due_at_id_index" on "edi"."document" ("account_id", "due_at", "id") where
        due_at is not null;`,
    );
    this.addSql(
      `create index "document_received" on "edi"."document" ("account_id", "id") where processing = 'received';`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_account_id_interchange_id_position_unique" unique
        ("account_id", "interchange_id", "position");`,
    );
    this.addSql(
      `create unique index "document_live" on "edi"."document" ("account_id", "type", "record_id") where direction
        = 'out' and is_live and type in ('810', '856');`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_processing" check (processing in ('received', 'held',
        'imported', 'rejected', 'duplicate', 'ignored', 'handled', 'created') and (direction = 'out') = (processing
        = 'created'));`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_acknowledgment" check (acknowledgment in ('none',
        'waiting', 'accepted', 'accepted_with_errors', 'rejected', 'overdue'));`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_record" check ((record_type is null) = (record_id is
        null) and (record_id is null) = (record_number is null));`,
    );
    this.addSql(`alter table "edi"."document" add constraint "document_account_id_check" check (account_id <> '');`);

    this.addSql(
      `create table "edi"."document_hold" ("account_id" text collate "C" not null, "document_id" text collate "C"
        not null, "position" int not null, "reason" text collate "C" not null, "cause" text collate "C" not null,
        "message" text not null, "segment" int null, "element" int null, "details" jsonb not null, primary key
        ("account_id", "document_id", "position"));`,
    );
    this.addSql(
      `create index "document_hold_account_id_cause_index" on "edi"."document_hold" ("account_id", "cause");`,
    );
    this.addSql(
      `create index "document_hold_account_id_reason_index" on "edi"."document_hold" ("account_id", "reason");`,
    );
    this.addSql(
      `alter table "edi"."document_hold" add constraint "document_hold_cause" check (cause <> '' and message <> '');`,
    );
    this.addSql(
      `alter table "edi"."document_hold" add constraint "document_hold_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."control_number" ("account_id" text collate "C" not null, "partner_id" text collate "C"
        not null, "level" text collate "C" not null, "next" bigint not null, primary key ("account_id",
        "partner_id", "level"));`,
    );
    this.addSql(
      `alter table "edi"."control_number" add constraint "control_number_level" check (level in ('interchange',
        'group', 'set'));`,
    );
    this.addSql(
      `alter table "edi"."control_number" add constraint "control_number_next" check (next between 1 and 999999999);`,
    );
    this.addSql(
      `alter table "edi"."control_number" add constraint "control_number_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `create table "edi"."dc_location" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "customer_id" text collate "C" not null, "qualifier" text collate "C" not null default '92', "code" text
        collate "C" not null, "name" text not null, "line1" text null, "line2" text null, "city" text null, "state"
        text null, "postal_code" text null, "country" text not null default 'US', "receiving_hours" text null,
        "notes" text null, "is_active" boolean not null default true, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "dc_location_account_id_code_id_index" on "edi"."dc_location" ("account_id", "code", "id");`,
    );
    this.addSql(
      `alter table "edi"."dc_location" add constraint "dc_location_account_id_customer_id_qualifier_code_unique"
        unique ("account_id", "customer_id", "qualifier", "code");`,
    );
    this.addSql(
      `alter table "edi"."dc_location" add constraint "dc_location_name" check (name <> '' and code <> '' and
        country <> '');`,
    );
    this.addSql(
      `alter table "edi"."dc_location" add constraint "dc_location_account_id_check" check (account_id <> '');`,
    );

    this.addSql(
      `alter table "edi"."file" add constraint "file_account_id_connection_id_foreign" foreign key ("account_id",
        "connection_id") references "edi"."connection" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "edi"."file" add constraint "file_account_id_run_id_foreign" foreign key ("account_id",
        "run_id") references "edi"."run" ("account_id", "id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "edi"."partner" add constraint "partner_account_id_customer_id_foreign" foreign key
        ("account_id", "customer_id") references "core"."party" ("account_id", "id") on update no action on delete
        no action;`,
    );
    this.addSql(
      `alter table "edi"."partner" add constraint "partner_account_id_connection_id_foreign" foreign key
        ("account_id", "connection_id") references "edi"."connection" ("account_id", "id") on update no action on
        delete no action;`,
    );

    this.addSql(
      `alter table "edi"."partner_item" add constraint "partner_item_account_id_partner_id_foreign" foreign key
        ("account_id", "partner_id") references "edi"."partner" ("account_id", "id") on update no action on delete
        no action;`,
    );

    this.addSql(
      `alter table "edi"."interchange" add constraint "interchange_account_id_file_id_foreign" foreign key
        ("account_id", "file_id") references "edi"."file" ("account_id", "id") on update no action on delete no
        action;`,
    );
    this.addSql(
      `alter table "edi"."interchange" add constraint "interchange_account_id_partner_id_foreign" foreign key
        ("account_id", "partner_id") references "edi"."partner" ("account_id", "id") on update no action on delete
        no action;`,
    );

    this.addSql(
      `alter table "edi"."document" add constraint "document_account_id_interchange_id_foreign" foreign key
        ("account_id", "interchange_id") references "edi"."interchange" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_account_id_file_id_foreign" foreign key ("account_id",
        "file_id") references "edi"."file" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "edi"."document" add constraint "document_account_id_partner_id_foreign" foreign key
        ("account_id", "partner_id") references "edi"."partner" ("account_id", "id") on update no action on delete
        no action;`,
    );

    this.addSql(
      `alter table "edi"."document_hold" add constraint "document_hold_account_id_document_id_foreign" foreign key
        ("account_id", "document_id") references "edi"."document" ("account_id", "id") on update no action on
        delete no action;`,
    );

    this.addSql(
      `alter table "edi"."control_number" add constraint "control_number_account_id_partner_id_foreign" foreign key
        ("account_id", "partner_id") references "edi"."partner" ("account_id", "id") on update no action on delete
        no action;`,
    );

    this.addSql(
      `alter table "edi"."dc_location" add constraint "dc_location_account_id_customer_id_foreign" foreign key
        ("account_id", "customer_id") references "core"."party" ("account_id", "id") on update no action on delete
        no action;`,
    );

    this.addSql(`alter table "edi"."connection" enable row level security;`);
    this.addSql(`alter table "edi"."connection" force row level security;`);
    this.addSql(
      `create policy "connection_account" on "edi"."connection" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "connection_customer" on "edi"."connection" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."run" enable row level security;`);
    this.addSql(`alter table "edi"."run" force row level security;`);
    this.addSql(
      `create policy "run_account" on "edi"."run" to "millwright_tenant", "millwright_auth" using (account_id =
        current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "run_customer" on "edi"."run" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."file" enable row level security;`);
    this.addSql(`alter table "edi"."file" force row level security;`);
    this.addSql(
      `create policy "file_account" on "edi"."file" to "millwright_tenant", "millwright_auth" using (account_id =
        current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "file_customer" on "edi"."file" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."mailbox_file" enable row level security;`);
    this.addSql(`alter table "edi"."mailbox_file" force row level security;`);
    this.addSql(
      `create policy "mailbox_file_account" on "edi"."mailbox_file" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "mailbox_file_customer" on "edi"."mailbox_file" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."partner" enable row level security;`);
    this.addSql(`alter table "edi"."partner" force row level security;`);
    this.addSql(
      `create policy "partner_account" on "edi"."partner" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "partner_customer" on "edi"."partner" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."partner_item" enable row level security;`);
    this.addSql(`alter table "edi"."partner_item" force row level security;`);
    this.addSql(
      `create policy "partner_item_account" on "edi"."partner_item" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "partner_item_customer" on "edi"."partner_item" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."interchange" enable row level security;`);
    this.addSql(`alter table "edi"."interchange" force row level security;`);
    this.addSql(
      `create policy "interchange_account" on "edi"."interchange" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "interchange_customer" on "edi"."interchange" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."document" enable row level security;`);
    this.addSql(`alter table "edi"."document" force row level security;`);
    this.addSql(
      `create policy "document_account" on "edi"."document" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "document_customer" on "edi"."document" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."document_hold" enable row level security;`);
    this.addSql(`alter table "edi"."document_hold" force row level security;`);
    this.addSql(
      `create policy "document_hold_account" on "edi"."document_hold" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "document_hold_customer" on "edi"."document_hold" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."control_number" enable row level security;`);
    this.addSql(`alter table "edi"."control_number" force row level security;`);
    this.addSql(
      `create policy "control_number_account" on "edi"."control_number" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "control_number_customer" on "edi"."control_number" as restrictive to "millwright_tenant"
        using (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
    this.addSql(`alter table "edi"."dc_location" enable row level security;`);
    this.addSql(`alter table "edi"."dc_location" force row level security;`);
    this.addSql(
      `create policy "dc_location_account" on "edi"."dc_location" to "millwright_tenant", "millwright_auth" using
        (account_id = current_setting('app.account_id')) with check (account_id =
        current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "dc_location_customer" on "edi"."dc_location" as restrictive to "millwright_tenant" using
        (current_setting('app.customer_id') = '') with check (current_setting('app.customer_id') = '');`,
    );
  }
}
