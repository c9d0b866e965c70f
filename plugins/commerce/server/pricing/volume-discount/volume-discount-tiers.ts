import { decimal, type FieldError, newID, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

/** A tier in a request. */
interface WantedTier {
  id?: string | null | undefined;
  name?: string | null | undefined;
  discountPercentage: number;
  threshold: number;
}

interface StoredTier {
  id: string;
  name: string;
  share: string;
  threshold: string;
}

/** Default name of a tier. */
export const tierNameOf = (threshold: string): string => `From ${decimal(threshold).toFixed()}`;

async function storedTiers(ctx: AccountContext, discountID: string): Promise<Map<string, StoredTier>> {
  const { rows } =
    await sql<StoredTier>`select id, name, discount_percentage::text as share, threshold::text as threshold
    from commerce.volume_discount_tier
    where account_id = ${ctx.account.id} and volume_discount_id = ${discountID}`.execute(ctx.em.query());
  return new Map(rows.map((tier) => [tier.id, tier]));
}

function refuse(tiers: readonly WantedTier[], stored: ReadonlyMap<string, StoredTier>): void {
  const errors: FieldError[] = [];
  const [thresholds, ids] = [new Set<number>(), new Set<string>()];
  for (const [index, { id, threshold }] of tiers.entries()) {
    if (thresholds.has(threshold))
      errors.push({ path: `tiers.${index}.threshold`, message: `Another tier begins at ${threshold} too` });
    if (id && !stored.has(id)) errors.push({ path: `tiers.${index}.id`, message: 'The discount has no such tier' });
    else if (id && ids.has(id)) errors.push({ path: `tiers.${index}.id`, message: 'The tier is named twice' });
    thresholds.add(threshold);
    if (id) ids.add(id);
  }
  if (errors.length) throw problems.invalid_input({ errors });
}

/**
 * Replaces the tiers of a discount; answers whether anything changed. Absent tiers change nothing.
 * @throws Problem 400 at the tier, for a repeated threshold and for ids of other discounts
 */
export async function writeTiers(
  ctx: AccountContext,
  discountID: string,
  tiers: readonly WantedTier[] | undefined,
): Promise<boolean> {
  if (!tiers) return false;
  const stored = await storedTiers(ctx, discountID);
  refuse(tiers, stored);
  const wanted = tiers.map(({ id, name, discountPercentage, threshold }) => ({
    id: id || newID('vdt'),
    name: name || tierNameOf(String(threshold)),
    discount_percentage: String(discountPercentage),
    threshold: String(threshold),
  }));
  const changed = wanted.filter((tier) => {
    const old = stored.get(tier.id);
    return !(
      old?.name === tier.name &&
      decimal(old.share).eq(decimal(tier.discount_percentage)) &&
      decimal(old.threshold).eq(decimal(tier.threshold))
    );
  });
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = [...stored.keys()].filter((id) => !kept.has(id));
  if (!changed.length && !gone.length) return false;
  const now = ctx.clock.now();
  // Changed tiers are deleted and inserted again, so that two tiers can swap their thresholds.
  await sql`delete from commerce.volume_discount_tier where account_id = ${ctx.account.id}
    and id = any(${[...gone, ...changed.map(({ id }) => id)]}::text[])`.execute(ctx.em.query());
  await ctx.em.insert(
    'commerce.volume_discount_tier',
    changed.map((tier) => ({ ...tier, volume_discount_id: discountID, version: 1, created_at: now, updated_at: now })),
  );
  return true;
}

/** Deletes all tiers of a discount. */
export async function removeTiers(ctx: AccountContext, discountID: string): Promise<void> {
  await sql`delete from commerce.volume_discount_tier
    where account_id = ${ctx.account.id} and volume_discount_id = ${discountID}`.execute(ctx.em.query());
}
