import { sql } from 'kysely';
import { resealApps } from '../../auth/factors/second-factor.ts';
import { PersonVault } from '../../auth/people/person-vault.ts';
import { CredentialVault } from '../../integrations/credential-vault.ts';
import { listAccountIDs } from '../../tenancy/access/access.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';

export interface RotatedSecret {
  /** Accounts whose keys were encrypted again. */
  accounts: number;
  /** Integrations whose credentials cannot be decrypted any more. They are disabled until new ones are entered. */
  emptied: number;
  /** Ended sessions. */
  sessions: number;
}

/** Seals the keys of an account anew that came from an installation with another secret. */
export const resealAccount = (
  tenancy: Tenancy,
  accountID: string,
  { secret, former }: { secret: string; former: string },
): Promise<number> =>
  runInAccount(tenancy, { accountID, identity: { type: 'system', seesAway: true } }, (ctx) =>
    new CredentialVault(secret, [former]).reseal(ctx),
  );

/**
 * Encrypts with the new secret whatever was encrypted with the former one, and ends all sessions. Without the former
 * secret these values are lost: they are deleted and their integrations disabled, and people with an authenticator app
 * sign in with a recovery code. An interrupted run can be repeated.
 */
export async function rotateSecret(
  tenancy: Tenancy,
  { secret, former }: { secret: string; former: string | undefined },
): Promise<RotatedSecret> {
  const vault = new CredentialVault(secret, former === undefined ? [] : [former]);
  const done = { accounts: 0, emptied: 0, sessions: 0 };
  for (const accountID of await listAccountIDs(tenancy))
    await runInAccount(tenancy, { accountID, identity: { type: 'system', seesAway: true } }, async (ctx) => {
      if (former === undefined) done.emptied += await vault.forgetUnreadable(ctx);
      if (await vault.reseal(ctx)) done.accounts += 1;
    });
  done.sessions = await tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    if (former !== undefined) await resealApps(em, { from: new PersonVault(former), to: new PersonVault(secret) });
    await sql`delete from core.refresh_token`.execute(em.getKysely());
    const { numAffectedRows } = await sql`delete from core.session`.execute(em.getKysely());
    return Number(numAffectedRows ?? 0);
  });
  return done;
}
