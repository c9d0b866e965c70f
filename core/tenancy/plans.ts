import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { problems } from '../contracts/problem.ts';
import type { AccountInfo } from '../kernel/context.ts';

type Plan = AccountInfo['plan'];

/** What an account has at most by its plan; null where nothing limits it. The operating guide shows the same table. */
export const planLimits = {
  teamUsers: { words: 'team users', free: 100, pro: null },
  apiKeys: { words: 'API keys', free: 50, pro: null },
  publishableKeys: { words: 'keys of widgets', free: 100, pro: null },
} as const satisfies Record<string, { words: string } & Record<Plan, number | null>>;

/** What one more of is about to be made. */
interface Wanted {
  accountID: string;
  kind: keyof typeof planLimits;
  /** Of a team user, whom an invitation may have counted already. */
  email?: string;
}

/** Rows of the account that count; keys of devices, which have no secret to show, do not. */
const counted: Record<Wanted['kind'], (wanted: Wanted) => RawBuilder<{ count: number }>> = {
  teamUsers: ({ accountID, email = '' }) => sql`select count(*)::int as count from core.member
    where account_id = ${accountID} and customer_id is null and removed_at is null and email <> ${email}`,
  apiKeys: ({ accountID }) => sql`select count(*)::int as count from core.api_key
    where account_id = ${accountID} and revoked_at is null and secret_hint <> ''`,
  publishableKeys: ({ accountID }) => sql`select count(*)::int as count from core.publishable_key
    where account_id = ${accountID} and revoked_at is null`,
};

/**
 * Asked where one more of a kind is about to be made; whoever makes another at the same time waits.
 * @throws Problem 402 `plan_required` where the plan allows no more
 */
export async function requireWithinPlan(query: QueryExecutorProvider, wanted: Wanted): Promise<void> {
  const { rows } = await sql<{ plan: Plan }>`select plan from core.account
    where id = ${wanted.accountID} for no key update`.execute(query);
  const plan = rows[0]?.plan ?? 'free';
  const { words, [plan]: most } = planLimits[wanted.kind];
  if (most === null) return;
  const found = await counted[wanted.kind](wanted).execute(query);
  if ((found.rows[0]?.count ?? 0) >= most)
    throw problems.plan_required({ message: `The ${plan} plan has ${most} ${words} at most` });
}
