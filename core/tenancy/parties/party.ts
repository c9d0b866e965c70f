import { audit, changesOf } from '../../audit/audit.ts';
import { accountProblems } from '../../contracts/accounts/account.contract.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { getTimeline } from '../../contracts/records/timeline.contract.ts';
import type { TableRow } from '../../database/rows/table-row.ts';
import { sql } from '../../database/tenant-entity-manager.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { matchesText } from '../../lists/conditions.ts';
import { touchedRows } from '../../lists/list-page.ts';
import { Party, type PartyAddress, type PartyKind } from './party.entity.ts';

/** A plugin's data of its customer or supplier for core. */
export interface PartyInput {
  /** The id of the plugin's own record: `cus_...`. */
  id: string;
  kind: Exclude<PartyKind, 'self'>;
  number?: string | null;
  name: string;
  email?: string | null;
  /** Customers only. */
  parentID?: string | null;
}

type Tables = { 'core.party': TableRow<typeof Party>; 'core.party_address': TableRow<typeof PartyAddress> };

/**
 * Creates the party of a customer or supplier, to which addresses, portal members and child accounts belong. Call it in
 * the transaction that creates the record and before its flush, because the record's foreign key refers to it.
 * @throws Problem 400 for a parent that is no customer.
 */
export async function createParty(ctx: AccountContext, input: PartyInput): Promise<Party> {
  const party = ctx.em.create(Party, {
    id: input.id,
    kind: input.kind,
    number: input.number ?? null,
    name: input.name,
    email: input.email ?? null,
    parent: input.parentID ? await parentFor(ctx, input.id, input.parentID) : null,
  });
  await ctx.em.flush();
  return party;
}

/** Changes the party of a customer or supplier; missing fields stay as they are. @throws Problem 409 `parent_cycle` */
export async function updateParty(
  ctx: AccountContext,
  id: string,
  input: Partial<Omit<PartyInput, 'id' | 'kind'>>,
): Promise<Party> {
  const party = await ctx.em.get(Party, id);
  const { parentID, ...fields } = input;
  ctx.em.assign(party, fields);
  if (parentID !== undefined) party.parent = parentID ? await parentFor(ctx, id, parentID) : null;
  await ctx.em.flush();
  return party;
}

/**
 * Deletes the party of a customer or supplier with its addresses. Call it after the flush that deleted the plugin's own
 * record.
 * @throws Problem 409 `in_use` naming the child accounts or team users that refer to it.
 */
export const removeParty = (ctx: AccountContext, id: string): Promise<void> => removeParties(ctx, [id]);

/** Like `removeParty`, for many in few statements. */
export async function removeParties(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  await ctx.em.flush();
  const query = ctx.em.query<Tables & { 'core.member': { account_id: string; customer_id: string | null } }>();
  const parties = sql<string>`any(${[...ids]}::text[])`;
  const children = await query
    .selectFrom('core.party')
    .select('id')
    .where('account_id', '=', ctx.account.id)
    .where('parent_id', '=', parties)
    .limit(1)
    .execute();
  const members = await query
    .selectFrom('core.member')
    .select('customer_id')
    .where('account_id', '=', ctx.account.id)
    .where('customer_id', '=', parties)
    .limit(1)
    .execute();
  const by = [...(children.length ? ['child accounts'] : []), ...(members.length ? ['team users'] : [])];
  if (by.length) throw problems.in_use({ message: `Still referred to by ${by.join(' and ')}`, details: { by } });
  await query
    .deleteFrom('core.party_address')
    .where('account_id', '=', ctx.account.id)
    .where('party_id', '=', parties)
    .execute();
  await query
    .deleteFrom('core.party')
    .where('account_id', '=', ctx.account.id)
    .where('id', '=', parties)
    .where('kind', '<>', 'self')
    .execute();
}

/**
 * The party in a path: the account itself, or one of its customers or suppliers.
 * @throws Problem 404 for any other id, for a portal customer also for other customers.
 */
export async function partyOf(
  ctx: AccountContext,
  accountID: string,
): Promise<{ id: string; kind: PartyKind; name: string }> {
  if (accountID === ctx.account.id && ctx.customerID === undefined)
    return { id: accountID, kind: 'self', name: ctx.account.name };
  return ctx.em.get(Party, accountID);
}

/** The permission domain for the records of a party. */
const domainOf: Record<PartyKind, string> = { self: 'account', customer: 'customers', supplier: 'suppliers' };

/** Records that this transaction changes replies about the party, and its history. */
export const touchedParty = (ctx: AccountContext, kind: PartyKind): void =>
  touchedRows(ctx, { path: kind === 'self' ? '/v1/accounts' : `/v1/${domainOf[kind]}` }, getTimeline);

/**
 * The party in a path, after checking the right: addresses of the account itself need the right on `account`, those of
 * customers and suppliers the right on these. A portal customer may read its own.
 */
export async function permittedParty(ctx: AccountContext, accountID: string, verb: 'read' | 'update') {
  const party = await partyOf(ctx, accountID);
  if (!(verb === 'read' && ctx.customerID === party.id)) ctx.require(`${domainOf[party.kind]}:${verb}`);
  return party;
}

/**
 * A checked parent. The lock on the account's own party makes concurrent links run one after the other, so that two of
 * them cannot form a cycle.
 */
async function parentFor(ctx: AccountContext, childID: string, parentID: string): Promise<Party> {
  if (parentID === childID) throw accountProblems.parent_cycle({ message: 'A customer cannot be its own parent' });
  await ctx.em.lockRows(Party, [ctx.account.id]);
  const parent = await ctx.em.findOne(Party, { accountID: ctx.account.id, id: parentID, kind: 'customer' });
  if (!parent) throw problems.invalid_input({ errors: [{ path: 'parentID', message: 'There is no such customer' }] });
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from core.party where account_id = ${ctx.account.id} and id = ${parentID}
      union
      select party.id, party.parent_id from core.party
        join above on party.id = above.parent_id where party.account_id = ${ctx.account.id}
    ) select id from above where id = ${childID}`.execute(ctx.em.query());
  if (rows.length) throw accountProblems.parent_cycle();
  return parent;
}

const customer = async (ctx: AccountContext, id: string): Promise<Party> => {
  const party = await ctx.em.get(Party, id);
  if (party.kind !== 'customer') throw problems.not_found();
  return party;
};

async function setParent(ctx: AccountContext, child: Party, parent: Party | null): Promise<Party> {
  const before = child.parent ? await ctx.em.get(Party, child.parent.id) : null;
  child.parent = parent;
  const changes = changesOf({ parent: before?.name ?? null }, { parent: parent?.name ?? null }, ['parent']);
  audit(ctx, { record: { type: child.kind, id: child.id }, action: 'updated', changes });
  await ctx.em.flush();
  touchedParty(ctx, 'customer');
  return child;
}

/** Makes a customer the child of another one. @throws Problem 404, 409 `parent_cycle` */
export async function linkChild(ctx: AccountContext, parentID: string, childID: string): Promise<Party> {
  await customer(ctx, parentID);
  const child = await customer(ctx, childID);
  return setParent(ctx, child, await parentFor(ctx, childID, parentID));
}

/** Ends the link to a child. @throws Problem 404 if there is none. */
export async function unlinkChild(ctx: AccountContext, parentID: string, childID: string): Promise<void> {
  await customer(ctx, parentID);
  const child = await customer(ctx, childID);
  if (child.parent?.id !== parentID) throw problems.not_found();
  await setParent(ctx, child, null);
}

/** Child accounts of a customer, sorted by name. @throws Problem 404 if the id is no customer. */
export async function listChildren(
  ctx: AccountContext,
  parentID: string,
  page: { query?: string | undefined; take: number; skip: number },
) {
  await customer(ctx, parentID);
  let matching = ctx.em
    .query<Tables>()
    .selectFrom('core.party')
    .where('account_id', '=', ctx.account.id)
    .where('parent_id', '=', parentID);
  if (page.query) matching = matching.where(matchesText(page.query, ['core.party.name', 'core.party.number']));
  const items = await matching
    .select(['id', 'number', 'name', 'email'])
    .orderBy('name')
    .orderBy('id')
    .limit(page.take)
    .offset(page.skip)
    .execute();
  const { count } = await matching.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return { items, count: Number(count) };
}
