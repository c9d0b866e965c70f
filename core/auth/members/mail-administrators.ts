import { sql } from 'kysely';
import { localSetting } from '../../database/transactions/local-setting.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { memberIs } from '../../tenancy/access/member-is.ts';
import { mailProviderChanged } from '../people/person-mails.ts';

/** The parts of a request, or of the nightly work, that the mails need. */
type TellingContext = Pick<PersonContext, 'em' | 'baseURL' | 'afterCommit' | 'client' | 'clock'>;

/** Mails all administrators of an account about a change of its sign-in provider. */
export async function mailAdministrators(ctx: TellingContext, accountID: string, what: string): Promise<void> {
  const query = ctx.em.getKysely();
  // Row-level security hides roles from the auth role until an account is set.
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
