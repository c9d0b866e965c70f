import { Migration } from '@mikro-orm/migrations';
export class LedgerInitial extends Migration {
  override name = 'LedgerInitial';
  override up(): void | Promise<void> {
    this.addSql(`create schema if not exists "ledger";`);
    this.addSql(
      `create table "ledger"."entry" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "number" text not null, "title" text not null, "note" text null, "due_on" date null,
        "line_count" int not null default 0, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "ledger"."entry" add constraint "entry_account_id_number_unique" unique ("account_id", "number");`,
    );
    this.addSql(`alter table "ledger"."entry" add constraint "entry_title" check (title <> '');`);
    this.addSql(`alter table "ledger"."entry" add constraint "entry_account_id_check" check (account_id <> '');`);
    this.addSql(
      `create table "ledger"."line" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "entry_id" text collate "C" not null, "position" int not null, "text" text not null,
        "measure" numeric(18,6) not null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `alter table "ledger"."line" add constraint "line_account_id_entry_id_position_unique"
        unique ("account_id", "entry_id", "position");`,
    );
    this.addSql(`alter table "ledger"."line" add constraint "line_account_id_check" check (account_id <> '');`);
    this.addSql(
      `alter table "ledger"."line" add constraint "line_account_id_entry_id_foreign"
        foreign key ("account_id", "entry_id") references "ledger"."entry" ("account_id", "id")
        on update no action on delete no action;`,
    );
    this.addSql(`alter table "ledger"."entry" enable row level security;`);
    this.addSql(`alter table "ledger"."entry" force row level security;`);
    this.addSql(
      `create policy "entry_account" on "ledger"."entry" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id'))
        with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`alter table "ledger"."line" enable row level security;`);
    this.addSql(`alter table "ledger"."line" force row level security;`);
    this.addSql(
      `create policy "line_account" on "ledger"."line" to "millwright_tenant", "millwright_auth"
        using (account_id = current_setting('app.account_id'))
        with check (account_id = current_setting('app.account_id'));`,
    );
  }
}
