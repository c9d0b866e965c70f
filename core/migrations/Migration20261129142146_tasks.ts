import { Migration } from '@mikro-orm/migrations';

export class Migration20261129142146_tasks extends Migration {
  override name = 'Migration20261129142146_tasks';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."task" ("account_id" text collate "C" not null, "id" text collate "C" not null,
        "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1,
        "title" text not null, "note" text not null default '', "status" text collate "C" not null default
        'open', "kind" text collate "C" null, "record_type" text collate "C" null, "record_id" text collate "C"
        null, "record_label" text null, "assignee_id" text collate "C" null, "role_id" text collate "C" null,
        "due_on" date null, "is_reminded" boolean not null default false, "origin" text collate "C" not null
        default 'inside', "created_by" text not null default '', "done_by" text null, "done_at" timestamptz
        null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "task_account_id_record_type_record_id_index" on "core"."task" ("account_id",
        "record_type", "record_id");`,
    );
    this.addSql(
      `create index "task_account_id_assignee_id_status_due_on_index" on "core"."task" ("account_id",
        "assignee_id", "status", "due_on");`,
    );
    this.addSql(
      `create index "task_account_id_role_id_status_due_on_index" on "core"."task" ("account_id", "role_id",
        "status", "due_on");`,
    );
    this.addSql(
      `create index "task_reminder" on "core"."task" ("account_id", "due_on") where status = 'open' and not
        is_reminded;`,
    );
    this.addSql(
      `create unique index "task_once" on "core"."task" ("account_id", "kind", "record_type", "record_id")
        where status = 'open' and kind is not null;`,
    );

    this.addSql(
      `alter table "core"."task" add constraint "task_account_id_assignee_id_foreign" foreign key
        ("account_id", "assignee_id") references "core"."member" ("account_id", "id") on update no action on
        delete no action;`,
    );
    this.addSql(
      `alter table "core"."task" add constraint "task_account_id_role_id_foreign" foreign key ("account_id",
        "role_id") references "core"."role" ("account_id", "id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "core"."task" add constraint "task_status" check (status in ('open', 'done', 'dropped'));`,
    );
    this.addSql(
      `alter table "core"."task" add constraint "task_record" check ((record_type is null) = (record_id is
        null));`,
    );
    this.addSql(`alter table "core"."task" add constraint "task_kind" check (kind is null or record_id is not null);`);
    this.addSql(
      `alter table "core"."task" add constraint "task_of_one" check (assignee_id is null or role_id is null);`,
    );
    this.addSql(`alter table "core"."task" add constraint "task_done" check ((done_at is null) = (status = 'open'));`);
    this.addSql(`alter table "core"."task" add constraint "task_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."task" enable row level security;`);
    this.addSql(`alter table "core"."task" force row level security;`);
    this.addSql(
      `create policy "task_account" on "core"."task" to "millwright_tenant" using (account_id =
        current_setting('app.account_id') and current_setting('app.customer_id') = '') with check (account_id =
        current_setting('app.account_id') and current_setting('app.customer_id') = '');`,
    );
    this.addSql(
      `create policy "task_auth" on "core"."task" to "millwright_auth" using (account_id =
        current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(`create policy "task_job" on "core"."task" to "millwright_job" using (true) with check (true);`);
  }
}
