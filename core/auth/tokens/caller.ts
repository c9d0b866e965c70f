import { sql } from 'kysely';
import type { Caller, MyTenancy } from '../../contracts/accounts/me.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { personReply } from '../people/person.ts';
import { type AccountRow, accountColumns, shownAccountOf, signedInUser, tenancyOf } from '../people/profile.ts';

/** The API key's own record, the only one that is read here as the auth role. */
async function keyOf(ctx: PersonContext, { id, accountID }: { id: string; accountID: string }) {
  const { rows } = await sql<{ name: string; createdAt: Date; updatedAt: Date; version: number }>`
    select name, created_at as "createdAt", updated_at as "updatedAt", version from core.api_key
    where account_id = ${accountID} and id = ${id}`.execute(ctx.em.getKysely());
  // The key was revoked between the two statements.
  if (!rows[0]) throw problems.unauthenticated();
  return rows[0];
}

/** The caller: the signed-in person, or the API key. */
export async function callerOf(ctx: PersonContext): Promise<Caller> {
  if (!ctx.key) return { ...personReply(await signedInUser(ctx)), type: 'user' };
  const { name, createdAt, updatedAt, version } = await keyOf(ctx, ctx.key);
  return {
    type: 'api_key',
    id: ctx.key.id,
    name,
    email: '',
    username: null,
    emailVerified: false,
    image: null,
    colorScheme: 'auto',
    preferences: {},
    isOperator: false,
    version,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/**
 * The caller's current account and other accounts; an API key has only its own.
 * @throws Problem 403 for a key whose `account-id` header names another account
 */
export async function tenancyOfCaller(ctx: PersonContext): Promise<MyTenancy> {
  if (!ctx.key) return tenancyOf(ctx, await signedInUser(ctx));
  const { accountID } = ctx.key;
  if (ctx.accountHeader !== undefined && ctx.accountHeader !== accountID) throw problems.account_required();
  const { rows } = await sql<AccountRow>`select ${accountColumns} from core.account account
    where account.id = ${accountID}`.execute(ctx.em.getKysely());
  const [account] = rows;
  if (!account) throw problems.unauthenticated();
  return {
    currentAccount: shownAccountOf(account, { role: 'API key', roleType: 'api_key' }),
    availableAccounts: [{ id: account.id, name: account.name, slug: account.slug }],
  };
}
