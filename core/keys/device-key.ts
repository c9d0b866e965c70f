import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import type { PermissionCode } from '../contracts/plugins/permission.ts';
import { listApiKeys } from '../contracts/sign-in/api-key.contract.ts';
import { authProblems } from '../contracts/sign-in/auth.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { hashToken, newCode, newToken } from '../credentials/secret-token.ts';
import { CommittedRefusal } from '../database/transactions/committed-refusal.ts';
import type { AccountContext, PersonContext } from '../kernel/context/context.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { isSpent, limit, limitRules, spendQuietly } from '../limits/limiter.ts';
import { touched } from '../lists/list-page.ts';
import { ApiKey } from '../permissions/api-key.entity.ts';
import { requireGrantable } from '../permissions/grants.ts';
import { isIdle } from '../permissions/idle-key.ts';
import { forgetAccess } from '../tenancy/access/access.ts';

const pairingMinutes = 10;
/** Days without use after which a device's key expires, because the device may be put away or stolen. */
const idleDays = 60;

const hashOf = (code: string): string => hashToken(`device ${code}`);

/**
 * Creates the key of a shared device. The person who enters the six digits there within ten minutes gets its secret,
 * which nobody has before.
 * @throws Problem 403 for rights that the caller lacks
 */
export async function createDeviceKey(
  ctx: AccountContext,
  { name, scopes }: { name: string; scopes: readonly PermissionCode[] },
): Promise<{ keyID: string; code: string; expiresAt: Date }> {
  requireGrantable(ctx, [...scopes]);
  const [code, keyID] = [newCode(), newID('ak')];
  const expiresAt = new Date(ctx.clock.now().getTime() + pairingMinutes * 60_000);
  ctx.em.create(ApiKey, {
    id: keyID,
    name: `${name} (${keyID.slice(-6)})`,
    secretHash: hashToken(newToken()),
    secretHint: '',
    scopes: [...scopes],
    createdByName: ctx.actor.name,
    idleDays,
    pairingHash: hashOf(code),
    pairingExpiresAt: expiresAt,
  });
  audit(ctx, { record: { type: 'api_key', id: keyID }, action: 'created', note: `Device: ${scopes.join(', ')}` });
  await ctx.em.flush();
  touched(ctx, listApiKeys);
  return { keyID, code, expiresAt };
}

/** Revokes a device's key; does nothing if it is already revoked. */
export async function revokeDeviceKey(ctx: AccountContext, keyID: string): Promise<void> {
  const key = await ctx.em.getForUpdate(ApiKey, keyID);
  if (key.revokedAt) return;
  Object.assign(key, { revokedAt: ctx.clock.now(), pairingHash: null, pairingExpiresAt: null });
  audit(ctx, { record: { type: 'api_key', id: keyID }, action: 'revoked' });
  await ctx.em.flush();
  touched(ctx, listApiKeys);
  ctx.afterCommit(() => forgetAccess(ctx.account.id));
}

const later = (one: Date | null | undefined, other: Date): Date => (one && one > other ? one : other);

/** The visible data of devices' keys. */
export async function deviceKeysOf(ctx: AccountContext, keyIDs: readonly string[]) {
  const keys = await ctx.em.findInOrder(ApiKey, keyIDs);
  const now = ctx.clock.now();
  return new Map(
    keys.map(({ id, revokedAt, pairingExpiresAt, lastUsedAt, rotatedAt, ...key }) => [
      id,
      {
        status: revokedAt
          ? ('revoked' as const)
          : rotatedAt
            ? isIdle({ lastUsedAt: later(lastUsedAt, rotatedAt), idleDays: key.idleDays ?? null }, now)
              ? ('unused' as const)
              : ('paired' as const)
            : pairingExpiresAt && pairingExpiresAt > now
              ? ('waiting' as const)
              : ('expired' as const),
        lastUsedAt: lastUsedAt ?? null,
      },
    ]),
  );
}

/**
 * Exchanges a pending pairing code of an account for the device's secret, once. Wrong codes are counted per account, so
 * that guesses for other accounts lock nobody out.
 * @throws Problem 400 `code_invalid`, 429 `too_many_attempts` for a network
 */
export async function pairDeviceByCode(ctx: PersonContext, { account, code }: { account: string; code: string }) {
  const now = ctx.clock.now();
  await limit(ctx.em, limitRules.devicePerNetwork, clientNetwork(ctx.client.ip), now);
  const query = ctx.em.getKysely();
  const isLimitReached = await isSpent(ctx.em, limitRules.deviceOfAccount, account, now);
  const { rows } = await sql<{ id: string; accountID: string; name: string }>`select key.id,
      key.account_id as "accountID", key.name
    from core.api_key key join core.account account on account.id = key.account_id
    where account.slug = ${account} and key.pairing_hash = ${hashOf(code)} and key.pairing_expires_at > ${now}
      and key.revoked_at is null
    for update of key`.execute(query);
  const [key] = rows;
  // If two devices happen to have the same code, it opens neither.
  if (!key || rows.length > 1 || isLimitReached) {
    await spendQuietly(ctx.em, limitRules.deviceOfAccount, account, now);
    throw new CommittedRefusal(authProblems.code_invalid());
  }
  const secret = `mws_${newToken()}`;
  await sql`update core.api_key set secret_hash = ${hashToken(secret)}, secret_hint = ${secret.slice(0, 8)},
      pairing_hash = null, pairing_expires_at = null, rotated_at = ${now}, updated_at = ${now}, version = version + 1
    where account_id = ${key.accountID} and id = ${key.id}`.execute(query);
  const { accountID, name } = key;
  ctx.afterCommit(() => forgetAccess(accountID));
  return { keyID: key.id, secret, accountID, name };
}
