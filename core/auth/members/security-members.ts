import { type RawBuilder, sql } from 'kysely';
import type { EndpointRequest } from '../../contracts/endpoints/endpoint.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { listSecurityMembers, SecurityMember } from '../../contracts/sign-in/security.contract.ts';
import { asOptionalDate } from '../../database/rows/as-date.ts';
import { localSetting } from '../../database/transactions/local-setting.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { likeOf } from '../../lists/conditions.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { accountOfRequest } from '../sessions/current-account.ts';

interface MemberRow extends Omit<SecurityMember, 'joinedAt' | 'graceUntil' | 'appSince' | 'lastSeenAt' | 'passkeys'> {
  joinedAt: Date | string | null;
  graceUntil: Date | string | null;
  appSince: Date | string | null;
  lastSeenAt: Date | string | null;
  passkeys: string;
  count: string;
}

type Query = EndpointRequest<typeof listSecurityMembers>['query'];

const sorted: Record<NonNullable<Query['sortBy']>, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  email: sql`email`,
  role: sql`lower(role)`,
  joinedAt: sql`"joinedAt"`,
  lastSeenAt: sql`"lastSeenAt"`,
};

const isoOf = (value: Date | string | null): string | null => asOptionalDate(value)?.toISOString() ?? null;

/**
 * Ways of signing in of the account's active people. Runs as the auth role, because the tenant role cannot read people.
 * Of their sessions an account sees only the last use, not the place.
 */
export async function listMembersSecurity(
  ctx: PersonContext,
  query: Query,
): Promise<{ items: SecurityMember[]; count: number }> {
  // The kernel has checked the caller's rights in it.
  const accountID = await accountOfRequest(ctx);
  if (!accountID) throw problems.account_required();
  // Row-level security hides roles from the auth role until an account is set.
  await localSetting('app.account_id', accountID).execute(ctx.em.getKysely());
  const now = ctx.clock.now();
  const text = query.query ? likeOf(query.query) : null;
  const standing = query.secondFactor ?? null;
  const direction = query.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<MemberRow>`with standing as (
      select member.id, member.name, member.email, role.name as role, member.customer_id is not null as "isOfPortal",
        member.joined_at as "joinedAt", app.confirmed_at as "appSince", keys.count as passkeys,
        seen.method as "lastMethod", seen.at as "lastSeenAt",
        -- Of those it reaches; greatest() alone passes over a missing day.
        case when since.first is not null
          then greatest(since.first, member.joined_at) + make_interval(days => policy.grace_days) end as until
      from core.member member
      join core.role role on role.account_id = member.account_id and role.id = member.role_id
      left join core.sign_in_policy policy on policy.account_id = member.account_id
      cross join lateral (select min(value::timestamptz) as first from jsonb_each_text(policy.second_factor_since)
        where key in ('*', member.role_id)) since
      left join core.authenticator_app app on app.user_id = member.user_id and app.confirmed_at is not null
      cross join lateral (select count(*) from core.passkey where passkey.user_id = member.user_id) keys
      left join lateral (select session.method, greatest(session.created_at,
          (select max(token.created_at) from core.refresh_token token where token.session_id = session.id)) as at
        from core.session session where session.user_id = member.user_id
        order by at desc limit 1) seen on true
      where member.account_id = ${accountID} and ${memberIs.active('member.status')} and member.removed_at is null
    ), judged as (
      select *, case when "appSince" is not null or passkeys > 0 then 'set_up' when until is null then 'none'
        when until > ${now} then 'grace' else 'overdue' end as "secondFactor" from standing
    )
    select id, name, email, role, "isOfPortal", "joinedAt", "appSince", passkeys, "lastMethod", "lastSeenAt",
      "secondFactor", case when "secondFactor" in ('grace', 'overdue') then until end as "graceUntil",
      count(*) over () as count
    from judged
    where (${text}::text is null or name ilike ${text} or email ilike ${text})
      and (${standing}::text is null or "secondFactor" = ${standing})
    order by ${sorted[query.sortBy ?? 'name']} ${direction} nulls last, id
    limit ${query.take} offset ${query.skip}`.execute(ctx.em.getKysely());
  return {
    count: Number(rows[0]?.count ?? 0),
    items: rows.map(({ count: _, ...row }) => ({
      ...row,
      passkeys: Number(row.passkeys),
      joinedAt: isoOf(row.joinedAt),
      graceUntil: isoOf(row.graceUntil),
      appSince: isoOf(row.appSince),
      lastSeenAt: isoOf(row.lastSeenAt),
    })),
  };
}
