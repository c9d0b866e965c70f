import {
  type AccountContext,
  type AppliedRow,
  indexRecords,
  type NamedRecords,
  type RecordUse,
  reasonOfUses,
  sql,
  touched,
  type UndoneSet,
  usesOf,
} from '@millwright/core/server';
import { customerReferences } from '../../../../contracts/index.ts';
import { closePages } from '../../../document/payable/close-pages.ts';
import { accountGroupRecord } from '../../account-group/account-group.part.ts';
import { partyDocument } from '../../party/party-history.ts';
import { partyName, restoreParties, type TakenRow, takenRows } from '../../party/party-import-write.ts';
import { eraseCreated, lockRemovedParties } from '../../party/party-removal.ts';
import { customerParty } from '../edit/customer-party.ts';
import { customerImportNames } from './customer-import-names.ts';
import { refuseRings } from './customer-import-parents.ts';
import type { CustomerUndo, StoredCustomer } from './customer-import-record.ts';
import { ringsOfParents, storedCustomers } from './customer-import-stored.ts';
import { priceGroupIDs, replacePriceGroups, tellCustomerChange, writableCustomer } from './customer-import-write.ts';

const parentIDOf = ({ parent }: StoredCustomer): string | null => parent?.id ?? null;

/** References to customers that the import created, except those of the import itself. */
async function usesOfCreated(
  ctx: AccountContext,
  ids: readonly string[],
  set: UndoneSet,
): Promise<ReadonlyMap<string, RecordUse[]>> {
  if (!ids.length) return new Map();
  const { rows: children } = await sql<{
    id: string;
    parentID: string;
  }>`select id, parent_id as "parentID" from core.v_parties
    where account_id = ${ctx.account.id} and parent_id = any(${[...ids]}::text[])`.execute(ctx.em.query());
  const byIt = children.length ? await set.writtenByIt(children.map(({ id }) => id)) : new Set<string>();
  // Children that the import itself created or moved there are undone too.
  const freed = new Set(children.map(({ parentID }) => parentID));
  for (const { id, parentID } of children) if (!byIt.has(id)) freed.delete(parentID);
  const uses = new Map<string, RecordUse[]>();
  for (const [id, own] of await usesOf(ctx, 'customer', ids)) {
    const others = freed.has(id) ? own.filter(({ what }) => !what.startsWith('child account')) : own;
    if (others.length) uses.set(id, others);
  }
  return uses;
}

/**
 * Numbers of customers in groups that the import created, without its own customers; and whether there are other
 * references.
 */
async function usersOfGroups(
  ctx: AccountContext,
  groupIDs: readonly string[],
  set: UndoneSet,
): Promise<ReadonlyMap<string, string[]>> {
  const users = new Map<string, string[]>();
  if (!groupIDs.length) return users;
  const wanted = sql`any(${[...groupIDs]}::text[])`;
  const { rows } = await sql<{ groupID: string; id: string; label: string }>`
    select customer_type_group_id as "groupID", id, number as label from commerce.customer
      where account_id = ${ctx.account.id} and customer_type_group_id = ${wanted}
    union all select priced.account_group_id, customer.id, customer.number from commerce.customer_price_group priced
      join commerce.customer customer on customer.account_id = priced.account_id and customer.id = priced.customer_id
      where priced.account_id = ${ctx.account.id} and priced.account_group_id = ${wanted}
    union all select account_group_id, id, 'product line limits' from commerce.product_line_access
      where account_id = ${ctx.account.id} and account_group_id = ${wanted}
    order by 3`.execute(ctx.em.query());
  const byIt = await set.writtenByIt(rows.map(({ id }) => id));
  for (const { groupID, id, label } of rows)
    if (!byIt.has(id)) users.set(groupID, [...(users.get(groupID) ?? []), label]);
  return users;
}

/** The first of a customer's former references that no longer exists. */
function lostOf(before: StoredCustomer, names: NamedRecords, existing: ReadonlySet<string>): string | undefined {
  const references = [...customerReferences.names.map((name) => before[name]), ...before.customerPriceGroups];
  const lost = references.find((reference) => reference && !names.has(reference));
  if (lost) return lost.name;
  if (before.parent?.id && !existing.has(before.parent.id)) return `parent ${before.parent.name}`;
  const address = [before.billTo, before.shipTo].find((each) => each && !existing.has(each.id));
  return address ? `address ${address.name}` : undefined;
}

/** Reasons against undoing a row: the customer was changed, deleted or used, or its former references are gone. */
export async function customerUndoRefusals(
  ctx: AccountContext,
  rows: readonly AppliedRow[],
  set: UndoneSet,
): Promise<{ row: number; label: string; reason: string }[]> {
  const { taken, restored, createdIDs: created } = takenRows<CustomerUndo>(rows);
  const takenIDs = taken.map(({ id }) => id);
  await lockRemovedParties(ctx, 'customer', takenIDs);
  const { rows: found } = await sql<{ id: string; version: number; partyVersion: number }>`
    select customer.id, customer.version, party.version as "partyVersion" from commerce.customer customer
    join core.v_parties party on party.account_id = customer.account_id and party.id = customer.id
    where customer.account_id = ${ctx.account.id} and customer.id = any(${takenIDs}::text[])`.execute(ctx.em.query());
  const standing = new Map(found.map((each) => [each.id, each]));
  const written = taken.flatMap(({ undo }) => undo.addressIDs);
  const kept = restored.flatMap(({ before }) => [before.billTo, before.shipTo].flatMap((each) => each?.id ?? []));
  const { rows: addresses } = await sql<{ id: string; partyID: string; version: number }>`
    select id, party_id as "partyID", version from core.v_party_addresses
    where account_id = ${ctx.account.id}
      and (party_id = any(${created}::text[]) or id = any(${[...written, ...kept]}::text[]))`.execute(ctx.em.query());
  const addressVersions = new Map(addresses.map(({ id, version }) => [id, version]));
  const addressCounts = new Map<string, number>();
  for (const { partyID } of addresses) addressCounts.set(partyID, (addressCounts.get(partyID) ?? 0) + 1);
  const parentIDs = restored.flatMap(({ before }) => parentIDOf(before) ?? []);
  const { rows: parents } = await sql<{ id: string }>`select id from core.v_parties
    where account_id = ${ctx.account.id} and id = any(${parentIDs}::text[])`.execute(ctx.em.query());
  const existing = new Set([...addressVersions.keys(), ...parents.map(({ id }) => id)]);
  const rings = await ringsOfParents(
    ctx,
    restored.map(({ id, before }) => ({ id, parentID: parentIDOf(before) })),
  );
  const uses = await usesOfCreated(ctx, created, set);
  const groupUsers = await usersOfGroups(
    ctx,
    taken.flatMap(({ undo }) => undo.groupIDs ?? []),
    set,
  );
  const names = await customerImportNames(ctx);
  const refusals: { row: number; label: string; reason: string }[] = [];
  for (const { row, id, undo, left } of taken) {
    const refuse = (reason: string): void => void refusals.push({ row, label: `${undo.number} ${undo.name}`, reason });
    const now = standing.get(id);
    const lost = undo.before && lostOf(undo.before, names, existing);
    const used = uses.get(id);
    const isMoved =
      undo.addressIDs.some((addressID) => addressVersions.get(addressID) !== left(addressID)) ||
      (!undo.before && (addressCounts.get(id) ?? 0) !== undo.addressIDs.length);
    if (!now) {
      // A created customer that was deleted since needs no undo.
      if (undo.before) refuse('it was deleted since');
    } else if (now.version !== left(id) || now.partyVersion !== left(partyName(id))) refuse('it was changed since');
    else if (isMoved) refuse('its addresses were changed since');
    else if (used) refuse(`it is ${reasonOfUses(used)}`);
    else if (lost !== undefined) refuse(`its ${lost} was deleted since`);
    else if (rings.has(id)) refuse('its former parent is below it now');
    for (const groupID of undo.groupIDs ?? []) {
      const users = groupUsers.get(groupID);
      if (users)
        refuse(
          `the group ${names.byID.get(groupID)?.name ?? ''} that was created for it is used by ` +
            `${users.slice(0, 3).join(', ')}${users.length > 3 ? ', ...' : ''}`,
        );
    }
  }
  return refusals;
}

/** Restores customers; answers the new versions of all written records. */
async function restore(
  ctx: AccountContext,
  restored: readonly (TakenRow<CustomerUndo> & { before: StoredCustomer })[],
): Promise<Map<string, number>> {
  if (!restored.length) return new Map();
  const now = new Map(
    (await storedCustomers(ctx, { ids: restored.map(({ id }) => id) })).map((each) => [each.id, each]),
  );
  await refuseRings(
    ctx,
    restored
      .map(({ id, before }) => ({ id, parentID: parentIDOf(before), now: now.get(id)?.parent?.id ?? null }))
      .filter(({ parentID, now: current }) => parentID !== current),
  );
  const written = restored.flatMap(({ undo, before, left }) =>
    undo.addressIDs.map((id) => {
      const old = [before.billTo, before.shipTo].find((address) => address?.id === id);
      return { id, old: old && { ...old, version: left(id) } };
    }),
  );
  const versions = await restoreParties(
    ctx,
    'customer',
    restored.map(({ id, before, left }) => ({
      ...writableCustomer(before, {
        id,
        number: before.number,
        parentID: parentIDOf(before),
        billToID: before.billTo?.id ?? null,
        shipToID: before.shipTo?.id ?? null,
      }),
      version: left(id),
    })),
    {
      changed: written.flatMap(({ old }) => old ?? []),
      removed: written.filter(({ old }) => !old).map(({ id }) => id),
    },
  );
  await replacePriceGroups(
    ctx,
    restored.map(({ id, before }) => ({ id, groupIDs: priceGroupIDs(before), isNew: false })),
  );
  for (const { id, before } of restored) tellCustomerChange(ctx, now.get(id) ?? before, before);
  await indexRecords(
    ctx,
    restored.map(({ before }) => partyDocument('customer', before)),
  );
  await closePages(ctx, { customerIDs: restored.map(({ id }) => id) });
  return versions;
}

/** Undoes customers: created ones are deleted, changed ones restored. Answers the new versions. */
export async function undoCustomers(ctx: AccountContext, rows: readonly AppliedRow[]): Promise<Map<string, number>> {
  const { taken, restored, createdIDs } = takenRows<CustomerUndo>(rows);
  const versions = await restore(ctx, restored);
  await eraseCreated(ctx, customerParty, createdIDs);
  for (const groupID of taken.flatMap(({ undo }) => undo.groupIDs ?? [])) await accountGroupRecord.remove(ctx, groupID);
  touched(ctx, ...customerParty.lists);
  return versions;
}
