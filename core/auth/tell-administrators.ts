import { sql } from 'kysely';
import { localSetting } from '../database/local-setting.ts';
import type { PersonContext } from '../kernel/context.ts';
import { memberIs } from '../tenancy/member-is.ts';
import { mailProviderChanged } from './person-mails.ts';

/** What telling needs of the request, or of the nightly work. */
type TellingContext = Pick<PersonContext, 'em' | 'baseURL' | 'afterCommit' | 'client' | 'clock'>;

/** Mails all administrators of an account what became of its sign-in provider. */
export async function tellAdministrators(ctx: TellingContext, accountID: string, what: string): Promise<void> {
  const query = ctx.em.getKysely();
  // Roles are out of reach of the auth role before an account is chosen.
  await localSetting('app.account_id', accountID).execute(query);
  const { rows } = await sql<{ name: string; email: string; accountName: string }>`select person.name, person.email,
      account.name as "accountName"
    from core.member member
    join core.role role on role.account_id = member.account_id and role.id = member.role_id and role.type = 'admin'
    join core."user" person on person.id = member.user_id
    join core.account account on account.id = member.account_id
    where member.account_id = ${accountID} and ${memberIs.active('member.status')} and member.removed_at is null
    order by person.id`.execute(query);
  for (const { accountName, ...recipient } of rows) await mailProviderChanged(ctx, recipient, { accountName, what });
}
