import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { listApiKeys } from '../contracts/api-key.contract.ts';
import { authProblems } from '../contracts/auth.contract.ts';
import { newID } from '../contracts/id.ts';
import type { PermissionCode } from '../contracts/permission.ts';
import { hashToken, newCode, newToken } from '../credentials/secret-token.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { AccountContext, PersonContext } from '../kernel/context.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { isSpent, limit, limitRules, spendQuietly } from '../limits/limiter.ts';
import { touched } from '../lists/list-page.ts';
import { ApiKey } from '../permissions/api-key.entity.ts';
import { requireGrantable } from '../permissions/grants.ts';
import { isIdle } from '../permissions/idle-key.ts';
import { forgetAccess } from '../tenancy/access.ts';

const pairingMinutes = 10;
/** A device that nobody uses for so long has been put away, or taken. */
const idleDays = 60;

const hashOf = (code: string): string => hashToken(`device ${code}`);

/**
 * Makes the key of a device that stands somewhere, for all who work at it. Whoever types the six digits there within
 * ten minutes gets its secret; nobody has it before. @throws Problem 403 for rights that the caller lacks
 */
export async function createDeviceKey(
  ctx: AccountContext,
  { name, scopes }: { name: string; scopes: readonly PermissionCode[] },
): Promise<{ keyID: string; code: string; expiresAt: Date }> {
  requireGrantable(ctx, [...scopes]);
  const [code, keyID] = [newCode(), newID('ak')];
  const expiresAt = new Date(ctx.clock.now().getTime() + pairingMinutes * 60_000);
  ctx.em.create(ApiKey, {
    ...{ id: keyID, name: `${name} (${keyID.slice(-6)})`, secretHash: hashToken(newToken()), secretHint: '' },
    ...{ scopes: [...scopes], createdByName: ctx.actor.name, idleDays },
    ...{ pairingHash: hashOf(code), pairingExpiresAt: expiresAt },
  } as never);
  audit(ctx, { record: { type: 'api_key', id: keyID }, action: 'created', note: `Device: ${scopes.join(', ')}` });
  await ctx.em.flush();
  touched(ctx, listApiKeys);
  return { keyID, code, expiresAt };
}

/** Ends a device for good; one that has ended is as good. */
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

/** What people want to know of the keys of devices. */
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
 * Gives the secret of a device to whoever knows the code that its account waits for, once. Wrong codes are counted for
 * the account alone, so that guesses at others' devices keep nobody out. @throws Problem 400 `code_invalid`, 429
 * `too_many_attempts` for a network
 */
export async function pairDeviceByCode(ctx: PersonContext, { account, code }: { account: string; code: string }) {
  const now = ctx.clock.now();
  await limit(ctx.em, limitRules.devicePerNetwork, clientNetwork(ctx.client.ip), now);
  const query = ctx.em.getKysely();
  const isGuessedAt = await isSpent(ctx.em, limitRules.deviceOfAccount, account, now);
  const { rows } = await sql<{ id: string; accountID: string; name: string }>`select key.id,
      key.account_id as "accountID", key.name
    from core.api_key key join core.account account on account.id = key.account_id
    where account.slug = ${account} and key.pairing_hash = ${hashOf(code)} and key.pairing_expires_at > ${now}
      and key.revoked_at is null
    for update of key`.execute(query);
  const [key] = rows;
  // Codes of two devices that happen to be the same open neither.
  if (!key || rows.length > 1 || isGuessedAt) {
    await spendQuietly(ctx.em, limitRules.deviceOfAccount, account, now);
    throw new KeptRefusal(authProblems.code_invalid());
  }
  const secret = `mws_${newToken()}`;
  await sql`update core.api_key set secret_hash = ${hashToken(secret)}, secret_hint = ${secret.slice(0, 8)},
      pairing_hash = null, pairing_expires_at = null, rotated_at = ${now}, updated_at = ${now}, version = version + 1
    where account_id = ${key.accountID} and id = ${key.id}`.execute(query);
  const { accountID, name } = key;
  ctx.afterCommit(() => forgetAccess(accountID));
  return { keyID: key.id, secret, accountID, name };
}
