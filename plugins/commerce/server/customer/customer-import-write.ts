import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  type AddressColumns,
  auditAll,
  claimNumbers,
  emitAll,
  indexRecords,
  insertAddresses,
  insertParties,
  nextNumbers,
  overwriteAddresses,
  overwriteParties,
  sql,
  touched,
  type WrittenVersions,
} from '@millwright/core/server';
import { customerChanged, customerCreated, customerRenamed } from '../../contracts/index.ts';
import { addressRoles } from './address-import-fields.ts';
import { customerDocument } from './customer-facts.ts';
import { createGroups } from './customer-import-groups.ts';
import { refuseRings } from './customer-import-parents.ts';
import {
  type CustomerImportData,
  type CustomerImportParts,
  type CustomerUndo,
  customerHistory,
  type ImportedAddress,
  type ImportedCustomer,
  isSameAddress,
  partyName,
  type StoredCustomer,
} from './customer-import-record.ts';
import { customerIDsByNumber, retiredNumbers } from './customer-import-stored.ts';
import { customerLists } from './customer-removal.ts';

type Wanted = CustomerImportData & { key: string; groupIDs?: string[] | undefined };

/** A customer whose every reference has its id. */
interface ResolvedCustomer {
  id: string;
  number: string;
  parentID: string | null;
  customer: ImportedCustomer;
  billToID: string | null;
  shipToID: string | null;
}

/** Columns of a customer that an import writes. */
const rowOf = ({ id, number, customer, billToID, shipToID }: ResolvedCustomer) => ({
  id,
  number,
  name: customer.name,
  note: customer.note,
  status: customer.status,
  url: customer.url,
  email: customer.email,
  phone: customer.phone,
  is_edi_enabled: customer.isEdiEnabled,
  accepts_invoice_emails: customer.acceptsInvoiceEmails,
  is_commission_exempt: customer.isCommissionExempt,
  is_freight_exempt: customer.isFreightExempt,
  is_parent_account: customer.isParentAccount,
  bill_to_address_id: billToID,
  ship_to_address_id: shipToID,
  default_carrier_id: customer.defaultCarrier?.id ?? null,
  default_carrier_option_id: customer.defaultCarrierOption?.id ?? null,
  default_priority_id: customer.defaultPriority?.id ?? null,
  default_payment_term_id: customer.defaultPaymentTerm?.id ?? null,
  default_shipping_term_id: customer.defaultShippingTerm?.id ?? null,
  default_sales_rep_id: customer.defaultSalesRep?.id ?? null,
  customer_type_group_id: customer.customerTypeGroup?.id ?? null,
});

const partyOf = ({ id, number, parentID, customer: { name, email } }: ResolvedCustomer) => ({
  id,
  number,
  name,
  email,
  parentID,
});

/** Writes customers and their parties over existing ones of the given versions; answers the new versions of both. */
export async function overwriteCustomers(
  ctx: AccountContext,
  customers: readonly (ResolvedCustomer & { version: number })[],
): Promise<Map<string, { version: number; partyVersion: number }>> {
  const [first] = customers;
  if (!first) return new Map();
  const rows = customers.map((customer) => ({ ...rowOf(customer), version: customer.version }));
  const columns = Object.keys(rowOf(first)).filter((column) => column !== 'id');
  const assignments = sql.join(columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`));
  const { rows: written } = await sql<{ id: string; version: number }>`update commerce.customer customer
    set ${assignments}, version = customer.version + 1, updated_at = ${ctx.clock.now()}
    from jsonb_populate_recordset(null::commerce.customer, ${JSON.stringify(rows)}::text::jsonb) r
    where customer.account_id = ${ctx.account.id} and customer.id = r.id and customer.version = r.version
    returning customer.id, customer.version`.execute(ctx.em.query());
  const parties = await overwriteParties(ctx, customers.map(partyOf));
  return new Map(written.map(({ id, version }) => [id, { version, partyVersion: parties.get(id) ?? 0 }]));
}

/** Gives customers these price groups and no others. */
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

/** Numbers for new customers in the order of the file: those that rows give, the next of the series for the others. */
async function numbersFor(ctx: AccountContext, fresh: readonly Wanted[]): Promise<string[]> {
  const given = fresh.flatMap(({ customer }) => customer.number ?? []);
  await claimNumbers(ctx, 'customer', given, async (numbers) => [
    ...(await customerIDsByNumber(ctx, numbers)).keys(),
    ...(await retiredNumbers(ctx, numbers)),
  ]);
  const taken = (await nextNumbers(ctx, 'customer', fresh.length - given.length)).values();
  return fresh.map(({ customer }) => customer.number ?? (taken.next().value as string));
}

type Resolved = Wanted & ResolvedCustomer;

function resolve(wanted: Wanted, id: string, number: string, ownIDs: ReadonlyMap<string, string>): Resolved {
  const { customer } = wanted;
  const { billTo, shipTo, parent } = customer;
  const billToID = billTo && (billTo.id ?? newID('adr'));
  const isShared = billTo !== null && shipTo !== null && billTo.id === null && isSameAddress(billTo, shipTo);
  const shipToID = shipTo && (shipTo.id ?? (isShared ? billToID : newID('adr')));
  const parentID = parent && (parent.id ?? ownIDs.get(parent.name) ?? null);
  if (parent && parentID === null) throw new Error(`The parent ${parent.name} was not created before its child`);
  return { ...wanted, id, number, parentID, billToID, shipToID };
}

/** Addresses that are new, and those that are there and say something else now; one that serves as both stands once. */
function addressesOf(all: readonly Resolved[]) {
  const added: (AddressColumns & { partyID: string })[] = [];
  const changed: (AddressColumns & { version: number; partyID: string })[] = [];
  for (const { id: partyID, customer, before, billToID, shipToID } of all)
    for (const role of addressRoles) {
      const address = customer[role];
      const id = role === 'billTo' ? billToID : shipToID;
      if (!address || !id || (role === 'shipTo' && id === billToID)) continue;
      const old = [before?.billTo, before?.shipTo].find((stored) => stored?.id === id);
      if (!old) added.push({ ...columnsOf(address, id), partyID });
      else if (!isSameAddress(old, address)) changed.push({ ...columnsOf(address, id), version: old.version, partyID });
    }
  return { added, changed };
}

async function tell(ctx: AccountContext, fresh: readonly Resolved[], changed: readonly Resolved[]): Promise<void> {
  await auditAll(
    ctx,
    fresh.map(({ id }) => ({ record: { type: 'customer', id }, action: 'created' })),
  );
  await emitAll(
    ctx,
    customerCreated,
    fresh.map(({ id, number, customer: { name } }) => ({
      payload: { customerID: id, number, name },
      aggregate: { type: 'customer', id },
    })),
  );
  await tellChanges(
    ctx,
    changed.flatMap(({ id, before, customer }) => (before ? [{ id, before, after: customer }] : [])),
  );
  await indexRecords(
    ctx,
    [...fresh, ...changed].map(({ id, number, customer }) => customerDocument({ ...customer, id, number })),
  );
  touched(ctx, ...customerLists);
}

/** History and events of customers that were changed. */
export async function tellChanges(
  ctx: AccountContext,
  changed: readonly { id: string; before: ImportedCustomer; after: ImportedCustomer }[],
): Promise<void> {
  const told = changed.map((each) => ({ ...each, changes: customerHistory(each.before, each.after) }));
  const aggregate = (id: string) => ({ type: 'customer', id });
  await auditAll(
    ctx,
    told.map(({ id, changes }) => ({ record: aggregate(id), action: 'updated', changes })),
  );
  await emitAll(
    ctx,
    customerChanged,
    told.map(({ id, changes }) => ({
      payload: { customerID: id, fields: changes.map(({ field }) => field) },
      aggregate: aggregate(id),
    })),
  );
  await emitAll(
    ctx,
    customerRenamed,
    told
      .filter(({ before, after }) => before.name !== after.name)
      .map(({ id, after }) => ({
        payload: { customerID: id, number: after.number ?? '', name: after.name },
        aggregate: aggregate(id),
      })),
  );
}

/** Writes a chunk of customers: a fixed number of statements beside the groups that have to be created for them. */
export async function writeCustomers(
  ctx: AccountContext,
  parts: CustomerImportParts,
  rows: readonly Wanted[],
): Promise<{ key: string; recordID: string; undo: CustomerUndo; versions: WrittenVersions }[]> {
  const wanted = await createGroups(ctx, parts, rows);
  const fresh = wanted.filter(({ before }) => !before);
  // Everybody else who numbers a customer waits from here to the end of the transaction.
  const numbers = await numbersFor(ctx, fresh);
  const ids = fresh.map(() => newID('cus'));
  const ownIDs = new Map(numbers.map((number, index) => [number, ids[index] as string]));
  const created = fresh.map((each, index) => resolve(each, ids[index] as string, numbers[index] as string, ownIDs));
  const changed = wanted.flatMap((each): (Resolved & { version: number; before: StoredCustomer })[] =>
    each.before
      ? [
          {
            ...resolve(each, each.before.id, each.before.number, ownIDs),
            version: each.before.version,
            before: each.before,
          },
        ]
      : [],
  );
  await refuseRings(
    ctx,
    changed.filter(({ parentID, before }) => parentID !== (before.parent?.id ?? null)),
  );
  await insertParties(
    ctx,
    created.map((each) => ({ ...partyOf(each), kind: 'customer' as const })),
  );
  const addresses = addressesOf([...created, ...changed]);
  await insertAddresses(ctx, addresses.added);
  const addressVersions = await overwriteAddresses(ctx, addresses.changed);
  const now = ctx.clock.now();
  await ctx.em.insert(
    'commerce.customer',
    created.map((each) => ({ ...rowOf(each), created_at: now, updated_at: now, version: 1 })),
  );
  const versions = await overwriteCustomers(ctx, changed);
  // Checked in this transaction a moment ago: only a write in between leaves one out, and trying again sees it.
  if (versions.size !== changed.length || addressVersions.size !== addresses.changed.length)
    throw new Error('A customer was changed while it was imported');
  await replacePriceGroups(ctx, [
    ...created.map(({ id, customer }) => ({ id, groupIDs: priceGroupIDs(customer), isNew: true })),
    ...changed
      .filter(({ customer, before }) => priceGroupIDs(customer).join() !== priceGroupIDs(before).join())
      .map(({ id, customer }) => ({ id, groupIDs: priceGroupIDs(customer), isNew: false })),
  ]);
  await tell(ctx, created, changed);
  const written = Map.groupBy([...addresses.added, ...addresses.changed], ({ partyID }) => partyID);
  const foundAddresses = new Map(addresses.changed.map(({ id, version }) => [id, version]));
  return [...created, ...changed].map(({ key, id, number, customer, before, groupIDs }) => {
    const addressIDs = (written.get(id) ?? []).map((address) => address.id);
    const left = before ? versions.get(id) : { version: 1, partyVersion: 1 };
    return {
      key,
      recordID: id,
      undo: {
        number,
        name: customer.name,
        addressIDs,
        ...(before ? { before } : {}),
        ...(groupIDs ? { groupIDs } : {}),
      },
      versions: {
        [id]: { found: before?.version ?? null, left: left?.version ?? 0 },
        [partyName(id)]: { found: before?.partyVersion ?? null, left: left?.partyVersion ?? 0 },
        ...Object.fromEntries(
          addressIDs.map((addressID) => [
            addressID,
            { found: foundAddresses.get(addressID) ?? null, left: addressVersions.get(addressID) ?? 1 },
          ]),
        ),
      },
    };
  });
}
