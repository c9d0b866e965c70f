import { Migration } from '@mikro-orm/migrations';

export class Migration20261122171546_names_and_registrations extends Migration {
  override name = 'Migration20261122171546_names_and_registrations';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "core"."freed_slug" ("slug" text collate "C" not null, "account_id" text collate "C" not null, "freed_at" timestamptz not null, primary key ("slug"));`,
    );

    this.addSql(
      `create table "core"."pending_registration" ("id" text collate "C" not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "version" int not null default 1, "email" text not null, "name" text not null, "account_name" text null, "password_hash" text not null, "code_hash" text not null, "attempts" int not null default 0, "expires_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(
      `create index "pending_registration_expires_at_index" on "core"."pending_registration" ("expires_at");`,
    );

    this.addSql(`alter table "core"."account" add "audience_names" text[] not null default '{}';`);

    this.addSql(`
      -- As their owner, because accounts may not see who else had a slug.
      create function core.free_slug() returns trigger
        language plpgsql security definer
        set search_path = pg_catalog
      as $function$
      begin
        insert into core.freed_slug as freed (slug, account_id, freed_at) values (old.slug, old.id, now())
        on conflict (slug) do update set account_id = excluded.account_id, freed_at = excluded.freed_at;
        return null;
      end
      $function$;
      create function core.refuse_freed_slug() returns trigger
        language plpgsql security definer
        set search_path = pg_catalog
      as $function$
      begin
        if exists (select from core.freed_slug
          where slug = new.slug and account_id <> new.id and freed_at > now() - interval '90 days') then
          raise exception 'The slug % was given up lately', new.slug
            using errcode = 'unique_violation', detail = 'Key (slug)', constraint = 'account_freed_slug';
        end if;
        return new;
      end
      $function$;
      revoke all on function core.free_slug(), core.refuse_freed_slug() from public;
      create trigger account_slug_freed after update of slug on core.account for each row
        when (old.slug <> new.slug) execute function core.free_slug();
      create trigger account_freed_with_slug after delete on core.account for each row execute function core.free_slug();
      create trigger account_slug_not_freed before insert or update of slug on core.account for each row
        execute function core.refuse_freed_slug();
    `);
  }
}
