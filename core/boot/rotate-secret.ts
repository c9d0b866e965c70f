import { sql } from 'kysely';
import { PersonVault } from '../auth/person-vault.ts';
import { resealApps } from '../auth/second-factor.ts';
import { CredentialVault } from '../integrations/credential-vault.ts';
import { listAccountIDs } from '../tenancy/access.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';

export interface RotatedSecret {
  /** Accounts whose keys were sealed anew. */
  accounts: number;
  /** Integrations whose credentials nobody can open any more and that wait, switched off, for new ones. */
  emptied: number;
  /** Sign-ins that ended. */
  sessions: number;
}

/**
 * Seals what the former secret sealed with the new one, and ends every sign-in. Without the former secret what it
 * sealed is lost: it is taken out, and the integrations it belonged to are switched off; people whose authenticator
 * app it sealed sign in with a recovery code. Run again, it goes on where it was.
 */
export async function rotateSecret(
  tenancy: Tenancy,
  { secret, former }: { secret: string; former: string | undefined },
): Promise<RotatedSecret> {
  const vault = new CredentialVault(secret, former === undefined ? [] : [former]);
  const done = { accounts: 0, emptied: 0, sessions: 0 };
  for (const accountID of await listAccountIDs(tenancy))
    await runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
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
