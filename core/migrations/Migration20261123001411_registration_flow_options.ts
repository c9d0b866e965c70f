import { Migration } from '@mikro-orm/migrations';

export class Migration20261123001411_registration_flow_options extends Migration {
  override name = 'Migration20261123001411_registration_flow_options';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "core"."registration_flow" add "phone_field" text not null default 'optional', add "address_field" text not null default 'optional', add "website_field" text not null default 'hidden', add "note_field" text not null default 'optional', add "approval" text not null default 'staff', add "notified_emails" text[] not null default '{}', add "closing_words" text null, add "offered_customer_group_ids" text[] not null default '{}', add "offered_shipping_term_ids" text[] not null default '{}', add "offered_payment_term_ids" text[] not null default '{}';`,
    );
    // Policies bind the owner too; for one statement they do not.
    this.addSql(`alter table "core"."registration_flow" no force row level security;`);
    this.addSql(
      `update "core"."registration_flow" set phone_field = case when asks_for_phone then 'optional' else 'hidden' end, address_field = case when asks_for_address then 'optional' else 'hidden' end;`,
    );
    this.addSql(`alter table "core"."registration_flow" force row level security;`);
    this.addSql(`alter table "core"."registration_flow" drop column "asks_for_phone", drop column "asks_for_address";`);
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_phone" check (phone_field in ('hidden', 'optional', 'required'));`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_address" check (address_field in ('hidden', 'optional', 'required'));`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_website" check (website_field in ('hidden', 'optional', 'required'));`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_note" check (note_field in ('hidden', 'optional', 'required'));`,
    );
    this.addSql(
      `alter table "core"."registration_flow" add constraint "registration_flow_approval" check (approval in ('staff', 'at_once'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "core"."registration_flow" drop constraint "registration_flow_phone";`);
    this.addSql(`alter table "core"."registration_flow" drop constraint "registration_flow_address";`);
    this.addSql(`alter table "core"."registration_flow" drop constraint "registration_flow_website";`);
    this.addSql(`alter table "core"."registration_flow" drop constraint "registration_flow_note";`);
    this.addSql(`alter table "core"."registration_flow" drop constraint "registration_flow_approval";`);
    this.addSql(
      `alter table "core"."registration_flow" add "asks_for_address" boolean not null default true, add "asks_for_phone" boolean not null default true;`,
    );
    this.addSql(`alter table "core"."registration_flow" no force row level security;`);
    this.addSql(
      `update "core"."registration_flow" set asks_for_phone = phone_field <> 'hidden', asks_for_address = address_field <> 'hidden';`,
    );
    this.addSql(`alter table "core"."registration_flow" force row level security;`);
    this.addSql(
      `alter table "core"."registration_flow" drop column "phone_field", drop column "address_field", drop column "website_field", drop column "note_field", drop column "approval", drop column "notified_emails", drop column "closing_words", drop column "offered_customer_group_ids", drop column "offered_shipping_term_ids", drop column "offered_payment_term_ids";`,
    );
  }
}
