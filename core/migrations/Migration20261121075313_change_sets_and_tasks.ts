import { Migration } from '@mikro-orm/migrations';

export class Migration20261121075313_change_sets_and_tasks extends Migration {
  override name = 'Migration20261121075313_change_sets_and_tasks';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."change_set" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "action" text not null, "title" text not null, "record_type" text not null, "options" jsonb not null, "status" text not null, "is_direct" boolean not null, "skip_errors" boolean not null default false, "row_count" int not null default 0, "counts" jsonb not null, "done" int not null default 0, "total" int not null default 0, "phase_started_at" timestamptz null, "checked_through" int not null default 0, "applied_through" int not null default 0, "applied_count" int not null default 0, "slice" int not null default 0, "failure" text null, "failed_in" text null, "created_by_type" text not null, "created_by_id" text collate "C" not null, "created_by_name" text not null, "run_as" jsonb not null, "request_id" text not null, "applied_at" timestamptz null, "undone_at" timestamptz null, "rows_pruned_at" timestamptz null, primary key ("account_id", "id"));`,
    );
    this.addSql(
      `create index "change_set_account_id_created_at_id_index" on "core"."change_set" ("account_id", "created_at", "id");`,
    );

    this.addSql(
      `create table "core"."change_set_row" ("account_id" text collate "C" not null, "change_set_id" text collate "C" not null, "row" int not null, "key" text not null, "key_row" int not null, "record_id" text collate "C" null, "cells" jsonb not null, "is_excluded" boolean not null default false, "effect" text null, "is_of_writing" boolean not null default false, "label" text not null default '', "changes" jsonb not null, "errors" jsonb not null, "warnings" jsonb not null, "has_warnings" boolean not null default false, "undo" jsonb null, "applied_at" timestamptz null, primary key ("account_id", "change_set_id", "row"));`,
    );
    this.addSql(
      `create index "change_set_row_account_id_change_set_id_key_row_row_index" on "core"."change_set_row" ("account_id", "change_set_id", "key_row", "row");`,
    );
    this.addSql(
      `create index "change_set_row_problems" on "core"."change_set_row" ("account_id", "change_set_id", "effect", "row") where effect in ('error', 'skip');`,
    );
    this.addSql(
      `create index "change_set_row_warnings" on "core"."change_set_row" ("account_id", "change_set_id", "row") where has_warnings;`,
    );

    this.addSql(
      `create table "core"."import" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "type" text not null, "file_name" text not null, "file_size" int not null, "format" jsonb not null, "columns" jsonb not null, "options" jsonb not null, "warnings" jsonb not null, "signature" text not null, primary key ("account_id", "id"));`,
    );

    this.addSql(
      `create table "core"."import_mapping" ("account_id" text collate "C" not null, "type" text collate "C" not null, "signature" text collate "C" not null, "fields" jsonb not null, "updated_at" timestamptz not null, primary key ("account_id", "type", "signature"));`,
    );

    this.addSql(
      `create table "core"."person_idempotency_key" ("id" text collate "C" not null, "request_hash" text not null, "status" int null, "body" text null, "is_kept" boolean not null, "created_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "person_idempotency_key_created_at_index" on "core"."person_idempotency_key" ("created_at");`,
    );

    this.addSql(
      `create table "core"."publishable_key" ("account_id" text collate "C" not null, "id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "name" text not null, "origins" text[] not null, "widgets" text[] not null, "expires_at" timestamptz null, "replaced_by_id" text collate "C" null, "last_used_at" timestamptz null, "revoked_at" timestamptz null, "created_by_name" text not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "publishable_key_id_index" on "core"."publishable_key" ("id");`);

    this.addSql(
      `create index "audit_event_account_id_record_type_occurred_at_id_index" on "core"."audit_event" ("account_id", "record_type", "occurred_at", "id");`,
    );

    this.addSql(
      `create policy "event_outbox_job_delete" on "core"."event_outbox" as restrictive for delete to "millwright_job" using (dispatched_at is not null);`,
    );

    this.addSql(
      `create policy "handled_event_job" on "core"."handled_event" to "millwright_job" using (true) with check (true);`,
    );

    this.addSql(
      `alter table "core"."saved_view" add "widths" jsonb null, add "density" text not null default 'compact';`,
    );
    this.addSql(
      `alter table "core"."saved_view" add constraint "saved_view_density" check (density in ('compact', 'comfortable'));`,
    );

    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_status" check (status in ('staging', 'checking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'cancelled', 'failed'));`,
    );
    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_failed_in" check (failed_in in ('checking', 'applying', 'undoing'));`,
    );
    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_failure" check ((status = 'failed') = (failed_in is not null));`,
    );
    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_created_by" check (created_by_type in ('user', 'api_key', 'system'));`,
    );
    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_amounts" check (row_count >= 0 and done >= 0 and total >= 0 and applied_count between 0 and row_count);`,
    );
    this.addSql(
      `alter table "core"."change_set" add constraint "change_set_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."change_set" enable row level security;`);
    this.addSql(`alter table "core"."change_set" force row level security;`);
    this.addSql(
      `create policy "change_set_account" on "core"."change_set" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "core"."change_set_row" add constraint "change_set_row_effect" check (effect in ('create', 'update', 'delete', 'unchanged', 'skip', 'error'));`,
    );
    this.addSql(
      `alter table "core"."change_set_row" add constraint "change_set_row_number" check ("row" >= 1 and key_row >= 1);`,
    );
    this.addSql(
      `alter table "core"."change_set_row" add constraint "change_set_row_applied" check (applied_at is null or effect in ('create', 'update', 'delete'));`,
    );
    this.addSql(
      `alter table "core"."change_set_row" add constraint "change_set_row_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."change_set_row" enable row level security;`);
    this.addSql(`alter table "core"."change_set_row" force row level security;`);
    this.addSql(
      `create policy "change_set_row_account" on "core"."change_set_row" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(`alter table "core"."import" add constraint "import_file_size" check (file_size >= 0);`);
    this.addSql(`alter table "core"."import" add constraint "import_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."import" enable row level security;`);
    this.addSql(`alter table "core"."import" force row level security;`);
    this.addSql(
      `create policy "import_account" on "core"."import" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "core"."import_mapping" add constraint "import_mapping_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."import_mapping" enable row level security;`);
    this.addSql(`alter table "core"."import_mapping" force row level security;`);
    this.addSql(
      `create policy "import_mapping_account" on "core"."import_mapping" to "millwright_tenant", "millwright_auth" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );

    this.addSql(
      `alter table "core"."publishable_key" add constraint "publishable_key_replaced" check ((replaced_by_id is null) = (expires_at is null));`,
    );
    this.addSql(
      `alter table "core"."publishable_key" add constraint "publishable_key_lists" check (cardinality(origins) > 0 and cardinality(widgets) > 0);`,
    );
    this.addSql(
      `alter table "core"."publishable_key" add constraint "publishable_key_account_id_check" check (account_id <> '');`,
    );
    this.addSql(`alter table "core"."publishable_key" enable row level security;`);
    this.addSql(`alter table "core"."publishable_key" force row level security;`);
    this.addSql(
      `create policy "publishable_key_account" on "core"."publishable_key" to "millwright_tenant" using (account_id = current_setting('app.account_id')) with check (account_id = current_setting('app.account_id'));`,
    );
    this.addSql(
      `create policy "publishable_key_auth" on "core"."publishable_key" to "millwright_auth" using (true) with check (true);`,
    );
    this.addSql(`
      -- Rows are written three times: staged, judged, applied. With room on their page the last write adds to no index.
      alter table "core"."change_set_row" set (fillfactor = 50);
      -- core/search: account and type in one key. As two keys the index reads the account's whole list and the type's to intersect them
      -- with a word's, which takes four times as long as all the rest.
      drop index core.search_document_text;
      create index search_document_text on core.search_document using gin ((account_id || ' ' || record_type) extensions.text_ops, text extensions.gin_trgm_ops);
      -- The pattern of a word. One without three letters or digits in a row has no trigram of its own: it is looked for where words begin.
      create function core.search_pattern(word text) returns text
        language sql immutable strict parallel safe
        return case when word ~ '[[:alnum:]]{3}' then '%' else '% ' end || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%';
      revoke all on function core.search_pattern(text) from public;
      grant execute on function core.search_pattern(text) to millwright_tenant, millwright_search;
      grant usage, create on schema core to millwright_search;
      set local role millwright_search;
      -- What is asked of the documents of the account that is set. Every value is written as a quoted literal (%L), so that the planner
      -- sees what each word is worth.
      create function core.search_condition(wanted_type text, words text[]) returns text
        language plpgsql stable
        set search_path = pg_catalog
      as $function$
      declare
        customer text := current_setting('app.customer_id');
        word text;
        condition text;
      begin
        condition := format('document.account_id || '' '' || document.record_type = %L', current_setting('app.account_id') || ' ' || wanted_type);
        if customer <> '' then
          condition := condition || format(' and document.customer_id in (%L, %L)', '', customer);
        end if;
        foreach word in array words loop
          condition := condition || format(' and document.text like %L', core.search_pattern(word));
        end loop;
        return condition;
      end
      $function$;
      create or replace function core.search_documents(wanted_type text, words text[], max integer)
        returns table (id text, title text, subtitle text)
        language plpgsql stable security definer rows 100
        set search_path = pg_catalog
      as $function$
      declare
        wanted text := ' ' || array_to_string(words, ' ');
        statement text;
      begin
        if coalesce(cardinality(words), 0) = 0 then
          return;
        end if;
        statement := 'select document.id, document.title, document.subtitle, document.title_text from core.search_document document where '
          || core.search_condition(wanted_type, words);
        if max is null then
          return query execute 'select found.id, found.title, found.subtitle from (' || statement || ') found';
        else
          -- Ranked among the first finds only: ranking all of a word that thousands have would take as long as reading them.
          return query execute format('select found.id, found.title, found.subtitle from (%s limit %s) found
            order by found.title_text = %L desc, starts_with(found.title_text, %L) desc, found.id desc limit %s',
            statement, max * 25, wanted, wanted, max);
        end if;
      end
      $function$;
      -- Ids alone, at most so many, in no order; all of them without a limit.
      create function core.search_ids(wanted_type text, words text[], max integer)
        returns setof text
        language plpgsql stable security definer rows 1000
        set search_path = pg_catalog
      as $function$
      begin
        if coalesce(cardinality(words), 0) > 0 then
          return query execute 'select document.id from core.search_document document where ' || core.search_condition(wanted_type, words)
            || coalesce(' limit ' || max, '');
        end if;
      end
      $function$;
      -- How many there are, without reading out which.
      create function core.search_count(wanted_type text, words text[])
        returns bigint
        language plpgsql stable security definer
        set search_path = pg_catalog
      as $function$
      declare
        found bigint := 0;
      begin
        if coalesce(cardinality(words), 0) > 0 then
          execute 'select count(*) from core.search_document document where ' || core.search_condition(wanted_type, words) into found;
        end if;
        return found;
      end
      $function$;
      revoke all on function core.search_condition(text, text[]) from public;
      revoke all on function core.search_ids(text, text[], integer) from public;
      revoke all on function core.search_count(text, text[]) from public;
      grant execute on function core.search_ids(text, text[], integer) to millwright_tenant;
      grant execute on function core.search_count(text, text[]) to millwright_tenant;
      reset role;
      revoke create on schema core from millwright_search;
    `);
  }
}
