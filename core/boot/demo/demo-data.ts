import type { Client } from 'pg';
import { escapeIdentifier } from 'pg';
import { isDemoAddress } from '../../auth/people/person.ts';
import { User } from '../../auth/people/user.entity.ts';
import { RefreshToken, Session } from '../../auth/sessions/session.entity.ts';
import { memberStates } from '../../contracts/accounts/member.contract.ts';
import { Problem } from '../../contracts/endpoints/problem.ts';
import { BootError } from '../../kernel/problems/boot-error.ts';
import { ApiKey } from '../../permissions/api-key.entity.ts';
import { PublishableKey } from '../../permissions/publishable-key.entity.ts';
import { taskLeaving } from '../../tasks/record/task-holder.ts';
import { inviteMember } from '../../team/accounts/operator-accounts.ts';
import { forgetAccess } from '../../tenancy/access/access.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { Account } from '../../tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Kernel } from '../boot.ts';
import { demoSignIns } from './demo.ts';

/** Demo data in a database. */
export interface DemoData {
  accounts: { id: string; slug: string; name: string }[];
  /** Emails of demo people with the public password. */
  people: string[];
}

const emails = demoSignIns.map(({ email }) => email);

/** Accounts and people that still belong to the demo. */
export const findDemoData = ({ database }: Pick<Kernel, 'database'>): Promise<DemoData> =>
  database.runAsAuth({ accountID: '', readOnly: true }, async (em) => ({
    accounts: (await em.find(Account, { isDemo: true }, { orderBy: { id: 'asc' } })).map(({ id, slug, name }) => ({
      id,
      slug,
      name,
    })),
    people: (await em.find(User, { email: { $in: emails }, passwordHash: { $ne: null } }))
      .map(({ email }) => email)
      .sort(),
  }));

export const hasDemoData = ({ accounts, people }: DemoData): boolean => accounts.length > 0 || people.length > 0;

/** The two ways of ending a demo, for messages. */
export const waysOutOfDemo =
  'make it a real installation with millwright demo keep --admin EMAIL, or empty it with millwright demo remove';

/** Refuses a database with demo data in production, because the passwords are public. @throws BootError */
export async function refuseDemoData(kernel: Pick<Kernel, 'database'>): Promise<void> {
  const found = await findDemoData(kernel);
  if (!hasDemoData(found)) return;
  const names = [...found.accounts.map(({ slug }) => `account ${slug}`), ...found.people].join(', ');
  throw new BootError([`The database holds the demo (${names}), which is not for production: ${waysOutOfDemo}`]);
}

/**
 * Converts the demo accounts to real ones: their records stay, and an administrator is invited to each. Everything that
 * came with the demo, or could be created with its passwords, is disabled: people, sessions, keys, open invitations.
 */
export async function keepDemoAccounts(kernel: Kernel, admin: { email: string; name: string }): Promise<DemoData> {
  const found = await findDemoData(kernel);
  for (const { id } of found.accounts) {
    await inviteAdmin(kernel, id, admin);
    await closeDemoDoors(kernel, id, admin.email);
  }
  await retireDemoPeople(kernel);
  await kernel.database.runAsAuth({ accountID: '' }, (em) =>
    em.nativeUpdate(Account, { id: { $in: found.accounts.map(({ id }) => id) } }, { isDemo: false }),
  );
  return found;
}

/** An administrator who is already on the team needs no invitation. */
const inviteAdmin = (kernel: Kernel, accountID: string, admin: { email: string; name: string }): Promise<unknown> =>
  inviteMember({ tenancy: kernel.tenancy, leaving: taskLeaving }, accountID, { ...admin, role: 'admin' }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem && error.code === 'duplicate')) throw error;
    },
  );

const closeDemoDoors = (kernel: Kernel, accountID: string, adminEmail: string): Promise<void> =>
  runInAccount(kernel.tenancy, { accountID, identity: { type: 'system' } }, async (ctx) => {
    const now = ctx.clock.now();
    for (const key of await ctx.em.find(ApiKey, { accountID, revokedAt: null }))
      ctx.em.assign(key, { revokedAt: now, previousSecretHash: null, previousExpiresAt: null });
    for (const key of await ctx.em.find(PublishableKey, { accountID, revokedAt: null }))
      ctx.em.assign(key, { revokedAt: now });
    for (const member of await ctx.em.find(Member, { accountID, removedAt: null }))
      if (isDemoAddress(member.email) || (!memberStates.is.active(member.status) && member.email !== adminEmail))
        ctx.em.assign(member, { status: 'deactivated', removedAt: now, invitationHash: null });
    await ctx.em.flush();
    ctx.afterCommit(() => forgetAccess(accountID));
  });

/** Removes passwords and sessions of the demo people, so that nobody can sign in as them in any account. */
const retireDemoPeople = ({ database }: Pick<Kernel, 'database'>): Promise<void> =>
  database.runAsAuth({ accountID: '' }, async (em) => {
    const people = await em.find(User, { email: { $in: emails } });
    const sessions = await em.find(Session, { userID: { $in: people.map(({ id }) => id) } });
    for (const person of people) em.assign(person, { passwordHash: null, isOperator: false });
    await em.flush();
    await em.nativeDelete(RefreshToken, { sessionID: { $in: sessions.map(({ id }) => id) } });
    await em.nativeDelete(Session, { id: { $in: sessions.map(({ id }) => id) } });
  });

/**
 * Deletes the demo from a database, with all rows of its accounts in every schema, in one transaction. Other accounts
 * stay unchanged. No server may run. `client` is a superuser's connection, because other roles may not delete some of
 * these rows.
 */
export async function removeDemoData(kernel: Kernel, client: Client): Promise<DemoData & { rows: number }> {
  const found = await findDemoData(kernel);
  await retireDemoPeople(kernel);
  const ids = found.accounts.map(({ id }) => id);
  const schemas = kernel.registry.schemaOwners().map(({ schema }) => schema);
  let rows = 0;
  const run = async (statement: string, ...values: unknown[]): Promise<void> => {
    rows += (await client.query(statement, values)).rowCount ?? 0;
  };
  await client.query('begin');
  try {
    // Disables foreign keys and triggers. Whole accounts are deleted, so no reference remains, whatever the order;
    // append-only tables are included.
    await client.query('set local session_replication_role = replica');
    const { rows: tables } = await client.query<{ schema: string; table: string }>(
      `select n.nspname as schema, c.relname as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) order by 1, 2`,
      [schemas],
    );
    for (const { schema, table } of tables)
      await run(`delete from ${escapeIdentifier(schema)}.${escapeIdentifier(table)} where account_id = any($1)`, ids);
    await run(`delete from queue.job where data ->> 'accountID' = any($1)`, ids);
    await run(`delete from core.account where id = any($1)`, ids);
    // Demo people who are members of another account stay there as a name.
    const gone = `select id from core."user" where email = any($1)
      and not exists (select from core.member where user_id = "user".id)`;
    for (const table of ['auth_link', 'verification_token', 'person_event'])
      await run(`delete from core.${table} where user_id in (${gone})`, emails);
    await run(`delete from core.person_mail where recipient = any($1)`, emails);
    await run(`delete from core."user" where id in (${gone})`, emails);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return { ...found, rows };
}
