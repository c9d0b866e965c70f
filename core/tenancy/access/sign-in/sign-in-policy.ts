import { audit } from '../../../audit/audit.ts';
import { problems } from '../../../contracts/endpoints/problem.ts';
import type { SecurityPolicy } from '../../../contracts/sign-in/security.contract.ts';
import { sql } from '../../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import { forgetAccess } from '../access.ts';

/** Key of `secondFactorSince` for all roles. */
const everyone = '*';
const usualGrace = 7;

interface PolicyRow {
  since: Record<string, string>;
  graceDays: number;
  version: number;
}

const viewOf = (row: PolicyRow | undefined): SecurityPolicy => ({
  secondFactor: {
    everyone: row?.since[everyone] !== undefined,
    roleIDs: Object.keys(row?.since ?? {}).filter((key) => key !== everyone),
    graceDays: row?.graceDays ?? usualGrace,
  },
  version: row?.version ?? 0,
});

async function rowOf(ctx: AccountContext): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`select second_factor_since as since, grace_days as "graceDays", version
    from core.sign_in_policy where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return rows[0];
}

/** The account's requirements for signing in. */
export const readPolicy = async (ctx: AccountContext): Promise<SecurityPolicy> => viewOf(await rowOf(ctx));

/**
 * Changes the requirements. Roles that already had the requirement keep its start; for others it starts now.
 * @throws Problem 400 for unknown roles, 409 `stale_version`
 */
export async function changePolicy(
  ctx: AccountContext,
  input: { secondFactor: SecurityPolicy['secondFactor']; version?: number | undefined },
): Promise<SecurityPolicy> {
  const { secondFactor } = input;
  // Concurrent changes run one after the other, also the first ones, when there is no row to lock yet.
  await sql`select from core.account where id = ${ctx.account.id} for no key update`.execute(ctx.em.query());
  const before = await rowOf(ctx);
  const version = before?.version ?? 0;
  if (input.version !== undefined && input.version !== version)
    throw problems.stale_version({ details: { version, expected: input.version } });
  const { rows: roles } = await sql<{ id: string; name: string }>`select id, name from core.role
    where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  const errors = secondFactor.roleIDs.flatMap((id, index) =>
    names.has(id) ? [] : [{ path: `secondFactor.roleIDs.${index}`, message: 'There is no such role' }],
  );
  if (errors.length) throw problems.invalid_input({ errors });
  const now = ctx.clock.now();
  const reached = [...(secondFactor.everyone ? [everyone] : []), ...new Set(secondFactor.roleIDs)];
  const since = Object.fromEntries(reached.map((key) => [key, before?.since[key] ?? now.toISOString()]));
  await sql`insert into core.sign_in_policy as policy
      (account_id, second_factor_since, grace_days, updated_at, version)
    values (${ctx.account.id}, ${JSON.stringify(since)}::jsonb, ${secondFactor.graceDays}, ${now}, 1)
    on conflict (account_id) do update set second_factor_since = excluded.second_factor_since,
      grace_days = excluded.grace_days, updated_at = excluded.updated_at, version = policy.version + 1`.execute(
    ctx.em.query(),
  );
  const who = secondFactor.everyone ? ['everyone'] : secondFactor.roleIDs.map((id) => names.get(id) ?? id);
  audit(ctx, {
    record: { type: 'account', id: ctx.account.id },
    action: 'sign_in_policy_changed',
    note: who.length
      ? `Second factor: ${who.join(', ')}, within ${secondFactor.graceDays} days`
      : 'Second factor: nobody has to have one',
  });
  await ctx.em.flush();
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
  return viewOf({ since, graceDays: secondFactor.graceDays, version: version + 1 });
}
