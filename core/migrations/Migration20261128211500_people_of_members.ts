import { Migration } from '@mikro-orm/migrations';

export class Migration20261128211500_people_of_members extends Migration {
  override name = 'Migration20261128211500_people_of_members';

  override up(): void | Promise<void> {
    this.addSql(
      `create policy "member_owner" on "core"."member" for select to "millwright_owner" using (account_id = current_setting('app.account_id', true));`,
    );
    this.addSql(`
      -- What a team may read of the people behind its members: the tenant role has no way to core.user.
      create function core.people_of_members(wanted text[])
        returns table (member_id text, username text, email_verified boolean)
        language sql stable security definer rows 20
        set search_path = pg_catalog
      as $function$
        select member.id, person.username, person.email_verified
        from core.member member join core."user" person on person.id = member.user_id
        where member.account_id = current_setting('app.account_id') and member.id = any(wanted)
      $function$;
      revoke all on function core.people_of_members(text[]) from public;
      grant execute on function core.people_of_members(text[]) to millwright_tenant;
    `);
  }
}
