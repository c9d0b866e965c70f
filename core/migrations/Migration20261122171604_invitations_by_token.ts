import { Migration } from '@mikro-orm/migrations';

export class Migration20261122171604_invitations_by_token extends Migration {
  override name = 'Migration20261122171604_invitations_by_token';

  override up(): void | Promise<void> {
    this.addSql(`alter table "core"."account" add "is_mail_held" boolean not null default false;`);

    this.addSql(
      `alter table "core"."member" add "invited_by_name" text null, add "invitation_hash" text collate "C" null;`,
    );
    this.addSql(`create index "member_invitation_hash_index" on "core"."member" ("invitation_hash");`);
    this.addSql(
      `alter table "core"."member" add constraint "member_token_is_of_invitation" check (invitation_hash is null or status = 'invited');`,
    );

    this.addSql(`alter table "core"."user" add "is_password_of_team" boolean not null default false;`);
    this.addSql(`
      -- A point more in a window of the limits, for the tenant role too, which has no other way to the counts of the installation.
      create function core.count_point(wanted text, seconds integer, moment timestamptz)
        returns table (points integer, window_ends_at timestamptz)
        language sql security definer rows 1
        set search_path = pg_catalog
      as $function$
        insert into core.rate_limit as known (key, points, window_ends_at, blocked_until)
        values (wanted, 1, moment + make_interval(secs => seconds), null)
        on conflict (key) do update set
          points = case when known.window_ends_at <= moment then 1 else known.points + 1 end,
          window_ends_at = case when known.window_ends_at <= moment then excluded.window_ends_at else known.window_ends_at end
        returning known.points, known.window_ends_at
      $function$;
      revoke all on function core.count_point(text, integer, timestamptz) from public;
      grant execute on function core.count_point(text, integer, timestamptz) to millwright_tenant, millwright_auth;
    `);
    // Row-level security is forced, so even the owner sees these rows only without it.
    this.addSql(`
      alter table core.account no force row level security;
      alter table core.member no force row level security;
      -- What people without a choice have been shown so far stays theirs.
      update core."user" person set current_account_id = (
        select account.id from core.member member join core.account account on account.id = member.account_id
        where member.user_id = person.id and member.status = 'active' order by account.name, account.id limit 1)
      where current_account_id is null;
      update core.account account set is_mail_held = true
      where exists (select from core.member member where member.account_id = account.id and member.status = 'active')
        and not exists (select from core.member member join core."user" person on person.id = member.user_id
          where member.account_id = account.id and member.status = 'active' and person.email_verified);
      alter table core.account force row level security;
      alter table core.member force row level security;
    `);
  }
}
