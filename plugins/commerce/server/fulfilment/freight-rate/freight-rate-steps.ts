import { decimal, type FieldError, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** A step of a request. */
interface WantedStep {
  fromWeight: number;
  amount: number;
  perPound: number;
}

const textOf = (from: string, amount: string, perPound: string): string =>
  [decimal(from).toFixed(6), decimal(amount).toFixed(2), decimal(perPound).toFixed(6)].join(' ');

/**
 * Replaces the steps of a rate. Answers whether anything changed.
 * @throws Problem 400 at the second of two steps with the same weight
 */
export async function writeSteps(
  ctx: AccountContext,
  rateID: string,
  steps: readonly WantedStep[] | undefined,
): Promise<boolean> {
  if (!steps) return false;
  const errors: FieldError[] = [];
  const weights = new Set<number>();
  for (const [index, { fromWeight }] of steps.entries()) {
    if (weights.has(fromWeight))
      errors.push({ path: `steps.${index}.fromWeight`, message: `Another step begins at ${fromWeight} too` });
    weights.add(fromWeight);
  }
  if (errors.length) throw problems.invalid_input({ errors });
  const { rows } = await sql<{ from: string; amount: string; perPound: string }>`select from_weight::text as "from",
      amount::text as amount, per_pound::text as "perPound" from commerce.freight_rate_step
    where account_id = ${ctx.account.id} and freight_rate_id = ${rateID}`.execute(ctx.em.query());
  const stored = new Set(rows.map(({ from, amount, perPound }) => textOf(from, amount, perPound)));
  const wanted = steps.map((step) => textOf(String(step.fromWeight), String(step.amount), String(step.perPound)));
  if (wanted.length === stored.size && wanted.every((each) => stored.has(each))) return false;
  const now = ctx.clock.now();
  await removeSteps(ctx, rateID);
  await ctx.em.insert(
    'commerce.freight_rate_step',
    steps.map(({ fromWeight, amount, perPound }) => ({
      id: newID('frs'),
      freight_rate_id: rateID,
      from_weight: String(fromWeight),
      amount: String(amount),
      per_pound: String(perPound),
      version: 1,
      created_at: now,
      updated_at: now,
    })),
  );
  return true;
}

/** Deletes all steps of a rate. */
export async function removeSteps(ctx: AccountContext, rateID: string): Promise<void> {
  await sql`delete from commerce.freight_rate_step
    where account_id = ${ctx.account.id} and freight_rate_id = ${rateID}`.execute(ctx.em.query());
}
