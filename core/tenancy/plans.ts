import { problems } from '../contracts/problem.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext, AccountInfo } from '../kernel/context.ts';

type Plan = AccountInfo['plan'];

/** What an account has at most by its plan; null where nothing limits it. The operating guide shows the same table. */
export const planLimits = {
  teamUsers: { words: 'team users', free: 100, pro: null },
  apiKeys: { words: 'API keys', free: 50, pro: null },
  publishableKeys: { words: 'keys of widgets', free: 100, pro: null },
} as const satisfies Record<string, { words: string } & Record<Plan, number | null>>;

/** Rows of the account that count; keys of devices, which have no secret to show, do not. */
const counted: Record<keyof typeof planLimits, (accountID: string) => ReturnType<typeof sql<{ count: number }>>> = {
  teamUsers: (accountID) => sql`select count(*)::int as count from core.member
    where account_id = ${accountID} and customer_id is null and removed_at is null`,
  apiKeys: (accountID) => sql`select count(*)::int as count from core.api_key
    where account_id = ${accountID} and revoked_at is null and secret_hint <> ''`,
  publishableKeys: (accountID) => sql`select count(*)::int as count from core.publishable_key
    where account_id = ${accountID} and revoked_at is null`,
};

/**
 * Asked where one more of a kind is about to be made; whoever makes another at the same time waits.
 * @throws Problem 402 `plan_required` where the plan allows no more
 */
export async function requireWithinPlan(ctx: AccountContext, kind: keyof typeof planLimits): Promise<void> {
  const { words, [ctx.account.plan]: most } = planLimits[kind];
  if (most === null) return;
  await sql`select from core.account where id = ${ctx.account.id} for no key update`.execute(ctx.em.query());
  const { rows } = await counted[kind](ctx.account.id).execute(ctx.em.query());
  if ((rows[0]?.count ?? 0) >= most)
    throw problems.plan_required({ message: `The ${ctx.account.plan} plan has ${most} ${words} at most` });
}
