import { Migration } from '@mikro-orm/migrations';

export class Migration20261128180000_proven_domains extends Migration {
  override name = 'Migration20261128180000_proven_domains';

  override up(): void | Promise<void> {
    this.addSql(`create table "core"."email_domain" ("account_id" text collate "C" not null,
        "domain" text collate "C" not null, "proven_at" timestamptz null, "seen_at" timestamptz null,
        "checked_at" timestamptz not null, "misses" int not null default 0, "until" timestamptz null,
        primary key ("account_id", "domain"));`);
    this.addSql(`create index "email_domain_domain_index" on "core"."email_domain" ("domain");`);
    this.addSql(`create index "email_domain_checked_at_index" on "core"."email_domain" ("checked_at");`);
    this.addSql(`alter table "core"."email_domain"
        add constraint "email_domain_account_id_check" check (account_id <> '');`);
    this.addSql(`alter table "core"."email_domain"
        add constraint "email_domain_counts" check ((proven_at is null) = (until is not null));`);
    this.addSql(`create index "session_through" on "core"."session" ("provider_account_id")
        where provider_account_id is not null;`);

    // Whoever came in through a provider signs in anew, for its account alone.
    this.addSql(`update core.session set revoked_at = now(), revoked_reason = 'provider_changed', updated_at = now(),
          version = version + 1
        where provider_account_id is not null and revoked_at is null;`);

    // Whom a provider has made, nobody has proven.
    this.addSql(`update core."user" set email_verified = false, updated_at = now(), version = version + 1
        where password_hash is null and is_password_of_team and email_verified;`);

    // What was added under a password that the team knows goes, and its person is told.
    const titled = (title: string, what: string) => `jsonb_build_object('accountName', 'Millwright', 'baseURL', '',
          'name', person.name, 'ip', '', 'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'title', '${title}', 'what', ${what})`;
    const mail = (props: string, from: string) => `insert into core.person_mail
          (id, created_at, updated_at, version, recipient, template, props)
        select 'pml_01' || substr(md5(random()::text || person.id), 1, 24), now(), now(), 1, person.email,
          'core.security-notice', ${props}
        from ${from};`;
    const planted = `person.is_password_of_team and (
        exists (select from core.authenticator_app app where app.user_id = person.id)
        or exists (select from core.passkey passkey where passkey.user_id = person.id)
        or exists (select from core.auth_link link
          where link.user_id = person.id and link.type = 'provider_by_person'))`;
    const gone = `'Your team has set your password, so what was added under it is gone: authenticator app, passkeys, ' ||
        'recovery codes and links with a single sign-on. Choose a password of your own, then set them up anew.'`;
    this.addSql(mail(titled('Your second factor was removed', gone), `core."user" person where ${planted}`));
    for (const table of ['authenticator_app', 'passkey', 'recovery_code'])
      this.addSql(`delete from core.${table} where user_id in
          (select id from core."user" where is_password_of_team);`);
    this.addSql(`delete from core.auth_link where type = 'provider_by_person' and user_id in
          (select id from core."user" where is_password_of_team);`);

    // Domains in use count for two weeks, in which administrators prove them.
    for (const table of ['identity_provider', 'member', 'role', 'account'])
      this.addSql(`alter table "core"."${table}" no force row level security;`);
    this.addSql(`insert into core.email_domain (account_id, domain, checked_at, until)
        select distinct account_id, unnest(domains), now(), now() + interval '14 days' from core.identity_provider;`);
    const prove = `account.name || ': prove the domains of your single sign-on by a TXT record within 14 days, at ' ||
        'Settings, Security. Until then their emails go on signing people in; who came in through it signs in anew.'`;
    this.addSql(
      mail(
        titled('Prove the domains of your single sign-on', prove),
        `core.identity_provider provider
        join core.account account on account.id = provider.account_id
        join core.member member on member.account_id = provider.account_id and member.status = 'active'
        join core.role role on role.account_id = member.account_id and role.id = member.role_id and role.type = 'admin'
        join core."user" person on person.id = member.user_id`,
      ),
    );
    for (const table of ['identity_provider', 'member', 'role', 'account'])
      this.addSql(`alter table "core"."${table}" force row level security;`);

    this.addSql(`alter table "core"."email_domain" enable row level security;`);
    this.addSql(`alter table "core"."email_domain" force row level security;`);
    this.addSql(`create policy "email_domain_account" on "core"."email_domain" to "millwright_tenant"
        using (account_id = current_setting('app.account_id'))
        with check (account_id = current_setting('app.account_id'));`);
    this.addSql(`create policy "email_domain_auth" on "core"."email_domain" to "millwright_auth"
        using (true) with check (true);`);
  }
}
