import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { AccountInfo } from '../../kernel/context/context.ts';

type Plan = AccountInfo['plan'];

/** Limits of each plan; null for none. The operating guide shows the same table. */
export const planLimits = {
  teamUsers: { words: 'team users', free: 100, pro: null },
  apiKeys: { words: 'API keys', free: 50, pro: null },
  publishableKeys: { words: 'keys of widgets', free: 100, pro: null },
} as const satisfies Record<string, { words: string } & Record<Plan, number | null>>;

/** The record to be created. */
interface Wanted {
  accountID: string;
  kind: keyof typeof planLimits;
  /** Email of a team user, who may already count because of an invitation. */
  email?: string;
}

/** Rows of the account that count. Keys of devices, which have no visible secret, do not. */
const counted: Record<Wanted['kind'], (wanted: Wanted) => RawBuilder<{ count: number }>> = {
  teamUsers: ({ accountID, email = '' }) => sql`select count(*)::int as count from core.member
    where account_id = ${accountID} and customer_id is null and removed_at is null and email <> ${email}`,
  apiKeys: ({ accountID }) => sql`select count(*)::int as count from core.api_key
    where account_id = ${accountID} and revoked_at is null and secret_hint <> ''`,
  publishableKeys: ({ accountID }) => sql`select count(*)::int as count from core.publishable_key
    where account_id = ${accountID} and revoked_at is null`,
};

/**
 * To be called before a record is created. Concurrent creations in the account wait for each other.
 * @throws Problem 402 `plan_required` if the plan permits no more
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
