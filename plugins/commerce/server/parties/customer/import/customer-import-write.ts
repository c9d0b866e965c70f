import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AddressColumns,
  fieldRow,
  indexRecords,
  Party,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import { customerFields } from '../../../../contracts/index.ts';
import { closePages } from '../../../document/payable/close-pages.ts';
import { partiesCreated, partyChanged, partyDocument } from '../../party/party-history.ts';
import {
  lockImportedParties,
  type WritableParty,
  type WrittenAddresses,
  writeParties,
} from '../../party/party-import-write.ts';
import { newNumbers } from '../../party/party-numbers.ts';
import { customerParty } from '../edit/customer-party.ts';
import { addressRoles } from './address-import-fields.ts';
import { createGroups } from './customer-import-groups.ts';
import { refuseRings } from './customer-import-parents.ts';
import {
  type CustomerImportData,
  type CustomerUndo,
  customerHistory,
  type ImportedAddress,
  type ImportedCustomer,
  isSameAddress,
} from './customer-import-record.ts';

type Wanted = CustomerImportData & { key: string; groupIDs?: string[] | undefined };

/** Ids of a customer's references that its row cannot give. */
interface OwnIDs {
  id: string;
  number: string;
  parentID: string | null;
  billToID: string | null;
  shipToID: string | null;
}

/** The columns of a customer. */
export const writableCustomer = (
  customer: ImportedCustomer,
  { id, number, parentID, billToID, shipToID }: OwnIDs,
): WritableParty => ({
  id,
  number,
  name: customer.name,
  email: customer.email,
  parentID,
  columns: {
    ...fieldRow(customerFields, customer),
    bill_to_address_id: billToID,
    ship_to_address_id: shipToID,
  },
});

/** Replaces the price groups of customers. */
export async function replacePriceGroups(
  ctx: AccountContext,
  customers: readonly { id: string; groupIDs: readonly string[]; isNew: boolean }[],
): Promise<void> {
  const known = customers.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length)
    await sql`delete from commerce.customer_price_group
      where account_id = ${ctx.account.id} and customer_id = any(${known}::text[])`.execute(ctx.em.query());
  await ctx.em.insert(
    'commerce.customer_price_group',
    customers.flatMap(({ id, groupIDs }) =>
      groupIDs.map((groupID) => ({ customer_id: id, account_group_id: groupID })),
    ),
  );
}

/** Ids of the price groups of a customer. */
export const priceGroupIDs = ({ customerPriceGroups }: ImportedCustomer): string[] =>
  customerPriceGroups.flatMap(({ id }) => id ?? []);

const columnsOf = ({ id: _, ...address }: ImportedAddress, id: string): AddressColumns => ({
  ...address,
  id,
  placeID: null,
  addressDetails: null,
});

const resolve = <Row extends Wanted>(wanted: Row, id: string, number: string, ownIDs: ReadonlyMap<string, string>) => {
  const { customer } = wanted;
  const { billTo, shipTo, parent } = customer;
  const billToID = billTo && (billTo.id ?? newID('adr'));
  const isShared = billTo !== null && shipTo !== null && billTo.id === null && isSameAddress(billTo, shipTo);
  const shipToID = shipTo && (shipTo.id ?? (isShared ? billToID : newID('adr')));
  const parentID = parent && (parent.id ?? ownIDs.get(parent.name) ?? null);
  if (parent && parentID === null) throw new Error(`The parent ${parent.name} was not created before its child`);
  const ids = { id, number, parentID, billToID, shipToID };
  return { ...wanted, ...ids, ...writableCustomer(customer, ids) };
};
type Resolved = Wanted & OwnIDs;

/** An address with both roles occurs once. */
function addressesOf(all: readonly Resolved[]): WrittenAddresses {
  const written: WrittenAddresses = { added: [], changed: [] };
  for (const { id: partyID, customer, before, billToID, shipToID } of all)
    for (const role of addressRoles) {
      const address = customer[role];
      const id = role === 'billTo' ? billToID : shipToID;
      if (!address || !id || (role === 'shipTo' && id === billToID)) continue;
      const old = [before?.billTo, before?.shipTo].find((stored) => stored?.id === id);
      const columns = { ...columnsOf(address, id), partyID };
      if (!old) written.added.push(columns);
      else if (!isSameAddress(old, address)) written.changed.push({ ...columns, version: old.version });
    }
  return written;
}

/** History and events of a changed customer. */
export const tellCustomerChange = (
  ctx: AccountContext,
  before: ImportedCustomer,
  after: ImportedCustomer & { id: string; number: string },
): void => partyChanged(ctx, customerParty, after, customerHistory(before, after));

/** Writes a chunk of customers: a fixed number of statements, beside the creation of missing groups. */
export async function writeCustomers(
  ctx: AccountContext,
  rows: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: CustomerUndo; versions: WrittenVersions }[]> {
  const wanted = await createGroups(ctx, rows);
  const fresh = wanted.filter(({ before }) => !before);
  await lockImportedParties(
    ctx,
    'customer',
    wanted.flatMap(({ before }) => (before ? { id: before.id, addresses: [before.billTo, before.shipTo] } : [])),
  );
  if (wanted.some(({ before, customer }) => before && customer.parent)) await ctx.em.lockRows(Party, [ctx.account.id]);
  // Other transactions that need a customer number wait from here until this one ends.
  const numbers = await newNumbers(
    ctx,
    'customer',
    fresh.map(({ customer }) => customer.number),
  );
  const ids = fresh.map(() => newID('cus'));
  const ownIDs = new Map(numbers.map((number, index) => [number, ids[index] as string]));
  const created = fresh.map((each, index) => resolve(each, ids[index] as string, numbers[index] as string, ownIDs));
  const changed = wanted.flatMap(({ before, ...each }) =>
    before ? [resolve({ ...each, before }, before.id, before.number, ownIDs)] : [],
  );
  const all = [...created, ...changed];
  await refuseRings(
    ctx,
    changed.filter(({ parentID, before }) => parentID !== (before.parent?.id ?? null)),
  );
  const written = await writeParties(ctx, 'customer', created, changed, addressesOf(all));
  await replacePriceGroups(ctx, [
    ...created.map(({ id, customer }) => ({ id, groupIDs: priceGroupIDs(customer), isNew: true })),
    ...changed
      .filter(({ customer, before }) => priceGroupIDs(customer).join() !== priceGroupIDs(before).join())
      .map(({ id, customer }) => ({ id, groupIDs: priceGroupIDs(customer), isNew: false })),
  ]);
  await partiesCreated(ctx, customerParty, created);
  for (const { id, number, before, customer } of changed) tellCustomerChange(ctx, before, { ...customer, id, number });
  await indexRecords(
    ctx,
    all.map(({ id, number, customer }) => partyDocument('customer', { ...customer, id, number })),
  );
  await closePages(ctx, { customerIDs: changed.map(({ id }) => id) });
  touched(ctx, ...customerParty.lists);
  return all.map(({ key, id, number, name, before, groupIDs }) => {
    const { addressIDs, versions } = written(id);
    const undo = { number, name, addressIDs, ...(before ? { before } : {}), ...(groupIDs ? { groupIDs } : {}) };
    return { key, recordID: id, undo, versions };
  });
}
